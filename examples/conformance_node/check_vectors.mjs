// Checks the implementations against recorded vectors, with no Python about. From the root of the project:
//
//   formal-rl vectors record ignore_rewards --out vectors
//   node examples/conformance_node/check_vectors.mjs vectors/ignore_rewards.json
//
// Exits 0 if every answer is the recorded one, 1 if not, 4 if there is no implementation of the suite.

import { readFileSync } from "node:fs";
import * as implementations from "./implementations.mjs";

/** Whether two values agree: the same form, floats within the tolerance, everything else equal. */
function agree(expected, got, tolerance) {
  if (isNumber(expected) && isNumber(got)) {
    const [[a, b], [c, d]] = [parts(expected), parts(got)];
    if (a * d === c * b) return true;
    return tolerance > 0 && Math.abs(a / b - c / d) <= tolerance;
  }
  if (Array.isArray(expected) || Array.isArray(got)) {
    const both = Array.isArray(expected) && Array.isArray(got) && expected.length === got.length;
    return both && expected.every((each, index) => agree(each, got[index], tolerance));
  }
  return expected === got;
}

const isNumber = (value) => typeof value === "number" || Array.isArray(value?.fraction);
const parts = (value) => (typeof value === "number" ? [value, 1] : value.fraction);

/** The agent of a case: what is listed, and 0 on every other prompt. */
function agentOf(listed) {
  const key = ({ action, ...asked }) => JSON.stringify(Object.entries(asked).sort());
  const actions = new Map(listed.map((each) => [key(each), each.action]));
  return async (prompt, told = {}) => actions.get(key({ ask: prompt, ...told })) ?? 0;
}

async function answered(implementation, recorded) {
  try {
    const value = await implementation(recorded.case ?? recorded, agentOf(recorded.agent ?? []));
    return { answer: JSON.parse(JSON.stringify(value)) };
  } catch (error) {
    return { refuse: String(error) };
  }
}

const vectors = JSON.parse(readFileSync(process.argv[2], "utf-8"));
const implementation = implementations[vectors.suite];
if (implementation === undefined) {
  console.error(`there is no ${vectors.suite} here`);
  process.exit(4);
}
let [cases, differences] = [0, 0];
for (const claim of vectors.claims.filter((each) => each.required)) {
  for (const recorded of claim.cases) {
    const got = await answered(implementation, recorded);
    const same = "refuse" in recorded ? "refuse" in got : agree(recorded.answer, got.answer, claim.tolerance);
    cases += 1;
    if (!same) {
      differences += 1;
      console.log(`${claim.id}: ${JSON.stringify(recorded)}: got ${JSON.stringify(got)}`);
    }
  }
}
console.log(`${vectors.suite}: ${cases} cases, ${differences} differences`);
process.exit(differences > 0 ? 1 : 0);
