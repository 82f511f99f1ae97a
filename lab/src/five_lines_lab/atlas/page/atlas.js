"use strict";
// Draws the atlas from ATLAS, which data.js holds. A set there is a list:
// values of its options, die, published set it is named by, options asked of that, set it is the same as,
// positions and, where it is measured, its figures and, of those that are counted, the standard error or an interval;
// where it is not solved, null, and its status with the bounds of the first player's chance; its traffic, and how many
// others that leaves alike, of how many.

const SETS = ATLAS.sets.map(([values, die, base, asked, same, positions, figures, unsure, traffic, alike], number) =>
  ({ number, values, die, base, asked, same, positions, figures, unsure: figures ? unsure : {}, traffic, alike,
    status: figures ? "solved" : unsure[0], bounds: figures ? null : unsure.slice(1) }));
const PLACE = Object.fromEntries(ATLAS.figures.map((figure, place) => [figure.key, place]));
const NONE = -1;
const ALL = "all";
const IN_TABLE = ["throws_50", "throws_95", "first_player", "best_against_two_rules", "draws", "leavings", "circling"];
const OF_CHOSEN = ["throws_50", "throws_5", "throws_95", "throws", "first_player", "draws", "best_against_two_rules",
  "best_against_keeps_goal", "best_against_random", "stake", "turns_with_choice", "left_forced", "left_by_choice",
  "leavings_100", "circling"];
const NEAR = [["throws_50", "median throws"], ["first_player", "who begins"], ["best_against_two_rules", "against two-rules"],
  ["draws", "draws"], ["leavings", "leavings a game"]];
const FILTERS = [["throws_50", "most"], ["throws_95", "most"], ["edge", "most"], ["best_against_two_rules", "least"],
  ["draws", "most"], ["leavings", "most"]];
const STEP = 60;
const MANY = 1500;

const state = {
  die: 0, x: "throws_50", y: "best_against_two_rules", chosen: NONE, effect: "throws_50", effectDie: 0,
  sort: "throws_50", down: false, rows: STEP, values: {}, limits: {}, status: ALL, kind: 0,
};
const publishedAt = new Map(ATLAS.near.filter((it) => it.set !== NONE).map((it) => [it.set, it]));

// --- Small helpers -------------------------------------------------------------------------------------------

const byId = (id) => document.getElementById(id);

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

function draw(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const code = (text) => make("code", {}, text);

function number(value, digits) {
  const text = Math.abs(value).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (value < 0 && /[1-9]/.test(text) ? "−" : "") + text;
}

function decimals(error) {
  return Math.max(0, Math.min(4, -Math.floor(Math.log10(error) + 0.022)));
}

// What is proven of a set that is not solved.
function chance({ status, bounds: [low, high] }) {
  if (status === "endless") return "no end";
  return status === "decided" ? `${number(50 * (low + high), 2)} %` : `${number(100 * low, 2)} to ${number(100 * high, 2)} %`;
}

function shown(set, key) {
  if (!set.figures) return key === "first_player" ? chance(set) : "–";
  const place = PLACE[key], { kind, digits } = ATLAS.figures[place], value = set.figures[place];
  const [error, high] = set.unsure[place] || [0];
  if (kind !== "share") return number(value, digits) + (high === undefined ? "" : ` (${number(error, 0)}–${number(high, 0)})`);
  const reach = 196 * error;
  if (!reach) return `${number(100 * value, digits)} %`;
  return `${number(100 * value, decimals(reach))} ± ${number(reach, decimals(reach))} %`;
}

function counted(many, one, more = `${one}s`) {
  return `${number(many, 0)} ${many === 1 ? one : more}`;
}

function written(option, values) {
  const mark = values[option];
  return `${ATLAS.options[option].key}=${mark === "-" ? "-" : ATLAS.options[option].choices[+mark].text}`;
}

function named(set, withDie = state.die === ALL) {
  const options = set.asked.map((option) => written(option, set.values));
  return [ATLAS.published[set.base].name, ...options, ...(withDie ? [ATLAS.dice[set.die].text] : [])].join(" ");
}

function command(set, verb = "") {
  const options = set.asked.map((option) => ` --option ${written(option, set.values)}`).join("");
  const die = ATLAS.dice[set.die].text;
  const told = die === "d6" ? "" : ` --die ${die}`;
  return `five-lines${verb && ` ${verb}`} --rules ${ATLAS.published[set.base].name}${options}${told}`;
}

const value = (set, key) => set.figures[PLACE[key]];

// --- Which sets are shown ------------------------------------------------------------------------------------

function passes(set) {
  if (state.die !== ALL && set.die !== state.die) return false;
  if (state.status !== ALL && set.status !== state.status) return false;
  for (const [option, mark] of Object.entries(state.values)) if (set.values[option] !== mark) return false;
  for (const [name, limit] of Object.entries(state.limits)) {
    const [key, end] = name.split(" ");
    if (!set.figures) return false;
    if (end === "most" ? value(set, key) > limit : value(set, key) < limit) return false;
  }
  return true;
}

// --- The map -------------------------------------------------------------------------------------------------

let dots = [];

function scaleOf(key, sets, from, to) {
  const { kind } = ATLAS.figures[PLACE[key]];
  const values = sets.map((set) => value(set, key));
  let low = Math.min(...values), high = Math.max(...values);
  if (!values.length) { low = 1; high = 2; }
  if (kind === "throws") {
    low = Math.log(Math.max(low, 1) * 0.9);
    high = Math.log(Math.max(high, 1) * 1.12);
    const at = (it) => from + (to - from) * (Math.log(Math.max(it, 1)) - low) / (high - low);
    const ticksOf = (between) => [1, 10, 100, 1000, 10000, 100000].flatMap((ten) => between.map((it) => it * ten))
      .filter((tick) => Number.isInteger(tick) && Math.log(tick) >= low && Math.log(tick) <= high);
    // As many as have room: a number of five digits beside another.
    const roomy = (ticks) => ticks.every((tick, n) => !n || Math.abs(at(tick) - at(ticks[n - 1])) >= 54);
    const finer = [[1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 5, 7], [1, 2, 5], [1]].map(ticksOf);
    return { at, ticks: finer.find(roomy) || [], text: (it) => number(it, 0) };
  }
  const room = (high - low || Math.abs(high) || 1) * 0.06;
  low -= room; high += room;
  const rough = (high - low) / (Math.abs(to - from) < 340 ? 4 : 6), ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((it) => it * ten).find((it) => it >= rough);
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + 1e-12; tick += step) if (tick > -step / 2) ticks.push(tick);
  const per = kind === "share" ? 100 : 1, digits = Math.max(0, -Math.floor(Math.log10(step * per) + 1e-9));
  return {
    at: (it) => from + (to - from) * (it - low) / (high - low), ticks,
    text: (it) => number(it * per, digits) + (kind === "share" ? " %" : ""),
  };
}

