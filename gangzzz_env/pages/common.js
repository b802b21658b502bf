"use strict";
// What the scripts of all pages share.

const at = (id) => document.getElementById(id);
const made = (name, text, attributes = {}) => {
  const node = document.createElement(name);
  node.textContent = text;
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
};
