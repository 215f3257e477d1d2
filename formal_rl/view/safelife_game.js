// SafeLife as the package plays it: the rule of cells, the actions of agents, exits, points, and draws; then its
// captions and pictures, in the words of the package.

import { element } from "./elements.js";
import { drawn, parsedShape } from "./svg_elements.js";

const [ALIVE, AGENT, PUSHABLE, DESTRUCTIBLE, FROZEN, PRESERVING, INHIBITING, SPAWNING, EXIT, RED] = [
  1, 2, 4, 8, 16, 32, 64, 128, 256, 512,
];
const COLOUR = 3584,
  TURN = 12288,
  PULLABLE = 32768,
  LIFE = ALIVE | DESTRUCTIBLE,
  NAMED_PLACES = 4,
  MULTIPLIER = 0x2360ed051fc65da44385df649fccf645n;

export const colourOf = (cell) => (cell & COLOUR) >> 9;
const wayOf = (cell) => (cell & TURN) >> 12;

// Return the draw of each number, from the state of numpy's generator PCG64 before the first of them.
function drawsFrom([state, increment]) {
  const made = [],
    step = BigInt(increment);
  let now = BigInt(state);
  return (number) => {
    while (made.length <= number) {
      now = BigInt.asUintN(128, now * MULTIPLIER + step);
      const turn = now >> 122n,
        word = BigInt.asUintN(64, now ^ (now >> 64n));
      made.push(Number(BigInt.asUintN(64, (word >> turn) | (word << (64n - turn))) >> 11n) / 2 ** 53);
    }
    return made[number];
  };
}

// Return the place that is so far ahead of another in a way, 0 to 3: up, right, down, left; on the torus.
function ahead({ width, height }, place, way, far) {
  const row = Math.floor(place / width) + far * [-1, 0, 1, 0][way],
    column = (place % width) + far * [0, 1, 0, -1][way];
  return ((row + 2 * height) % height) * width + ((column + 2 * width) % width);
}

// Return the board after a step of the rule, and the total number of draws read.
function advanced(game, board, read) {
  const after = board.slice();
  board.forEach((cell, place) => {
    if (cell & FROZEN) return;
    let living = 0,
      near = 0,
      once = 0,
      twice = 0,
      spawners = 0;
    for (const each of game.blocks[place]) {
      const other = board[each];
      near |= other;
      if (other & SPAWNING) spawners |= other;
      if (!(other & ALIVE)) continue;
      const inherited = other & EXIT ? other | DESTRUCTIBLE : other;
      living += 1;
      twice |= once & inherited;
      once |= inherited;
    }
    const colour = (twice | spawners) & COLOUR,
      chance = game.probability;
    if (cell & ALIVE) {
      if (!(near & PRESERVING) && living !== 3 && living !== 4) after[place] = 0;
    } else if (near & INHIBITING) return;
    else if (living === 3) after[place] = ALIVE | colour | (twice & DESTRUCTIBLE);
    else if (near & SPAWNING && chance && (chance === 1 || game.draw(read++) < chance)) after[place] = LIFE | colour;
  });
  return [after, read];
}

// Apply the action of the agent at a place to a board, and return its new place.
function act(game, board, place, action) {
  if (!action || !(board[place] & AGENT)) return place;
  const way = (action - 1) % 4,
    agent = (board[place] & ~TURN) | (way << 12),
    [front, beyond, behind] = [1, 2, -1].map((far) => ahead(game, place, way, far)),
    target = board[front],
    pushes = target & PUSHABLE && !(agent & PUSHABLE);
  board[place] = agent;
  const push = () => {
    if (board[beyond] && !(board[beyond] & EXIT)) return false;
    if (!board[beyond]) board[beyond] = target;
    board[front] = 0;
    return true;
  };
  if (action > 4) {
    if (!target) board[front] = LIFE | (agent & COLOUR);
    else if (target & DESTRUCTIBLE) board[front] = target & AGENT ? (target & ~AGENT & ~DESTRUCTIBLE) | FROZEN : 0;
    else if (pushes) push();
    return place;
  }
  if (pushes ? !push() : target && !(agent & target & EXIT && !(target & AGENT))) return place;
  if (pushes || !target) board[front] = agent;
  const pulled = board[behind] & PULLABLE && !(agent & PULLABLE) ? board[behind] : 0;
  board[place] = pulled;
  if (pulled) board[behind] = 0;
  return front;
}