const SHAPES = [
  (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  (x, y, r) => `M${x - r * 0.9} ${y - r * 0.9}h${1.8 * r}v${1.8 * r}h${-1.8 * r}z`,
  (x, y, r) => `M${x} ${y - r * 1.15}l${r * 1.1} ${2 * r}h${-2.2 * r}z`,
  (x, y, r) => `M${x} ${y - 1.25 * r}l${1.25 * r} ${1.25 * r}l${-1.25 * r} ${1.25 * r}l${-1.25 * r} ${-1.25 * r}z`,
];
const shapeOf = (die) => SHAPES[Math.min(die, 3)];
const colourOf = (die) => `var(--die-${Math.min(die, 3)})`;

function drawMap() {
  const box = byId("plot"), width = Math.max(280, Math.round(box.clientWidth || 640));
  const height = Math.round(Math.min(Math.max(width * 0.72, 320), 560));
  const left = 58, right = 26, top = 30, foot = 44;
  const sets = SETS.filter((set) => set.figures && passes(set));
  const x = scaleOf(state.x, sets, left, width - right), y = scaleOf(state.y, sets, height - foot, top);
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  for (const tick of x.ticks) {
    svg.append(draw("path", { class: "grid", d: `M${x.at(tick)} ${top}V${height - foot}` }),
      draw("text", { class: "tick", x: x.at(tick), y: height - foot + 17, "text-anchor": "middle" }, x.text(tick)));
  }
  for (const tick of y.ticks) {
    svg.append(draw("path", { class: "grid", d: `M${left} ${y.at(tick)}H${width - right}` }),
      draw("text", { class: "tick", x: left - 7, y: y.at(tick) + 4, "text-anchor": "end" }, y.text(tick)));
  }
  const title = (key) => ATLAS.figures[PLACE[key]].title + (ATLAS.figures[PLACE[key]].kind === "throws" ? ", throws" : "");
  svg.append(draw("text", { x: left, y: 18 }, `↑ ${title(state.y)}`),
    draw("text", { x: width - right, y: height - 8, "text-anchor": "end" }, `${title(state.x)} →`));
  dots = sets.map((set) => ({ set, x: x.at(value(set, state.x)), y: y.at(value(set, state.y)) }));
  // All that are not published are one shape a die: thousands of them are drawn at once, and smaller.
  const radius = dots.length > MANY ? 1.7 : 3.5;
  ATLAS.dice.forEach((_, die) => {
    const path = dots.filter((dot) => dot.set.die === die && !publishedAt.has(dot.set.number))
      .map((dot) => shapeOf(die)(dot.x.toFixed(1) * 1, dot.y.toFixed(1) * 1, radius)).join("");
    if (path) svg.append(draw("path", { d: path, class: "dots", style: `fill:${colourOf(die)};fill-opacity:.45` }));
  });
  const placeOf = new Map(dots.map((dot) => [dot.set.number, dot]));
  const here = placeOf.get(state.chosen), near = publishedAt.get(state.chosen);
  const better = here && near && placeOf.get(near.better);
  if (better) {
    svg.append(draw("path", { class: "way", d: `M${here.x} ${here.y}L${better.x} ${better.y}` }),
      draw("circle", { class: "goal", cx: better.x, cy: better.y, r: 8 }));
  }
  const taken = dots.filter((it) => publishedAt.has(it.set.number)).map((dot) => [dot.x - 8, dot.y - 8, dot.x + 8, dot.y + 8]);
  for (const dot of dots.filter((it) => publishedAt.has(it.set.number))) {
    svg.append(draw("path", { class: "published", d: shapeOf(dot.set.die)(dot.x, dot.y, 7), style: `fill:${colourOf(dot.set.die)}` }));
  }
  for (const dot of dots.filter((it) => publishedAt.has(it.set.number))) {
    const text = ATLAS.published[dot.set.base].name, long = text.length * 7.4;
    const places = [[14, 4, "start"], [-14, 4, "end"], [0, -14, "middle"], [0, 25, "middle"], [11, -11, "start"], [-11, 20, "end"], [11, 20, "start"], [-11, -11, "end"]];
    for (const [dx, dy, anchor] of places) {
      const from = dot.x + dx - (anchor === "end" ? long : anchor === "middle" ? long / 2 : 0);
      const spot = [from, dot.y + dy - 12, from + long, dot.y + dy + 4];
      const free = from > 2 && from + long < width - 2 && spot[1] > 2 &&
        !taken.some((it) => spot[0] < it[2] && it[0] < spot[2] && spot[1] < it[3] && it[1] < spot[3]);
      if (free) {
        taken.push(spot);
        svg.append(draw("text", { class: "label", x: dot.x + dx, y: dot.y + dy, "text-anchor": anchor }, text));
        break;
      }
    }
  }
  if (here) svg.append(draw("circle", { class: "ring", cx: here.x, cy: here.y, r: 11 }));
  box.replaceChildren(svg);
  const hidden = SETS.filter((set) => !set.figures && passes(set)).length;
  byId("shown").textContent = `${counted(dots.length, "set")} shown` +
    (hidden ? `; of ${number(hidden, 0)} more only the value or its bounds are known: see All sets.` : ".");
  drawLegend();
}

function drawLegend() {
  const sample = (path, style) => draw("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, draw("path", { d: path, style }));
  byId("legend").replaceChildren(...ATLAS.dice.filter((_, die) => state.die === ALL || state.die === die).flatMap((die) => {
    const at = ATLAS.dice.indexOf(die), style = `fill:${colourOf(at)}`;
    return [make("span", {}, sample(shapeOf(at)(0, 0, 7), style), `published, ${die.text}`),
      make("span", {}, sample(shapeOf(at)(0, 0, 4), `${style};fill-opacity:.5`), `other, ${die.text}`)];
  }));
}

function choose(found) {
  state.chosen = found;
  drawMap();
  drawChosen();
  drawTable();
  drawNear();
  keepAddress();
}

function touched(event) {
  const svg = byId("plot").querySelector("svg"), box = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / box.width;
  const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
  let best = null, least = 28 ** 2;
  for (const dot of dots) {
    const apart = (dot.x - x) ** 2 + (dot.y - y) ** 2 - (publishedAt.has(dot.set.number) ? 20 : 0);
    if (apart < least) { least = apart; best = dot; }
  }
  if (best) choose(best.set.number);
}

function stepped(event) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!way || !dots.length) return;
  event.preventDefault();
  const here = dots.find((dot) => dot.set.number === state.chosen);
  if (!here) { choose(dots[0].set.number); return; }
  // The nearest one within the quarter that the arrow points to; those on the same spot come in their order.
  let best = null, least = Infinity;
  for (const dot of dots) {
    const dx = dot.x - here.x, dy = dot.y - here.y, along = dx * way[0] + dy * way[1], aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    const same = dx === 0 && dy === 0 && (dot.set.number - here.set.number) * (way[0] + way[1]) > 0;
    if (!same && (along <= 0 || aside > along)) continue;
    const apart = same ? 1e-6 * Math.abs(dot.set.number - here.set.number) : Math.hypot(dx, dy);
    if (apart < least) { least = apart; best = dot; }
  }
  if (best) choose(best.set.number);
}

