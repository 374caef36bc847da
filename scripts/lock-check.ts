import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import * as z from "zod";

/** Says which entries of the lock file have no hash, and whether the registry in use has them now (decision 0011). */
const lock = z
  .object({
    packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
  })
  .parse(JSON.parse(readFileSync("package-lock.json", "utf8")));

const FOLDER = "node_modules/";
/** `npm run lock:check -- @biomejs` asks about some only. */
const filter = process.argv[2] ?? "";

type Verdict = "there now" | "not there" | "cannot tell";

function ask(spec: string): Promise<Verdict> {
  return new Promise((resolve) => {
    const options = { shell: process.platform === "win32" };
    execFile(
      "npm",
      ["view", spec, "dist.integrity", "--json", "--fetch-retries=0"],
      options,
      (error, stdout, stderr) => {
        if (!error) return resolve(stdout.includes("sha512-") ? "there now" : "not there");
        resolve(/E404|ETARGET/.test(stdout + stderr) ? "not there" : "cannot tell");
      },
    );
  });
}

const without = Object.entries(lock.packages).flatMap(([path, { version, integrity }]) =>
  path.startsWith(FOLDER) && integrity === undefined && path.includes(filter)
    ? [`${path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)}@${version}`]
    : [],
);
const verdicts: Verdict[] = [];
for (const spec of without) {
  const verdict = await ask(spec);
  verdicts.push(verdict);
  console.log(`${verdict.padEnd(12)} ${spec}`);
}
const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length;
console.log(
  `\n${without.length} entries have no integrity; of ${count("cannot tell")} the registry could not be asked.`,
);
if (count("there now") > 0) {
  console.log(`The registry has ${count("there now")} now: write the lock file anew, as docs/decisions/0011 says.`);
  process.exitCode = 1;
}
