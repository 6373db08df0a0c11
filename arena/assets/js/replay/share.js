// The menu to share a game: a link to the ply, downloads, and code to embed it.

import { write } from "./dom.js";

const DOWNLOADS = ["log", "text", "page", "svg"];
const HEIGHT = 640; // px of an embedded replay

export class Share {
  constructor(parts, addresses) {
    this.parts = parts;
    this.addresses = addresses;
    parts.sharing.hidden = ![...DOWNLOADS, "embed"].some((name) => addresses.of(name));
  }

  open({ game, link, ply, title }) {
    const { share, linkText, embedBox, embedCode } = this.parts;
    linkText.value = link;
    for (const name of DOWNLOADS) this.download(this.parts[`${name}Link`], this.addresses.of(name, game));
    const embed = this.addresses.of("embed", game);
    embedBox.hidden = !embed;
    write(embedCode, embed && frameCode(new URL(embed, location.href).href, ply, title));
    share.showModal();
  }

  download(anchor, address) {
    anchor.parentNode.hidden = !address;
    if (address) anchor.href = address;
  }
}

// Returns the HTML code that embeds the game in another page, starting at a ply. The title is escaped.
function frameCode(address, ply, title) {
  const quoted = title.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return `<iframe src="${address}#${ply}" title="${quoted}" width="100%" height="${HEIGHT}" loading="lazy" allow="fullscreen"></iframe>`;
}