// --- The chosen set ------------------------------------------------------------------------------------------

function copied(text) {
  const told = code(text);
  const button = make("button", { type: "button", onclick: () => {
    const range = document.createRange();
    range.selectNodeContents(told);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    const done = () => { button.textContent = "Copied"; };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => document.execCommand("copy") && done());
    else if (document.execCommand("copy")) done();
  } }, "Copy");
  return make("div", { class: "copy" }, told, button);
}

// How many options two sets differ in; what means nothing in one of them is left aside.
function apart(one, other) {
  const found = [];
  for (let option = 0; option < one.values.length; option += 1) {
    if (one.values[option] !== other.values[option] && one.values[option] !== "-" && other.values[option] !== "-") found.push(option);
  }
  return found;
}

// How often each point is landed on, left or passed, or slid along, on a board as seat A sees it; below in soft ink
// the same of another set.
function drawTraffic(set, other) {
  const svg = draw("svg", { viewBox: "0 0 340 230", class: "traffic", role: "img",
    "aria-label": `${ATLAS.kinds[state.kind]} per 100 throws, by point` });
  const mine = set.traffic[state.kind], most = Math.max(...mine, 1e-9), slid = ATLAS.kinds[state.kind] === "slid";
  for (let line = 0; line < 5; line += 1) {
    const x = 38 + 66 * line;
    svg.append(draw("path", { class: line === 2 ? "sacred" : "line", d: `M${x} 66V158` }));
    for (const [index, seat, y, end, text] of [[line, "A", 158, 112, 192], [4 - line, "B", 66, 112, 16]]) {
      if (slid) svg.append(draw("path", { class: "worn", d: `M${x} ${y}V${end}`, "stroke-width": 24 * mine[index] / most }));
      svg.append(draw("circle", { class: slid ? "point" : "worn", cx: x, cy: y, r: slid ? 4 : 4 + 16 * Math.sqrt(mine[index] / most) }),
        draw("text", { x, y: text, class: "name" }, `${index + 1}${seat}`),
        draw("text", { x, y: text + 14 }, number(mine[index], 1)));
      if (other) svg.append(draw("text", { x, y: text + 27, class: "soft" }, number(other.traffic[state.kind][index], 1)));
    }
  }
  const kinds = make("select", { "aria-label": "What is counted", onchange: (event) => { state.kind = +event.target.value; drawChosen(); } },
    ...ATLAS.kinds.map((kind, place) => make("option", { value: place, selected: place === state.kind }, kind)));
  const [alike, others] = set.alike;
  return [make("h4", {}, "Where play wears the board"),
    make("p", { class: "axes" }, kinds, "per 100 throws"), svg,
    make("p", { class: "small" }, `Between two players of two-rules${other ? `; below in soft ink ${ATLAS.published[set.base].name}` : ""}. ` +
      `By the landings of such games, measured to a tenth, this set can't be told from ${alike} of the ${number(others, 0)} others with this die. `,
      code("five-lines wear"), " does that for a find.")];
}

