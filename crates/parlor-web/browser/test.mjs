// Tests of the site in a real Chromium: `node test.mjs URL [FILTER]`. Prints a line per case; exits with 1 on failure.

import { runConnectionCases } from "./cases/connection.mjs";
import { runContrastCases } from "./cases/contrast.mjs";
import { runEditorCases } from "./cases/editor.mjs";
import { runEngineCases } from "./cases/engines.mjs";
import { runLayoutCases } from "./cases/layout.mjs";
import { runExplorerCases } from "./cases/explorer.mjs";
import { runLearnPuzzleCases } from "./cases/learn-puzzles.mjs";
import { runMatchCases } from "./cases/match.mjs";
import { runPlayCases } from "./cases/play.mjs";
import { runPuzzleCases } from "./cases/puzzle.mjs";
import { runReviewCases } from "./cases/review.mjs";
import { runScreenshotCases } from "./cases/screenshots.mjs";
import { runSiteCases } from "./cases/site.mjs";
import { runStorageCases } from "./cases/storage.mjs";
import { runWeightCases } from "./cases/weight.mjs";
import { Harness } from "./harness.mjs";

const [base, filter = ""] = process.argv.slice(2);
const harness = await Harness.start(base, filter);
await runSiteCases(harness);
await runWeightCases(harness);
await runContrastCases(harness);
await runPlayCases(harness);
await runConnectionCases(harness);
await runLayoutCases(harness);
await runScreenshotCases(harness);
await runMatchCases(harness);
await runStorageCases(harness);
await runEngineCases(harness);
await runPuzzleCases(harness);
await runEditorCases(harness);
await runReviewCases(harness);
await runLearnPuzzleCases(harness);
await runExplorerCases(harness);
await harness.browser.close();
process.exit(harness.failures ? 1 : 0);
