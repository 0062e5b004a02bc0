// Makes elements, and changes the page to a newly made tree while focus, scrolling and open details stay.
// The policy forbids HTML in strings and handlers in attributes: what uploads bring is only ever text.

/** Properties that are functions or objects: `morph` moves them to the element that stays. */
const PROPERTIES = ["onclick", "oninput", "onchange", "onsubmit", "ontoggle", "walk"];

/** The number of elements made since it was set to 0. */
export const made = { count: 0 };

/** Makes an HTML element. Attributes and children that are undefined, null or false are left out. */
export const h = (name, attributes, ...children) => build(document.createElement(name), attributes, children);

/** Makes an SVG element. */
export const s = (name, attributes, ...children) =>
  build(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

function build(element, attributes, children) {
  made.count += 1;
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (PROPERTIES.includes(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  return append(element, ...children);
}

/** Appends nodes, texts and lists of them. */
export function append(element, ...children) {
  const isShown = (child) => child !== undefined && child !== null && child !== false;
  element.append(...children.flat(Infinity).filter(isShown));
  return element;
}

/** A paragraph in a softer color. */
export const note = (...content) => h("p", { class: "note" }, content);

export const button = (text, onclick, attributes) =>
  h("button", { type: "button", class: "button", onclick, ...attributes }, text);

/** A section with a heading and a line beside the heading. */
export const section = ({ testid, title, beside, level = "h3", ...attributes }, ...content) =>
  h("section", { "data-testid": testid, "aria-label": typeof title === "string" ? title : title.join(""), ...attributes },
    h("div", { class: "head" }, h(level, {}, title), beside && note(beside)), content);

/** Pairs of a name and a value. */
export const pairs = (className, rows) => h("dl", { class: className },
  rows.filter(Boolean).map(([name, ...value]) => h("div", { "data-key": name }, h("dt", {}, name), h("dd", {}, value))));

/** A region that scrolls by itself and can have the focus. */
export const scroller = (name, ...content) =>
  h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, content);

/** By what a child is found again among its siblings; without it, only its place counts. */
const keyOf = (node) => node.dataset && (node.dataset.key ?? node.dataset.testid);

/**
 * Changes `old` to look like `fresh`. Elements with `data-keep` belong to code that runs between drawings and stay as they
 * are. Whether details are open, and what is typed into a box, belongs to the person.
 */
export function morph(old, fresh) {
  if (old.hasAttribute("data-keep")) return;
  const isOurs = ({ name }) => name !== "open" || old.localName !== "details";
  for (const { name } of [...old.attributes].filter(isOurs)) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes].filter(isOurs)) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of PROPERTIES) old[name] = fresh[name];
  morphChildren(old, [...fresh.childNodes]);
}

function morphChildren(parent, fresh) {
  const wanted = new Set(fresh.map(keyOf));
  const keyed = new Map();
  // Without what leaves, what stays need not be moved: an element that is moved loses the focus.
  for (const child of [...parent.childNodes]) {
    const key = keyOf(child);
    if (key === undefined) continue;
    if (!wanted.has(key) || keyed.has(key)) child.remove();
    else keyed.set(key, child);
  }
  const kept = new Set();
  let place = parent.firstChild;
  for (const child of fresh) {
    const key = keyOf(child);
    while (key === undefined && place && keyOf(place) !== undefined) place = place.nextSibling;
    const found = key === undefined ? place : keyed.get(key);
    keyed.delete(key);
    const isSame = found && found.nodeName === child.nodeName;
    if (isSame && found === place) place = place.nextSibling;
    else parent.insertBefore(isSame ? found : child, place);
    kept.add(isSame ? found : child);
    if (!isSame) continue;
    if (child.nodeType === 1) morph(found, child);
    else if (found.data !== child.data) found.data = child.data;
  }
  for (const child of [...parent.childNodes]) if (!kept.has(child)) child.remove();
}
