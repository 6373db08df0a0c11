// Links to a ply: "#33", or as seat 2 saw it "#33/2" in a file, "/matches/7.1.2/games/2/seat/2#33" on a site.

export function readLink(hash) {
  const found = /^#(\d{1,6})(?:\/([1-8]))?$/.exec(hash);
  return found ? { ply: Number(found[1]), seat: found[2] ? Number(found[2]) - 1 : null } : null;
}

// Returns the link to a ply. `page`: the address of the game's page, or ""; `seat`: an index, anything else: no seat.
export function linkTo(page, seat, ply) {
  const seated = typeof seat === "number";
  if (page) return `${page}${seated ? `/seat/${seat + 1}` : ""}#${ply}`;
  return `#${ply}${seated ? `/${seat + 1}` : ""}`;
}

// Shows a link as the address of the page, without a new history entry. A page whose path is not below `home`, such as
// an embedded page, keeps its path.
export function showLink(link, ply, home) {
  const ours = link.startsWith("#") || location.pathname === home || location.pathname.startsWith(`${home}/`);
  const [path, hash] = link.split("#");
  try {
    history.replaceState(history.state, "", ours ? `${path}${path && location.search}#${hash}` : `#${ply}`);
  } catch {
    // The address of a frame whose page is part of another page's text cannot be changed.
  }
}

// Copies a text to the clipboard. Returns whether it worked.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
