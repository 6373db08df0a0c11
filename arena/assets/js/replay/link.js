// Addresses of plies: "#33", from seat 2 "#33/2" in a file, or "/matches/7.1.2/games/2/seat/2#33" on a site.

export function readLink(hash) {
  const found = /^#(\d{1,6})(?:\/([1-8]))?$/.exec(hash);
  return found ? { ply: Number(found[1]), seat: found[2] ? Number(found[2]) - 1 : null } : null;
}

// `page`: the address of the game's page, or ""; `seat`: a number, or else no seat.
export function linkTo(page, seat, ply) {
  const seated = typeof seat === "number";
  if (page) return `${page}${seated ? `/seat/${seat + 1}` : ""}#${ply}`;
  return `#${ply}${seated ? `/${seat + 1}` : ""}`;
}

// Replaces the page's address without a new history entry. A page outside of `home` (a frame) keeps its path.
export function showLink(link, ply, home) {
  const ours = link.startsWith("#") || location.pathname === home || location.pathname.startsWith(`${home}/`);
  const [path, hash] = link.split("#");
  try {
    history.replaceState(history.state, "", ours ? `${path}${path && location.search}#${hash}` : `#${ply}`);
  } catch {
    // A page within another page has no address of its own.
  }
}

// Copies text to the clipboard; returns whether it worked.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
