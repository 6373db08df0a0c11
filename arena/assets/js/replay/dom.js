// Making elements. Text goes in as text: what bots and strangers wrote is never read as markup.

const SVG = "http://www.w3.org/2000/svg";

// An element with properties and children; a child that is a string becomes text.
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

// The parts that a template names, by their names.
export function partsOf(root) {
  return Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
}

// A drawing of the sprite: "card-french-7H", "pip-french-H".
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

// Sets text only where it is another one, so that screen readers hear what is new.
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
