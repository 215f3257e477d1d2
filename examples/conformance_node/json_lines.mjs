// The protocol of docs/reference/conformance_protocol.md: one JSON object a line, from standard input to standard output.
// Standard output is for the protocol alone; console.error writes anything else.

import { createInterface } from "node:readline";

const PROTOCOL = "formal-rl-conformance/1";

/** What an implementation throws where it refuses to answer. Anything else that it throws is refused alike. */
export class Refusal extends Error {}

/** A fraction, of BigInts: exact, however large. */
export class Fraction {
  constructor(above, below = 1n) {
    const [a, b] = [BigInt(above), BigInt(below)];
    const divisor = greatestCommonDivisor(a < 0n ? -a : a, b);
    this.above = a / divisor;
    this.below = b / divisor;
  }
  plus(other) {
    return new Fraction(this.above * other.below + other.above * this.below, this.below * other.below);
  }
  times(other) {
    return new Fraction(this.above * other.above, this.below * other.below);
  }
  dividedBy(other) {
    if (other.above === 0n) throw new Refusal("division by 0");
    const sign = other.above < 0n ? -1n : 1n;
    return new Fraction(sign * this.above * other.below, sign * this.below * other.above);
  }
  get isZero() {
    return this.above === 0n;
  }
  toNumber() {
    return Number(this.above) / Number(this.below);
  }
  toJSON() {
    return { fraction: [safeInteger(this.above), safeInteger(this.below)] };
  }
}

function greatestCommonDivisor(a, b) {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}

function safeInteger(value) {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Refusal(`${value} is too large to be written as a number`);
  return number;
}

/** Reads a number of a case, which is an integer or {"fraction": [1, 2]}, as a Fraction. */
export function asFraction(value) {
  return typeof value === "number" ? new Fraction(value) : new Fraction(...value.fraction);
}

/**
 * Answers questions until the input ends. `suites` has, by the name of a suite, a function of a case, or of a question
 * about a history and `ask`: `await ask(prompt)` is what the agent does on the prompt. It returns the answer.
 */
export async function serve(suites) {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const read = async () => {
    const { value, done } = await lines.next();
    if (done) process.exit(0);
    return JSON.parse(value);
  };
  const write = (message) => process.stdout.write(JSON.stringify(message) + "\n");

  const { suite } = await read();
  const implementation = suites[suite];
  if (implementation === undefined) {
    write({ refuse: `there are ${Object.keys(suites).join(", ")} here` });
    return;
  }
  write({ protocol: PROTOCOL });
  for (;;) {
    const { id, ...question } = await read();
    const ask = async (prompt, told = {}) => {
      write({ id, ask: prompt, ...told });
      return (await read()).action;
    };
    try {
      write({ id, answer: await implementation(question.case ?? question, ask) });
    } catch (error) {
      write({ id, refuse: String(error) });
    }
  }
}
