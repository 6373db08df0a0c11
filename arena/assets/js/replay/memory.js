// The settings of a viewer that the browser remembers: the speed, and whether there is sound. Frames on
// other sites may not be allowed to store them.

export function recall(name) {
  try {
    return localStorage.getItem(`maumau-${name}`);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`maumau-${name}`, value);
  } catch {
    // It is forgotten with the page.
  }
}
