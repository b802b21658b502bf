"""What a user is told who asks for RLlib's door without RLlib."""

import subprocess
import sys


def test_without_ray_the_extra_is_named():
    code = "import sys; sys.modules['ray'] = None; import gangzzz_env.rllib"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert answer.returncode == 1
    said = answer.stderr.splitlines()[-1]
    assert said == 'ImportError: gangzzz_env.rllib needs ray: pip install "gangzzz_env[rllib]"'
