// Answers formal-rl conform. From the root of the project:
//
//   formal-rl conform "exec:node examples/conformance_node/answer.mjs" --suite usefulness
//   formal-rl conform "exec:node examples/conformance_node/answer.mjs" --suite ignore_rewards

import * as implementations from "./implementations.mjs";
import { serve } from "./json_lines.mjs";

await serve(implementations);
