// Helpers for elements of the page. Text is never read as HTML, so markup in names or notes has no effect.

const SVG = "http://www.w3.org/2000/svg";

// Returns a new element with these properties and children; children that are strings become text.
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

// Returns a new SVG element with these attributes and children.
export function svgElement(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// Returns the elements below `root` that have the attribute data-part, by its value.
export function partsOf(root) {
  return Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
}

// Returns an SVG element that shows a drawing of the page's sprite, like "card-french-7H" or "pip-french-H".
export function drawing(name, className) {
  const viewBox = name.startsWith("pip") ? "0 0 100 100" : "0 0 100 140";
  return svgElement("svg", { class: className, viewBox, "aria-hidden": "true" }, svgElement("use", { href: `#${name}` }));
}

// Makes an SVG element show another drawing.
export function redraw(svg, name) {
  const href = `#${name}`;
  if (svg.firstChild.getAttribute("href") !== href) svg.firstChild.setAttribute("href", href);
}

// Sets the text of an element if it differs, so that screen readers announce only changes.
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Returns a number with a typographic minus sign.
export function signed(number) {
  return `${number < 0 ? "−" : ""}${Math.abs(number)}`;
}

// Returns a place as "1st", "2nd", …
export function ordinal(place) {
  return `${place}${["th", "st", "nd", "rd"][place] ?? "th"}`;
}
