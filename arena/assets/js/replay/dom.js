// Makes elements. Text stays text, so markup in names or notes has no effect.

const SVG = "http://www.w3.org/2000/svg";

// Returns an element with properties and children; strings become text.
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

// Returns the parts of a template by their data-part.
export function partsOf(root) {
  return Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
}

// Returns a drawing of the sprite: "card-french-7H", "pip-french-H".
export function drawing(name, className) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("viewBox", name.startsWith("pip") ? "0 0 100 100" : "0 0 100 140");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

// Shows another drawing in the same place.
export function redraw(svg, name) {
  const href = `#${name}`;
  if (svg.firstChild.getAttribute("href") !== href) svg.firstChild.setAttribute("href", href);
}

// Sets a text only if it changed, so that screen readers announce only news.
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Returns "1st", "2nd", …
export function ordinal(place) {
  return `${place}${["th", "st", "nd", "rd"][place] ?? "th"}`;
}
