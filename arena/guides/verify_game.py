"""Check a game log: `python3 verify_game.py GAME.jsonl`. log-format.md explains each step."""

import hmac
import json
import re
import sys
from hashlib import sha256
from pathlib import Path


def check(right: bool, problem: str) -> None:
    if not right:
        raise ValueError(problem)


def draw(who: object, name: str, place: object) -> int:
    """Draw a card for `who` by the secret; move it to `place`. Raise ValueError unless its name is `name`."""
    parts = [f"maumau-order-1/{deal}/{epoch}/{who}/{part}" for part in range(-(-len(names) // 4))]
    keys = b"".join(hmac.digest(secret, part.encode(), "sha256") for part in parts)
    card = min((keys[8 * card : 8 * card + 8], card) for card in cards if at[card] == "stock")[1]
    check(names[card] == name, f"by the secret {who} gets {names[card]}, not {name}")
    at[card] = place
    return card


data = Path(sys.argv[1]).read_bytes()
*lines, last = data.splitlines(keepends=True)
number = len(lines) + 1  # of the line that is being checked
sys.excepthook = lambda kind, error, trace: print(f"line {number}: {error}")  # and exit with 1
footer = json.loads(last)["footer"]
for number, line in enumerate(lines, 1):
    check(footer["sums"][2 * number - 2 : 2 * number] == f"{sum(line) % 256:02x}", "the sum is wrong")
number, unsealed = len(lines) + 1, data.removesuffix(f'{footer["log_digest"]}"}}}}\n'.encode())
check(sha256(unsealed).hexdigest() == footer["log_digest"], "the log digest is wrong")
header, secret = json.loads(lines[0])["header"], bytes.fromhex(footer["secret"])
check(sha256(secret + header["game"].encode()).hexdigest() == header["commitment"], "not the secret promised")
pack, deal, epoch = header["pack"], -1, 0
names = ([r + s for s in "CDHS" for r in pack["ranks"]] + ["XX"] * pack["jokers"]) * pack["copies"]  # by card
cards, at, pile, met = range(len(names)), list[object](), list[int](), list[int]()
for number, line in enumerate(lines[1:], 2):  # at[card]: "stock", "aside", "pile" or a seat
    [(kind, body)] = json.loads(line).items()
    if kind in {"take", "reshuffle"}:  # cards met in cutting, or turned up and laid aside, are in the stock
        at = ["stock" if place == "aside" else place for place in at]
    if kind == "deal":
        check(body == deal + 1, "a deal is missing")
        deal, epoch, at, pile, met = body, 0, ["stock" for _ in cards], [], []
    elif kind == "cut":
        met.append(draw(f"cut{body['number']}", body["card"], "aside"))
    elif kind in {"kept", "left"}:
        card = met.pop([names[card] for card in met].index(body["card"]))
        at[card] = body["seat"] if kind == "kept" else "aside"
    elif kind == "starter":
        at = ["aside" if place == "pile" else place for place in at]
        pile = [draw("table", body, "pile")]
    elif kind == "take":
        for name in body["cards"]:
            draw(body["seat"], name, body["seat"])
    elif kind == "reshuffle":
        check(body["epoch"] == epoch + 1 and not (pile and "stock" in at), "no reshuffle is due")
        epoch, pile, met = epoch + 1, pile[-1:], []
        at = ["stock" if at[card] == "pile" and card not in pile else at[card] for card in cards]
        stock = sorted(names.index(names[card]) for card in cards if at[card] == "stock")
        check(body["cards"] == [names[card] for card in stock], "the stock is not the pile without its top")
    elif kind in {"play", "house"}:
        check(bool(pile) or body["action"] in {"keep", "leave"}, "no card is turned up")
        for name in re.findall(r"(?:^|\+)([0-9TJQKAX][CDHSX])", body["action"]):
            pile.append([*zip(at, names, strict=True)].index((body["seat"], name)))
            at[pile[-1]] = "pile"
    elif kind == "back":
        check(names[pile[-1]] == body["card"], "another card is on top of the pile")
        at[pile.pop()] = body["seat"]
    else:
        check(kind in {"fault", "score"}, "there is no such record")
number = len(lines) + 1
game = re.sub(rb'{"(?:kept|left|back|score)":.*\n|,"(?:ms|verdict)":.*', b"", b"".join(lines[1:]))
head = "maumau-game-1 {ruleset_hash} {seats} {board} {draws}\n".format(**header)
places, points = (" ".join(map(str, footer[key])) for key in ("places", "points"))
tail = f"{footer['termination']} places {places} points {points}\n"
check(sha256(head.encode() + game + tail.encode()).hexdigest() == footer["game_digest"], "wrong game digest")
print(f"{len(lines) + 1} lines: the commitment, both digests, every draw and every reshuffle are right")
