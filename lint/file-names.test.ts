import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, test } from "vitest";

/** The part between a file's name and its extension, which names the file's role. */
const ROLES = "atoms checks config d fixtures jobs mutation property queries query routes test".split(" ");

const files = globSync("{domain,web,worker,mails,db}/**/*.{ts,tsx}").filter((file) => !file.includes("migrations/"));

test("every role in a file name is a known role", () => {
  const rolesOf = (file: string) => basename(file).split(".").slice(1, -1);
  expect(files.filter((file) => !rolesOf(file).every((role) => ROLES.includes(role)))).toEqual([]);
});

const kebab = (name: string) => name.replace(/([a-z\d])([A-Z])/g, "$1-$2").toLowerCase();

/** The Worker's files without any other role. */
const useCases = files.filter(
  (file) => /^worker\/(?!kernel|http|entry).*\//.test(file) && basename(file).split(".").length === 2,
);

test("a file whose only export is a use case is named after it", () => {
  const misnamed = useCases.flatMap((file) => {
    const exported = [
      ...readFileSync(file, "utf8").matchAll(/^export (?:async )?(?:function|const) (\w+)(\(ctx: Ctx)?/gm),
    ];
    const [only] = exported;
    if (exported.length !== 1 || !only?.[2]) return [];
    const name = kebab(only[1] ?? "");
    return basename(file, ".ts") === name ? [] : [`${file}: name it ${name}.ts`];
  });
  expect(useCases.length).toBeGreaterThan(100);
  expect(misnamed).toEqual([]);
});

/** Stems without a room in the Worker, and why a drawer has them. */
const ELSEWHERE = {
  budgets: "what calls may cost, in every room",
  "column-types": "shared by all tables",
  compile: "compiles the emails",
  interface: "the browser's rules",
  "mail-layout": "shared by all emails",
  "mail-parts": "shared by all emails",
  operator: "alarms of every room",
  sandbox: "a folder beside the Worker",
  settings: "nothing reads the table; a later release drops it",
  spec: "the routes and texts that the product was ordered with",
  time: "zones and dates, in every room",
  trial: "one source of access",
};

const stemOf = (file: string) => (basename(file).split(".")[0] ?? "").replace(/-mails$/, "");

test("each schema, rules, email, and routes file is named after a Worker folder or file", () => {
  const inRooms = globSync("worker/*/**/*.ts").filter((file) => !/\.(test|routes)\.ts$/.test(file));
  const nouns = new Set(inRooms.flatMap((file) => [...dirname(file).split("/").slice(1), stemOf(file)]));
  const drawers = globSync("{db/schema/*.ts,docs/rules/*.md,mails/*.ts,mails/*.tsx,worker/*/**/*.routes.ts}").filter(
    (file) => !file.endsWith(".test.ts"),
  );
  expect(drawers.length).toBeGreaterThan(70);
  const unnamed = drawers.filter((file) => ![stemOf(file), `${stemOf(file)}s`].some((stem) => nouns.has(stem)));
  expect(unnamed.map(stemOf).toSorted()).toEqual(Object.keys(ELSEWHERE));
});