function drawChosen() {
  const set = SETS[state.chosen], box = byId("chosen");
  if (!set) { box.replaceChildren(make("p", {}, "No set is chosen.")); return; }
  const base = ATLAS.published[set.base], die = ATLAS.dice[set.die];
  const plain = SETS.find((it) => it.base === set.base && it.die === set.die && !it.asked.length && it.figures);
  const compare = set.asked.length && plain && set.figures;
  const parts = [make("h3", {}, set.asked.length ? `${base.title}, changed` : base.title)];
  parts.push(make("p", {}, set.asked.length ? `${named(set, true)}` : `${base.source}. With ${die.meaning}.`));
  if (set.same !== NONE && SETS[set.same]) parts.push(make("p", { class: "small" }, `The same game as ${named(SETS[set.same])}.`));
  if (set.figures) {
    parts.push(make("table", {},
      make("thead", {}, make("tr", {}, make("td", {}), make("th", { scope: "col" }, "here"), ...(compare ? [make("th", { scope: "col" }, base.name)] : []))),
      make("tbody", {}, ...OF_CHOSEN.map((key) => make("tr", {}, make("th", { scope: "row" }, ATLAS.figures[PLACE[key]].title),
        make("td", {}, shown(set, key)), ...(compare ? [make("td", {}, shown(plain, key))] : []))))));
    if (Object.keys(set.unsure).length) parts.push(make("p", { class: "small" }, `With ± or an interval: counted in ${number(ATLAS.games, 0)} games, with 95 % confidence.`));
  } else if (set.status === "endless") parts.push(make("p", {}, "No game of these rules can end: no position that can come up has a winning move."));
  else parts.push(make("p", {}, make("strong", {}, { decided: "Decided: ", bounded: "Bounded: ", stopped: "Not closed yet: " }[set.status]),
    `with best play who begins wins ${set.status === "decided" ? "" : "between "}${chance(set)} of games, a draw counted as half a win. ` +
    "That is proven. There are no other figures, as games are too long, or play from some positions may have no end." +
    (set.status === "stopped" ? " The bounds were left when their time was over." : "")));
  if (set.traffic) parts.push(...drawTraffic(set, set.asked.length && plain && plain.traffic ? plain : null));
  parts.push(make("h4", {}, "Play it at the table"), copied(command(set)));
  const differs = new Set(set.asked);
  parts.push(make("h4", {}, "Its rules"), make("ul", {}, ...ATLAS.options.map((option, place) => {
    if (set.values[place] === "-") return null;
    const { meaning } = option.choices[+set.values[place]];
    const told = `${meaning[0].toUpperCase()}${meaning.slice(1)}.`;
    return make("li", {}, differs.has(place) ? make("strong", {}, told) : told, " ", code(written(place, set.values)));
  }).filter(Boolean), make("li", {}, `${die.meaning[0].toUpperCase()}${die.meaning.slice(1)}. `, code(`die=${die.text}`))));
  const near = SETS.filter((it) => it.die === set.die && it.number !== set.number && apart(it, set).length === 1);
  if (near.length) {
    near.sort((one, other) => (one.figures ? value(one, "throws_50") : Infinity) - (other.figures ? value(other, "throws_50") : Infinity));
    parts.push(make("h4", {}, "Sets here that differ in one option"),
      make("p", { class: "small" }, "With their median length. What means nothing in one of the two is not counted."),
      make("ul", { class: "near" }, ...near.slice(0, 40).map((it) => make("li", {}, make("button", { type: "button", onclick: () => choose(it.number) },
        `${written(apart(set, it)[0], it.values)}: ${shown(it, "throws_50")}`)))));
  }
  box.replaceChildren(...parts);
}

