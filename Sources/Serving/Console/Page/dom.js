// Makes elements, and changes the page to a newly made tree while focus, scrolling and open details stay.
//
// The content security policy forbids inline styles, inline handlers and HTML in strings. So elements are made by the DOM,
// handlers are properties, and texts that uploads bring are only ever text nodes or attributes.

const SVG = "http://www.w3.org/2000/svg";

/** Properties that are functions or objects: `morph` moves them to the element that stays. */
const PROPERTIES = ["onclick", "oninput", "onchange", "onsubmit", "onkeydown", "ontoggle", "walk"];

let made = 0;

/** The number of elements made since `resetMade`. */
export const madeElements = () => made;
export const resetMade = () => { made = 0; };

/** Makes an HTML element. Attributes that are undefined, null or false are left out, and so are such children. */
export const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);

/** Makes an SVG element. */
export const s = (tag, attributes, ...children) => build(document.createElementNS(SVG, tag), attributes, children);

function build(element, attributes, children) {
  made += 1;
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (PROPERTIES.includes(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  append(element, children);
  return element;
}

/** Appends nodes, texts and lists of them. */
export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) element.append(child);
  }
}

/** The key by which a child is found again among its siblings; undefined for children that have only their order. */
const keyOf = (node) => node.nodeType === 1 ? node.getAttribute("data-key") ?? node.getAttribute("data-testid") ?? undefined : undefined;

/**
 * Changes `old` to look like `fresh`, an element of the same name.
 *
 * Elements with `data-keep` belong to code that runs between two drawings and stay as they are. Whether details are open and
 * what is typed into a box belongs to the person.
 */
export function morph(old, fresh) {
  if (old.hasAttribute("data-keep")) return;
  const isPersons = (name) => name === "open" && old.localName === "details";
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !isPersons(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !isPersons(name)) old.setAttribute(name, value);
  }
  for (const name of PROPERTIES) {
    if (old[name] !== fresh[name]) old[name] = fresh[name];
  }
  morphChildren(old, fresh);
}

function morphChildren(old, fresh) {
  const wanted = new Set([...fresh.childNodes].map(keyOf));
  const keyed = new Map();
  for (const child of [...old.childNodes]) {
    const key = keyOf(child);
    if (key === undefined) continue;
    // Without what leaves, what stays need not be moved: an element that is moved loses the focus.
    if (!wanted.has(key) || keyed.has(key)) child.remove();
    else keyed.set(key, child);
  }
  let place = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const key = keyOf(child);
    while (key === undefined && place && keyOf(place) !== undefined) place = place.nextSibling;
    const candidate = key === undefined ? place : keyed.get(key);
    keyed.delete(key);
    if (candidate && candidate.nodeName === child.nodeName && candidate.nodeType === child.nodeType) {
      if (candidate === place) place = place.nextSibling;
      else old.insertBefore(candidate, place);
      if (child.nodeType === 1) morph(candidate, child);
      else if (candidate.data !== child.data) candidate.data = child.data;
      candidate.isCurrent = true;
    } else {
      old.insertBefore(child, place);
      child.isCurrent = true;
    }
  }
  for (const child of [...old.childNodes]) {
    if (child.isCurrent) delete child.isCurrent;
    else child.remove();
  }
}
