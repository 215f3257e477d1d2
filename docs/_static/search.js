// Above the results of a search: the statements of this id, place in a paper, or title, the best first.
// `matching` in formal_rl/statements/ledger.py puts them in the same order.

const MOST = 8;
const asked = (new URLSearchParams(location.search).get("q") ?? "").toLowerCase().trim().replace(/\s+/g, " ");
const whole = new RegExp(`(?<!\\w)${asked.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?!\\w|\\.\\d)`);

const short = asked.replace(/^(?!eq)(\w)\w* /, "$1").replaceAll(".", "");

function rank({ id, source, title, former }) {
  const texts = [id, source, title];
  const named = [id, ...former].some((each) => each.toLowerCase() === asked);
  const shortened = id.slice(id.indexOf("-") + 1).toLowerCase().replaceAll(".", "") === short;
  const fits = texts.map((text, at) => whole.test(text.toLowerCase()) || (at === 0 && shortened));
  const place = [named, ...fits, true].indexOf(true);
  return [place, (texts[place - 1] ?? "").length];
}

function shown({ id, source, title, verdict }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `statements/${id}.html`;
  link.textContent = `${id}: ${title}`;
  item.append(link, ` (${verdict}; ${source})`);
  return item;
}

const ranked = STATEMENTS.map((each) => ({ at: rank(each), each })).filter(({ at }) => asked && at[0] < 4);
ranked.sort(({ at: one }, { at: other }) => one[0] - other[0] || one[1] - other[1]);
document.getElementById("statements-found").append(...ranked.slice(0, MOST).map(({ each }) => shown(each)));