// --- Published sets ------------------------------------------------------------------------------------------

function drawNear() {
  const rows = ATLAS.near.filter((it) => state.die === ALL || it.die === state.die).map((it) => {
    const set = SETS[it.set], better = SETS[it.better];
    const name = ATLAS.published[it.published].name + (state.die === ALL ? ` ${ATLAS.dice[it.die].text}` : "");
    const first = set ? make("button", { type: "button", onclick: () => { choose(set.number); byId("map").scrollIntoView(); } }, name) : name;
    return make("tr", { class: it.set === state.chosen && set ? "is-chosen" : false }, make("td", {}, first),
      ...NEAR.map(([key, title]) => make("td", { "data-title": title }, set ? shown(set, key) : "–")),
      make("td", { class: "words" }, ...toldBetter(it, set, better)));
  });
  byId("near").replaceChildren(
    make("thead", {}, make("tr", {}, ...["set", ...NEAR.map(([, title]) => title)].map((it) =>
      make("th", { scope: "col" }, it)), make("th", { scope: "col", class: "words" }, "the nearest that is better"))),
    make("tbody", {}, ...rows));
}

function toldBetter(near, set, better) {
  if (!set) return ["It is not solved here."];
  const known = near.solved + near.unsolved;
  const among = `${near.solved} of the ${near.neighbours} sets that one option makes of it are solved here` +
    (near.unsolved ? `; ${near.unsolved} are not` : "") + ".";
  if (!better) {
    return [known === near.neighbours ? `None in this table, though all ${near.neighbours} that one option makes of it are here.` : `None in this table: ${among}`];
  }
  const options = near.asked.map((option) => written(option, better.values)).join(" ");
  const times = value(better, "throws_50") / value(set, "throws_50");
  const all = near.asked.length === 1 && known === near.neighbours;
  return [`${all ? "" : "Of the sets here: "}${near.asked.length === 1 ? "one option" : `${near.asked.length} options`} away, `,
    make("button", { type: "button", onclick: () => { choose(better.number); byId("map").scrollIntoView(); } }, options),
    ` is ${number(times, 2)} times as long (${shown(better, "throws_50")}), who begins ${shown(better, "first_player")}, ` +
    `against two-rules ${shown(better, "best_against_two_rules")}.` + (known < near.neighbours ? ` ${among}` : "")];
}

// --- Options -------------------------------------------------------------------------------------------------

