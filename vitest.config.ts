import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { chaosOf } from "./test/chaos/chaos-settings.ts";
import { fuzzOf } from "./test/fuzz/fuzz-settings.ts";
import { DEEP_TESTS } from "./test/support/deep-tests.ts";
import { workerd } from "./test/worker/runtime.ts";

// The run prints its seed; --sequence.seed repeats the order.
const sequence = { shuffle: { tests: true, files: true } };
let projects = 0;

/** A project's tests. Projects run one after another: a worker is reused only for files of the same project. */
const project = (
  { test, ...config }: TestProjectInlineConfiguration,
  name: string,
  include: string[],
  exclude: string[] = [],
): TestProjectInlineConfiguration => {
  projects += 1;
  // Timeouts are generous, for a busy machine; not budgets.
  const timeouts = { testTimeout: 120_000, hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } } };
  const order = { maxWorkers: availableParallelism(), sequence: { ...sequence, groupOrder: projects } };
  return { ...config, test: { ...test, name, include, exclude, ...timeouts, ...order } };
};

// Stateless functions: imports are loaded once, which takes a third of the time.
const inNode = { test: { environment: "node", isolate: false } };
const inNodeAlone = { test: { environment: "node" } };

const inBrowser = {
  // The browser build, which Node's conditions don't choose.
  resolve: {
    alias: {
      "tus-js-client": fileURLToPath(new URL("node_modules/tus-js-client/lib.es5/browser/index.js", import.meta.url)),
    },
  },
  // The window and libraries load once; the setup file resets them for each test file.
  test: { environment: "happy-dom", isolate: false, setupFiles: ["./test/web/begin-anew.ts"] },
};

const inWorkerd = () => ({
  // The package's "browser" field replaces modules that name Node files; the test runner's loader doesn't support it.
  resolve: {
    alias: {
      mediabunny: fileURLToPath(new URL("node_modules/mediabunny/dist/bundles/mediabunny.mjs", import.meta.url)),
    },
  },
  plugins: [workerd()],
  test: {
    // Each vitest worker keeps its workerd and sandbox for all its files; the setup file empties both.
    isolate: false,
    globalSetup: ["./test/worker/run-sandboxes.ts"],
    setupFiles: ["./test/worker/begin-empty.ts"],
    provide: {
      isLargeHouse: process.env.LARGE_HOUSE !== undefined,
      chaos: chaosOf(process.env),
      fuzz: fuzzOf(process.env),
    },
  },
});

const UNIT_TESTS = ["{domain,sandbox,scripts,mails,web,lint,docs,test/support}/**/*.test.ts"];

/**
 * `unit` runs in Node, `web` (components) in a simulated browser, `worker` in workerd with real D1, R2, queues, and
 * rate limits. `npm test` runs these, `npm run test:all` also the deep ones.
 */
export default defineConfig({
  test: {
    // The Worker logs a line per request; only those of failing tests are worth reading.
    silent: "passed-only",
    sequence,
    projects: [
      project(inNode, "unit", UNIT_TESTS, [...DEEP_TESTS.unit, ...DEEP_TESTS.stack]),
      project(inBrowser, "web", ["web/**/*.test.tsx"]),
      project(inWorkerd(), "worker", ["{worker,db}/**/*.test.ts"], DEEP_TESTS.worker),
      project(inNode, "deep-unit", DEEP_TESTS.unit),
      project(inWorkerd(), "deep-worker", DEEP_TESTS.worker),
      project(inNodeAlone, "deep-stack", DEEP_TESTS.stack),
    ],
  },
});
