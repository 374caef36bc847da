import { expect } from "vitest";
import { ruleTests } from "./lint-tree.ts";

const testRule = ruleTests();

const cycle = ["lint/suspicious/noImportCycles"];
testRule(
  "imports make no circle, also through the #-paths; types alone may",
  {
    "worker/auth/log-in.ts": 'import { out } from "./log-out.ts";\nexport const enter = () => out;\n',
    "worker/auth/log-out.ts": 'import { enter } from "#worker/auth/log-in.ts";\nexport const out = () => enter;\n',
    "domain/one.ts": 'import type { Two } from "./two.ts";\nexport type One = Two[];\n',
    "domain/two.ts": 'import type { One } from "./one.ts";\nexport type Two = One | null;\n',
  },
  { "worker/auth/log-in.ts": cycle, "worker/auth/log-out.ts": cycle },
);

testRule(
  "no barrels",
  {
    "domain/rules/index.ts": 'export { streakOf } from "./streak.ts";\n',
    "domain/rules/all.ts": 'export * from "./streak.ts";\n',
    "domain/rules/streak.ts": "export const streakOf = (days: string[]) => days.length;\n",
  },
  {
    "domain/rules/index.ts": ["lint/performance/noBarrelFile"],
    "domain/rules/all.ts": expect.arrayContaining(["lint/performance/noReExportAll"]),
  },
);

const text = "export const one = 1;\n";
const name = ["lint/style/useFilenamingConvention"];
testRule(
  "file names are kebab-case, with a role behind a dot",
  {
    "worker/auth/logOut.ts": text,
    "web/ui/Card.tsx": text,
    "worker/auth/log_in.ts": text,
    "worker/wake-up/due-members.queries.ts": text,
  },
  { "worker/auth/logOut.ts": name, "web/ui/Card.tsx": name, "worker/auth/log_in.ts": name },
);

const lines = (count: number) => Array.from({ length: count }, (_, index) => `export const a${index} = 1;\n`).join("");
const long = ["lint/style/noExcessiveLinesPerFile"];
testRule(
  "files end after 250 lines, tests after 400",
  {
    "domain/long.ts": lines(251),
    "domain/long.test.ts": lines(401),
    "domain/full.ts": lines(250),
    "domain/full.test.ts": lines(400),
    "test/e2e/full.spec.ts": lines(400),
  },
  { "domain/long.ts": long, "domain/long.test.ts": long },
);

const speaking = 'console.log("here");\n';
const noConsole = ["lint/suspicious/noConsole"];
testRule(
  "only the log, the scripts, the sandbox and tests write to the console",
  {
    "worker/auth/speaking.ts": speaking,
    "web/lib/api.ts": speaking,
    "domain/paths.ts": speaking,
    "worker/log.ts": speaking,
    "scripts/start.ts": speaking,
    "sandbox/server.ts": speaking,
    "test/e2e/start-stack.ts": speaking,
  },
  { "worker/auth/speaking.ts": noConsole, "web/lib/api.ts": noConsole, "domain/paths.ts": noConsole },
);

testRule(
  "promises are awaited, returned or marked as left alone",
  {
    "worker/mail/send.ts": "export async function send(): Promise<void> {}\n",
    "worker/mail/queue.ts": 'import { send } from "./send.ts";\nexport function queue() {\n  send();\n}\n',
    "worker/mail/defer.ts": 'import { send } from "./send.ts";\nexport function defer() {\n  void send();\n}\n',
  },
  { "worker/mail/queue.ts": ["lint/nursery/noFloatingPromises"] },
);

testRule(
  "no any, nothing unused, types imported as types, and what is recommended for React",
  {
    "domain/any.ts": "export const read = (value: any) => value;\n",
    "domain/unused.ts": 'import { BRAND } from "./brand.ts";\nconst two = 2;\nexport const one = 1;\n',
    "domain/value.ts": 'import { Env } from "./brand.ts";\nexport type E = Env;\n',
    "web/ui/list.tsx":
      "export const List = (p: { rows: string[] }) => p.rows.map((row, index) => <p key={index}>{row}</p>);\n",
  },
  {
    "domain/any.ts": ["lint/suspicious/noExplicitAny"],
    "domain/unused.ts": expect.arrayContaining([
      "lint/correctness/noUnusedImports",
      "lint/correctness/noUnusedVariables",
    ]),
    "domain/value.ts": ["lint/style/useImportType"],
    "web/ui/list.tsx": ["lint/suspicious/noArrayIndexKey"],
  },
);