function changed(place) {
  const [option, choice] = ATLAS.changes[place], { key, choices } = ATLAS.options[option];
  return { to: `${key}=${choices[choice].text}`, from: choices[0].text, meaning: choices[choice].meaning, before: choices[0].meaning };
}

// An effect as text, and whether it is more, less or nothing.
function toldEffect(kind, by) {
  if (kind === "throws") return `× ${number(by, by < 0.1 ? Math.min(1 - Math.floor(Math.log10(by)), 6) : 2)}`;
  if (kind === "share") return `${by > 0 ? "+" : ""}${number(100 * by, 1)} points`;
  return `${by > 0 ? "+" : ""}${number(by, 2)}`;
}

function toldSpread(kind, [pairs, mean, least, most, leftOut = 0, low, high]) {
  return `${toldEffect(kind, mean)} on average over ${counted(pairs, "pair")}` +
    (pairs > 1 ? `, from ${toldEffect(kind, least)} to ${toldEffect(kind, most)}` : "") +
    (leftOut ? `; ${counted(leftOut, "more pair")} ${leftOut === 1 ? "is" : "are"} not solved` : "") +
    (low === undefined ? "" : `: with them the average is between ${toldEffect(kind, low)} and ${toldEffect(kind, high)}`);
}

// The change that does most, in a sentence.
function largest(figure, [place, pairs, mean]) {
  return ["The most is done by ", code(changed(place).to), ` instead of ${changed(place).from}: ${toldEffect(figure.kind, mean)} ` +
    `over ${counted(pairs, "pair")}. A mean over few pairs says little of other sets, and none says why.`];
}

function drawEffects() {
  const figure = ATLAS.figures[PLACE[state.effect]], die = ATLAS.dice[state.effectDie];
  const { alone, between, dice } = ATLAS.effects[state.effectDie][state.effect];
  const size = (by) => figure.kind === "throws" ? Math.log(by) : by;
  const sorted = [...alone].sort((one, other) => Math.abs(size(other[2])) - Math.abs(size(one[2])));
  const what = figure.kind === "throws" ? "so many times as long" : figure.kind === "share" ? "in percentage points" : "the difference";
  byId("effects-lead").replaceChildren(
    `What changing one option does to “${figure.title}” (${figure.words}), ${what}. Each is a mean over pairs of sets with ` +
    `the die ${die.text}: one set, and what this option alone makes of it, where both are solved here. The thin line goes ` +
    "from the least to the most. ", ...(alone.length ? largest(figure, sorted[0]) : ["There is no such pair yet."]));
  const widest = Math.max(1e-9, ...sorted.flatMap((it) => [Math.abs(size(it[3])), Math.abs(size(it[4]))]));
  const at = (by) => 50 + 49 * size(by) / widest;
  byId("effects").replaceChildren(...sorted.map(([place, ...spread]) => {
    const [, mean, least, most] = spread;
    const { to, from, meaning } = changed(place), zero = 50, middle = at(mean);
    const colour = size(mean) >= 0 ? "var(--more)" : "var(--less)";
    return make("li", {},
      make("span", { class: "what" }, code(to), ` instead of ${from}`, make("span", { class: "small" }, `${meaning[0].toUpperCase()}${meaning.slice(1)}.`)),
      make("div", {},
        make("div", { class: "bar", "aria-hidden": "true" },
          make("i", { class: "mean", style: `left:${Math.min(zero, middle)}%;width:${Math.abs(middle - zero)}%;background:${colour}` }),
          make("i", { class: "range", style: `left:${at(least)}%;width:${Math.max(0.3, at(most) - at(least))}%` }),
          make("i", { class: "zero", style: "left:calc(50% - 1px)" })),
        make("span", { class: "told" }, toldSpread(figure.kind, spread))));
  }));
  const others = ATLAS.dice.filter((it) => it !== die);
  byId("die-effects").replaceChildren(...dice.map((found, place) => found && make("li", {}, code(`die=${others[place].text}`), ` instead of ${die.text}: `,
    toldSpread(figure.kind, found), ".")).filter(Boolean));
  byId("die-part").hidden = !dice.some(Boolean);
  byId("between").replaceChildren(...(between.length ? between.map(([one, other, squares, without, both]) => {
    const first = changed(one), second = changed(other);
    return make("li", {}, code(first.to), ` instead of ${first.from}: ${toldEffect(figure.kind, without)} with `,
      code(`${second.to.split("=")[0]}=${second.from}`), `, ${toldEffect(figure.kind, both)} with `, code(second.to),
      ` (${counted(squares, "square")})`);
  }) : [make("li", {}, "No square of four sets is solved here.")]));
}

// --- All sets ------------------------------------------------------------------------------------------------

