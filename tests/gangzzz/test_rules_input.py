"""Section 12: what rules may be passed as, and what is refused in a sentence."""

import pytest

from gangzzz_env.games.gangzzz.rules import Rules, read_rules


@pytest.mark.parametrize("value", [1.0, True, "2", None])
def test_12_what_is_no_integer_is_refused(value):
    with pytest.raises(TypeError, match="rule recruits is .*, but must be an integer in 0-5"):
        read_rules({"recruits": value})


def test_12_an_unknown_rule_is_refused():
    with pytest.raises(ValueError, match="unknown rule 'cigars'; the rules are recruits, "):
        read_rules({"cigars": 2})


def test_12_rules_come_from_an_object_a_dictionary_or_a_file(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text("bounty = 50\n")
    assert read_rules(None) == Rules()
    assert read_rules({"bounty": 50}) == read_rules(str(path)) == read_rules(path) == read_rules(Rules(bounty=50))


@pytest.mark.parametrize("text", ["bounty = ", "bounty 50", "= 3"])
def test_12_a_file_that_is_not_toml_is_refused(text, tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"rules\.toml is not TOML"):
        read_rules(path)


def test_12_a_missing_file_and_another_type_are_refused(tmp_path):
    with pytest.raises(ValueError, match=r"none\.toml cannot be read"):
        read_rules(tmp_path / "none.toml")
    with pytest.raises(TypeError, match="not a list"):
        read_rules([("bounty", 50)])


def test_12_a_misspelled_rule_and_a_table_get_a_hint(tmp_path):
    with pytest.raises(ValueError, match=r"unknown rule 'Bountyy'; did you mean bounty\? the rules are"):
        read_rules({"Bountyy": 50})
    path = tmp_path / "rules.toml"
    path.write_text("[rules]\nbounty = 50\n")
    with pytest.raises(ValueError, match="a rule stands in no table"):
        read_rules(path)


def test_12_a_file_may_begin_as_an_editor_of_windows_begins_it_but_must_be_utf_8(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text("bounty = 50\n", encoding="utf-8-sig")
    assert read_rules(path) == Rules(bounty=50)
    path.write_text("bounty = 50\n", encoding="utf-16")
    with pytest.raises(ValueError, match="plain text in UTF-8"):
        read_rules(path)
