// The implementations: plain JavaScript that knows nothing of how it is asked.

import { asFraction, Fraction } from "./json_lines.mjs";

/** USEFULNESS: the sum of Pr{L = l} E(C | L = l) / m_l over the lengths l. */
export function usefulness({ probabilities, expected_coins, greatest }) {
  let total = new Fraction(0);
  for (const [index, probability] of probabilities.entries()) {
    const p = asFraction(probability);
    if (!p.isZero) {
      const share = asFraction(expected_coins[index]).dividedBy(asFraction(greatest[index]));
      total = total.plus(p.times(share));
    }
  }
  return total;
}

/** Ignore rewards: 1 for the action that the agent would take if all rewards had been 0, and else -1; shows 0. */
export async function ignore_rewards({ play }, ask) {
  if (play.length === 0) return [0, 0];
  const action = play[play.length - 1];
  const prompt = play.slice(0, -1).map((part) => (Array.isArray(part) ? [0, part[1]] : part));
  return [(await ask(prompt)) === action ? 1 : -1, 0];
}