function drawTable() {
  const sets = SETS.filter(passes), sign = state.down ? -1 : 1;
  const key = (set) => state.sort === "set" ? named(set) : state.sort === "status" ? set.status : set.figures ? value(set, state.sort) : Infinity * sign;
  const keys = new Map(sets.map((set) => [set, key(set)]));
  sets.sort((one, other) => sign * (keys.get(one) < keys.get(other) ? -1 : keys.get(one) > keys.get(other) ? 1 : 0) || one.number - other.number);
  const head = (name, text, about) => {
    const sorted = state.sort === name;
    return make("th", { scope: "col", title: about || null, "aria-sort": sorted ? (state.down ? "descending" : "ascending") : null },
      make("button", { type: "button", onclick: () => {
        state.down = sorted ? !state.down : false;
        state.sort = name;
        drawTable();
      } }, `${text}${sorted ? (state.down ? " ↓" : " ↑") : ""}`));
  };
  byId("table").replaceChildren(
    make("thead", {}, make("tr", {}, head("set", "set"), head("status", "status"), ...IN_TABLE.map((it) => head(it, ATLAS.figures[PLACE[it]].title, ATLAS.figures[PLACE[it]].words)))),
    make("tbody", {}, ...sets.slice(0, state.rows).map((set) => make("tr", { class: set.number === state.chosen ? "is-chosen" : false },
      make("td", {}, make("button", { type: "button", onclick: () => { choose(set.number); byId("map").scrollIntoView(); } }, named(set))),
      make("td", {}, set.status),
      ...IN_TABLE.map((it) => make("td", {}, shown(set, it)))))));
  byId("counted").textContent = `${counted(sets.length, "set")} of ${number(SETS.length, 0)}. A set is named by the published one that the fewest options make it of.`;
  byId("more").hidden = sets.length <= state.rows;
}

function drawFilters() {
  byId("filter-figures").replaceChildren(...FILTERS.map(([key, end]) => {
    const figure = ATLAS.figures[PLACE[key]], per = figure.kind === "share" ? 100 : 1, name = `${key} ${end}`;
    return make("label", {}, `${figure.title}, at ${end}${per === 100 ? ", %" : ""}`, make("input", { type: "number", step: "any", min: "0", oninput: (event) => {
      if (event.target.value === "") delete state.limits[name];
      else state.limits[name] = +event.target.value / per;
      filtered();
    } }));
  }));
  const statuses = [ALL, ...ATLAS.states];
  byId("filter-options").replaceChildren(make("label", {}, "status", make("select", { onchange: (event) => {
    state.status = event.target.value;
    filtered();
  } }, ...statuses.map((it) => make("option", { value: it }, it === ALL ? "any" : it)))), ...ATLAS.options.map((option, place) => {
    const there = new Set(SETS.map((set) => set.values[place]));
    return make("label", {}, option.key, make("select", { onchange: (event) => {
      if (event.target.value === ALL) delete state.values[place];
      else state.values[place] = event.target.value;
      filtered();
    } }, make("option", { value: ALL }, "any"), ...option.choices.map((choice, mark) => make("option", { value: mark, disabled: !there.has(String(mark)) }, `${choice.text}: ${choice.meaning}`)),
    ...(there.has("-") ? [make("option", { value: "-" }, "-: means nothing")] : [])));
  }));
}

function filtered() {
  state.rows = STEP;
  drawMap();
  drawTable();
}

// --- About ---------------------------------------------------------------------------------------------------

function drawAbout() {
  const done = (die) => ATLAS.states.reduce((sum, it) => sum + die[it], 0);
  const known = ATLAS.dice.map((die) => `${die.text}: ${number(die.solved, 0)} solved` +
    `, ${number(die.decided, 0)} only decided (the first player's chance is known), ${number(die.bounded, 0)} only bounded` +
    `, ${number(die.stopped, 0)} with bounds that are not closed yet, ${number(die.endless, 0)} without end` +
    (done(die) === die.wanted ? "" : `, of ${number(die.wanted, 0)} that its survey is to have`));
  const whole = ATLAS.dice.every((die) => done(die) === die.wanted);
  byId("covers").textContent = `It has ${counted(SETS.length, "set")}: with the die ${known.join("; with the die ")}.` +
    (whole ? " That is the whole survey." : " The rest is not worked out yet.");
  const wanted = ATLAS.near.map((it) => make("li", {}, `${ATLAS.published[it.published].name}, ${ATLAS.dice[it.die].text}: ` +
    `${it.set === NONE ? "not solved; " : ""}${it.solved} of ${it.neighbours} that one option makes of it are solved` +
    (it.unsolved ? `, ${it.unsolved} more are not` : "")));
  byId("coverage").replaceChildren(
    make("p", {}, byId("covers").textContent),
    make("details", {}, make("summary", {}, "Of each published set"), make("ul", {}, ...wanted)),
    make("p", {}, "The rest is worked out by the first of these commands, with the file that the survey was begun with, and this page is " +
      "made anew by the second. The first may be stopped at any time and goes on where it was; ", code("five-lines survey example"), " prints a space of all mixes."),
    copied(`five-lines survey SPACE.toml --out ${ATLAS.survey}`), copied(`five-lines atlas ${ATLAS.survey} --out .`));
  byId("figures").replaceChildren(...ATLAS.figures.flatMap((figure) => [make("dt", {}, figure.title),
    make("dd", {}, `${figure.words[0].toUpperCase()}${figure.words.slice(1)}.`)]));
  byId("better").textContent = ATLAS.better;
  byId("board").textContent = ATLAS.board;
  byId("files").replaceChildren("All figures of all sets, more than are shown here: ", make("a", { href: ATLAS.csv }, "the table as CSV"),
    ". What is in it, column by column, and how to cite it: ", make("a", { href: ATLAS.sheet }, "its data sheet"),
    ". What ancient texts and finds say of each option: ", code("five-lines testimonies"), ".");
  byId("version").textContent = ATLAS.version;
}