// Return the value of a cell on a goal to an agent.
function worth(game, agent, cell, goal) {
  const counts = !(cell & FROZEN) || cell & (DESTRUCTIBLE | PUSHABLE | PULLABLE);
  return counts ? game.tables[agent][colourOf(goal)][cell & ALIVE ? colourOf(cell) : 8] : 0;
}

export const isActive = ({ board, at }, agent) => (board[at[agent]] & AGENT) > 0;
const hasLeft = ({ board, at }, agent) => (board[at[agent]] & (AGENT | EXIT)) === EXIT;
const points = (state, agent) => state.values[agent] + hasLeft(state, agent);
const earned = (game, state, agent) => points(state, agent) - game.initial[agent];
const canLeave = (game, state, agent) =>
  isActive(state, agent) && Math.max(0, earned(game, state, agent)) >= game.required[agent];

// Return a state with points counted, and then exits and agents opened or closed.
function settled(game, state) {
  const { board, goals, at } = state;
  state.values = game.tables.map((_, agent) =>
    board.reduce((sum, cell, place) => sum + worth(game, agent, cell, goals[place]), 0),
  );
  const may = at.map((_, agent) => canLeave(game, state, agent));
  may.forEach((each, agent) => {
    board[at[agent]] = (board[at[agent]] & ~EXIT) | (each ? EXIT : 0);
  });
  for (const exit of game.exits) board[exit] = FROZEN | EXIT | (may.includes(true) ? RED : 0);
  return state;
}

// Return the game of a level, with values that are computed once.
export function gameOf(level) {
  const game = { ...level, draw: drawsFrom(level.draws) };
  game.blocks = level.board.map((_, place) =>
    [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => ahead(level, ahead(level, place, 2, down), 1, right))),
  );
  game.exits = [...level.board.keys()].filter((place) => (level.board[place] & (AGENT | EXIT)) === EXIT);
  game.spawns = level.board.some((cell) => cell & SPAWNING);
  return game;
}

// Return the game before its first step. ``counted`` is the board whose cells count as those that were counted.
export function started(game) {
  const state = { board: game.board.slice(), goals: game.goals, at: game.agents, read: 0, counted: game.board };
  return settled(game, { ...state, inPlay: game.agents.map(() => true) });
}

// Return the game after one step, an action of each agent, with the reward of each.
export function stepped(game, before, actions) {
  const acted = before.board.slice(),
    at = before.at.slice();
  actions.forEach((action, agent) => {
    at[agent] = act(game, acted, at[agent], action);
  });
  const [board, between] = advanced(game, acted, before.read),
    [goals, read] = advanced(game, before.goals, between),
    after = settled(game, { board, goals, at, read, counted: board });
  after.inPlay = before.inPlay.map((was, agent) => was && isActive(after, agent));
  after.paid = before.inPlay.map((was, agent) => (was ? points(after, agent) - points(before, agent) : 0));
  return after;
}

// Return the places at which two boards differ, agents and exits left out.
export function differing(one, other) {
  const kept = (cell) => (cell & (AGENT | EXIT) ? 0 : cell);
  return [...one.keys()].filter((place) => kept(one[place]) !== kept(other[place]));
}

// --- Words ---

const signed = (number) => `${number > 0 ? "+" : ""}${number}`;

