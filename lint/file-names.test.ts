import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

/** The part between a file's name and its extension, which names the file's role. */
const ROLES = "atoms checks config d fixtures jobs mutation property queries query routes test".split(" ");

const files = globSync("{domain,web,worker,mails,db}/**/*.{ts,tsx}").filter((file) => !file.includes("migrations/"));

test("a file's role is one of a few", () => {
  const rolesOf = (file: string) => basename(file).split(".").slice(1, -1);
  expect(files.filter((file) => !rolesOf(file).every((role) => ROLES.includes(role)))).toEqual([]);
});

const kebab = (name: string) => name.replace(/([a-z\d])([A-Z])/g, "$1-$2").toLowerCase();

/** The Worker's files without any other role. */
const useCases = files.filter(
  (file) => /^worker\/(?!kernel|http|entry).*\//.test(file) && basename(file).split(".").length === 2,
);

test("a file with one use case is named as it", () => {
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
