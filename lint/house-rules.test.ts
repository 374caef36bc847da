import { expect, test } from "vitest";
import { lintTree } from "./lint-tree.ts";

test("imports make no circle, also through the #-paths; types alone may", async () => {
  const found = await lintTree({
    "worker/auth/log-in.ts": 'import { out } from "./log-out.ts";\nexport const enter = () => out;\n',
    "worker/auth/log-out.ts": 'import { enter } from "#worker/auth/log-in.ts";\nexport const out = () => enter;\n',
    "domain/one.ts": 'import type { Two } from "./two.ts";\nexport type One = Two[];\n',
    "domain/two.ts": 'import type { One } from "./one.ts";\nexport type Two = One | null;\n',
  });
  const cycle = ["lint/suspicious/noImportCycles"];
  expect(found).toEqual({ "worker/auth/log-in.ts": cycle, "worker/auth/log-out.ts": cycle });
});

test("no barrels", async () => {
  const found = await lintTree({
    "domain/rules/index.ts": 'export { streakOf } from "./streak.ts";\n',
    "domain/rules/all.ts": 'export * from "./streak.ts";\n',
    "domain/rules/streak.ts": "export const streakOf = (days: string[]) => days.length;\n",
  });
  expect(Object.keys(found).toSorted()).toEqual(["domain/rules/all.ts", "domain/rules/index.ts"]);
  expect(found["domain/rules/index.ts"]).toEqual(["lint/performance/noBarrelFile"]);
  expect(found["domain/rules/all.ts"]).toContain("lint/performance/noReExportAll");
});

test("file names are kebab-case, with a role behind a dot", async () => {
  const text = "export const one = 1;\n";
  const found = await lintTree({
    "worker/auth/logIn.ts": text,
    "web/ui/Card.tsx": text,
    "worker/auth/log_in.ts": text,
    "worker/wake-up/due-members.queries.ts": text,
  });
  const name = ["lint/style/useFilenamingConvention"];
  expect(found).toEqual({ "worker/auth/logIn.ts": name, "web/ui/Card.tsx": name, "worker/auth/log_in.ts": name });
});

test("files end after 250 lines, tests after 400", async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `export const a${index} = 1;\n`).join("");
  const found = await lintTree({
    "domain/long.ts": lines(251),
    "domain/long.test.ts": lines(401),
    "domain/full.ts": lines(250),
    "domain/full.test.ts": lines(400),
    "test/e2e/full.spec.ts": lines(400),
  });
  const long = ["lint/style/noExcessiveLinesPerFile"];
  expect(found).toEqual({ "domain/long.ts": long, "domain/long.test.ts": long });
});

test("only the log, the scripts, the sandbox and tests write to the console", async () => {
  const text = 'console.log("here");\n';
  const found = await lintTree({
    "worker/auth/log-in.ts": text,
    "web/lib/api.ts": text,
    "domain/paths.ts": text,
    "worker/log.ts": text,
    "scripts/start.ts": text,
    "sandbox/server.ts": text,
    "test/e2e/start-stack.ts": text,
  });
  const console = ["lint/suspicious/noConsole"];
  expect(found).toEqual({ "worker/auth/log-in.ts": console, "web/lib/api.ts": console, "domain/paths.ts": console });
});

test("promises are awaited, returned or marked as left alone", async () => {
  const found = await lintTree({
    "worker/mail/send.ts": "export async function send(): Promise<void> {}\n",
    "worker/mail/queue.ts": 'import { send } from "./send.ts";\nexport function queue() {\n  send();\n}\n',
    "worker/mail/defer.ts": 'import { send } from "./send.ts";\nexport function defer() {\n  void send();\n}\n',
  });
  expect(found).toEqual({ "worker/mail/queue.ts": ["lint/nursery/noFloatingPromises"] });
});

test("no any, nothing unused, types imported as types, and what is recommended for React", async () => {
  const found = await lintTree({
    "domain/any.ts": "export const read = (value: any) => value;\n",
    "domain/unused.ts": 'import { BRAND } from "./brand.ts";\nconst two = 2;\nexport const one = 1;\n',
    "domain/value.ts": 'import { Env } from "./brand.ts";\nexport type E = Env;\n',
    "web/ui/list.tsx":
      "export const List = (p: { rows: string[] }) => p.rows.map((row, index) => <p key={index}>{row}</p>);\n",
  });
  expect(found).toEqual({
    "domain/any.ts": ["lint/suspicious/noExplicitAny"],
    "domain/unused.ts": expect.arrayContaining([
      "lint/correctness/noUnusedImports",
      "lint/correctness/noUnusedVariables",
    ]),
    "domain/value.ts": ["lint/style/useImportType"],
    "web/ui/list.tsx": ["lint/suspicious/noArrayIndexKey"],
  });
});