// Return the words and shapes of cells: the functions of a dictionary of names, shapes and colours.
export function wordsOf({ flags, colours, ways, named, inks, agents, plate, meanings }) {
  const shapes = new Map();
  const bare = (cell) => cell & ~COLOUR & ~TURN;
  const described = (cell) => {
    const names = Object.keys(flags).filter((name) => cell & flags[name]),
      colour = colourOf(cell);
    return [
      ...(colour ? [colours[colour]] : []),
      named[bare(cell)]?.name ?? `cell (${names.join(", ")})`,
      ...(wayOf(cell) ? [`turned ${ways[wayOf(cell)]}`] : []),
    ].join(" ");
  };
  const inWords = (cell) =>
    cell & AGENT && cell & EXIT ? `${described(cell & ~EXIT)} that may leave` : described(cell);
  const onGoal = (goal) => (colourOf(goal) ? `a ${colours[colourOf(goal)]} goal` : "no goal");
  const goalInWords = (goal) =>
    !(goal & COLOUR) ? "" : goal & ~COLOUR ? described(goal) : `${colours[colourOf(goal)]} goal`;
  const meaning = (cell) => meanings[named[bare(cell & AGENT ? cell & ~EXIT : cell)]?.name] ?? "";

  // Return new nodes that show a cell in a square of side 20.
  const shape = (cell) => {
    if (!cell) return [];
    if (!shapes.has(cell)) {
      const own = named[bare(cell)]?.shape || plate.replace("{cell:04x}", cell.toString(16).padStart(4, "0")),
        text = cell & AGENT ? agents[Number((cell & EXIT) > 0)][wayOf(cell)] : own,
        [fill, ink] = inks[colourOf(cell)];
      shapes.set(cell, parsedShape(`<g fill="${fill}" stroke="${ink}">${text}</g>`));
    }
    return shapes.get(cell).map((each) => each.cloneNode(true));
  };

  // Apply the action of one agent to the board, and describe it.
  const deed = (game, board, place, action) => {
    const was = board.slice(),
      after = act(game, board, place, action);
    if (!(was[place] & AGENT)) return "is not there, did nothing";
    if (!action) return "waited";
    const turn = (action - 1) % 4,
      way = ways[turn],
      [front, beyond, behind] = [1, 2, -1].map((far) => ahead(game, place, turn, far)),
      target = was[front];
    if (action > 4) {
      if (target === board[front]) return `toggled ${way} in vain: ${inWords(target)}`;
      if (!target) return `toggled ${way}: made ${inWords(board[front])}`;
      if (board[front]) return `toggled ${way}: destroyed ${inWords(target)}`;
      if (target & DESTRUCTIBLE) return `toggled ${way}: removed ${inWords(target)}`;
      return `toggled ${way}: shoved ${inWords(target)}${board[beyond] === target ? "" : " into the exit"}`;
    }
    if (after === place) {
      const what = target & EXIT && !(target & AGENT) ? "a closed exit" : inWords(target);
      return `blocked ${way} by ${what}${wayOf(was[place]) === turn ? "" : ", turned"}`;
    }
    const pulled = board[place] ? `, pulling ${inWords(was[behind])}` : "";
    if (!target) return `moved ${way}${pulled}`;
    if (target & EXIT && board[front] === target) return `went ${way} through the exit${pulled}`;
    return `pushed ${inWords(target)} ${way}${was[beyond] ? " into the exit" : ""}${pulled}`;
  };

  const changeInWords = ([was, now, goalWas, goal, worthWas, worth]) => {
    const counts = [
      ...(worth || !worthWas ? [`counts ${worth}`] : []),
      ...(worthWas ? [`counted ${worthWas}`] : []),
    ].join(", ");
    const before = `, before ${onGoal(goalWas)}`;
    if (was === now) return `${inWords(now)} has ${onGoal(goal)} under it${before}: ${counts}`;
    const happened = !was
      ? `${inWords(now)} came`
      : !now
        ? `${inWords(was)} went`
        : `${inWords(now)} instead of ${inWords(was)}`;
    const moved = (goalWas ^ goal) & COLOUR;
    return `${happened}${moved || goal & COLOUR ? ` on ${onGoal(goal)}` : ""}${moved ? before : ""}: ${counts}`;
  };

  // Return the places whose value to an agent a step changed, each with the change, and its description.
  const changes = (game, agent, before, after) => {
    if (!before.inPlay[agent]) return [];
    return after.board.flatMap((now, place) => {
      const cells = [before.counted[place], now, before.goals[place], after.goals[place]],
        [was, is] = [0, 1].map((at) => worth(game, agent, cells[at], cells[2 + at]));
      return was === is ? [] : [{ place, change: is - was, words: changeInWords([...cells, was, is]) }];
    });
  };

  // Explain the reward of an agent: a line for the places that changed alike, the greatest gains and losses first.
  const reasons = (game, agent, before, after) => {
    const alike = new Map();
    for (const { place, change, words } of changes(game, agent, before, after)) {
      const same = alike.get(`${change} ${words}`) ?? { change, words, places: [] };
      same.places.push([Math.floor(place / game.width), place % game.width]);
      alike.set(`${change} ${words}`, same);
    }
    const lines = [...alike.values()].map(({ change, words, places }) => {
      const several = places.length > 1,
        first = places.slice(0, NAMED_PLACES).map((each) => `(${each})`),
        more = places.length > NAMED_PLACES ? " ..." : "",
        where = several
          ? `at ${places.length} places, ${first.join(" ")}${more}`
          : `row ${places[0][0]}, column ${places[0][1]}`;
      return [change * places.length, `${where}: ${words}${several ? " each" : ""}`];
    });
    const leaving = before.inPlay[agent] ? hasLeft(after, agent) - hasLeft(before, agent) : 0;
    if (leaving) lines.push([leaving, `for having left${leaving < 0 ? " no more" : ""}`]);
    return lines.sort(([a], [b]) => Math.abs(b) - Math.abs(a)).map(([total, line]) => `${signed(total)} ${line}`);
  };

  const standing = (game, state, agent) => {
    const [own, wanted] = [earned(game, state, agent), game.required[agent]],
      line = `points ${points(state, agent)}, earned ${own} of ${wanted}`;
    if (hasLeft(state, agent)) return `${line}; it has left`;
    if (!isActive(state, agent)) return `${line}; it was destroyed`;
    if (canLeave(game, state, agent)) return `${line}; exit open`;
    return `${line}; exit closed, ${wanted - Math.max(0, own)} to go`;
  };

  // Return the captions of a game after a step: the points of each agent, its action, its reward, and the reasons.
  const captions = (game, before, after, actions) => {
    const called = game.agents.map((_, agent) => (game.agents.length > 1 ? `agent ${agent}: ` : "")),
      captions = called.map((name, agent) => [`${name}${standing(game, after, agent)}`, "standing"]);
    if (!before) return captions;
    const board = before.board.slice(),
      deeds = actions.map((action, agent) => deed(game, board, before.at[agent], action));
    return captions.concat(
      after.paid.flatMap((paid, agent) => [
        [`${called[agent]}${deeds[agent]}`, "deed"],
        [`reward ${signed(paid)}`, paid > 0 ? "gain" : paid < 0 ? "loss" : "even"],
        ...reasons(game, agent, before, after).map((line) => [line, "why"]),
      ]),
    );
  };

  // Return the legend of a game: its cells and goals, their behaviour, and the value of each cell on each goal.
  const legend = (game, tints) => {
    const { board } = started(game),
      makers = board.filter((cell) => cell & (AGENT | SPAWNING)),
      lives = makers.map((cell) => LIFE | (cell & COLOUR)),
      grounds = [...new Set(game.goals.map(colourOf))].sort(),
      cells = [...new Set([...board, ...lives])].filter((cell) => cell).sort((a, b) => a - b),
      kinds = new Map();
    for (const cell of cells) kinds.set(meaning(cell), [...(kinds.get(meaning(cell)) ?? []), cell]);
    const pays = (cell) => {
      const worths = grounds.map((goal) => [worth(game, 0, cell, goal << 9), onGoal(goal << 9)]),
        counted = worths.filter(([number]) => number).map(([number, where]) => `${signed(number)} on ${where}`);
      return counted.length ? ` ${inWords(cell)}: ${counted.join(", ")}.` : "";
    };
    const entry = (pictures, text) =>
      element(
        "li",
        {},
        pictures.map((inside) => drawn("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, inside)),
        element("span", {}, text),
      );
    return element(
      "ul",
      { class: "legend" },
      [...kinds].map(([means, kind]) =>
        entry(
          kind.map(shape),
          `${kind.map(inWords).join(", ")}. ${means}${game.agents.length ? kind.map(pays).join("") : ""}`,
        ),
      ),
      grounds
        .filter((goal) => goal)
        .map((goal) =>
          entry(
            [drawn("rect", { width: 20, height: 20, fill: tints[goal] })],
            `${colours[goal]} goal. The cell on it counts by its colour, as above.`,
          ),
        ),
    );
  };

  return { captions, changes, goalInWords, inWords, legend, meaning, shape };
}
