import { readArguments } from "./stack/read-arguments.ts";
import { BUILD, runSteps, vitest } from "./testing/steps.ts";

/**
 * Tests that take too long to run every time: calls and jobs on a large database, deliveries and hourly jobs with a million members, ten
 * thousand random lifecycles of a membership, a 2 GB medium in the same memory as any other, and a search for texts that make
 * a regular expression slow.
 */
const usage = `Usage: npm run test:long

Tests that take too long to run every time: a million members, random lifecycles, 2 GB media files, and a search for
slow regular expressions, whose tool is fetched.`;
readArguments({ usage });
process.env.LARGE_HOUSE = "1";
process.env.MEMBERSHIP_LIVES = "10000";
const file = ["--project", "deep-worker", "worker/entry/growth.test.ts", "--silent=false"];
const size = [
  "worker/wake-up/slots/budgets.test.ts",
  "worker/wake-up/batches/delivery-size.test.ts",
  "worker/entry/hourly-scale.test.ts",
];
const million = ["--project", "deep-worker", ...size, "--silent=false"];
const move = ["--project", "worker", "worker/content/move-progress.test.ts", "--silent=false"];
const lives = ["--project", "deep-unit", "test/membership"];
await runSteps(
  [BUILD],
  [vitest("Calls and jobs on a large database", ...file)],
  [vitest("Deliveries and the hourly cron with a million members", ...million)],
  [vitest("A million rows of progress that move", ...move)],
  [vitest("Random membership lifecycles", ...lives)],
  [{ title: "Streaming 2 GB, and downloads with curl", command: process.execPath, args: ["test/large-medium.ts"] }],
  [{ title: "Regular expressions", command: process.execPath, args: ["lint/regular-expressions.ts"] }],
);