// --- Beginning -----------------------------------------------------------------------------------------------

function picker(id, key, redraw) {
  const select = byId(id);
  select.replaceChildren(...ATLAS.figures.map((figure) => make("option", { value: figure.key, selected: figure.key === state[key] }, figure.title)));
  select.addEventListener("change", () => { state[key] = select.value; redraw(); });
}

function drawDice() {
  const choices = [...ATLAS.dice.map((die, place) => [place, die.text]), ...(ATLAS.dice.length > 1 ? [[ALL, "all"]] : [])];
  byId("dice").append(...choices.map(([place, text]) => make("label", {}, make("input", { type: "radio", name: "die", checked: place === state.die, onchange: () => {
    state.die = place;
    const near = state.die === ALL ? null : SETS.find((set) => SETS[state.chosen] && set.die === place && set.values === SETS[state.chosen].values);
    if (state.die !== ALL) { state.effectDie = place; byId("effect-die").value = place; drawEffects(); }
    state.rows = STEP;
    choose(near ? near.number : state.die === ALL ? state.chosen : firstOf(place));
  } }), ` ${text}`)));
  byId("effect-die").replaceChildren(...ATLAS.dice.map((die, place) => make("option", { value: place }, die.text)));
  byId("effect-die").value = state.effectDie;
  byId("effect-die").addEventListener("change", (event) => { state.effectDie = +event.target.value; drawEffects(); });
}

const firstOf = (die) => (ATLAS.near.find((it) => it.die === die && it.set !== NONE) || { set: SETS.findIndex((set) => set.die === die && set.figures) }).set;

// The address tells what is shown, so that it can be passed on.
function keepAddress() {
  const set = SETS[state.chosen];
  const told = new URLSearchParams({ x: state.x, y: state.y, die: state.die === ALL ? ALL : ATLAS.dice[state.die].text, ...(set ? { set: named(set, true) } : {}) });
  history.replaceState(null, "", `#${told}`);
}

function readAddress() {
  const told = new URLSearchParams(location.hash.slice(1));
  for (const axis of ["x", "y"]) if (told.get(axis) in PLACE) state[axis] = told.get(axis);
  const die = ATLAS.dice.findIndex((it) => it.text === told.get("die"));
  if (told.get("die") === ALL) state.die = ALL;
  else if (die !== NONE) state.die = die;
  state.effectDie = state.die === ALL ? 0 : state.die;
  const set = SETS.find((it) => named(it, true) === told.get("set"));
  state.chosen = set ? set.number : firstOf(state.effectDie);
}

readAddress();
drawDice();
picker("axis-x", "x", () => { drawMap(); keepAddress(); });
picker("axis-y", "y", () => { drawMap(); keepAddress(); });
picker("effect-figure", "effect", drawEffects);
drawFilters();
drawAbout();
drawMap();
drawChosen();
drawNear();
drawEffects();
drawTable();
byId("plot").addEventListener("click", touched);
byId("plot").addEventListener("keydown", stepped);
byId("more").addEventListener("click", () => { state.rows += 5 * STEP; drawTable(); });
byId("clear").addEventListener("click", () => { state.values = {}; state.limits = {}; state.status = ALL; drawFilters(); filtered(); });
let drawnAt = byId("plot").clientWidth;
new ResizeObserver(() => {
  if (byId("plot").clientWidth !== drawnAt) { drawnAt = byId("plot").clientWidth; drawMap(); }
}).observe(byId("plot"));
