// The address of a ply: "#33", and "#33/2" for what seat 2 (from 1) saw.

export function readLink(hash) {
  const found = /^#(\d{1,6})(?:\/([1-8]))?$/.exec(hash);
  return found ? { ply: Number(found[1]), seat: found[2] ? Number(found[2]) - 1 : null } : null;
}

export function linkTo(ply, seat) {
  return `#${ply}${seat === null ? "" : `/${seat + 1}`}`;
}

// Writes the address without a step in the browser's history.
export function showLink(hash) {
  try {
    history.replaceState(history.state, "", hash);
  } catch {
    // A page inside another, without an address of its own.
  }
}

// Puts text on the clipboard; whether it worked.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
