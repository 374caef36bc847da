import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { buildSite, CLIENT, COMMON_PASSWORDS, ROOT, report, TEMPLATES, watchSite } from "./build/site.ts";

// Said before Vite is asked anything: it would settle on "development" and bundle React's debugging build.
process.env.NODE_ENV = "production";

const STAMP = `${ROOT}dist/build.stamp`;
const INPUTS = ["web", "mails", "domain", "scripts/build", "scripts/build.ts", "vite.config.ts", "package-lock.json"];
const OUTPUTS = [
  TEMPLATES,
  COMMON_PASSWORDS,
  `${CLIENT}/public/home.html`,
  `${CLIENT}/public/404.html`,
  `${CLIENT}/app/login.html`,
  `${CLIENT}/embed/index.html`,
];

const flag = { type: "boolean", default: false } as const;
const { values } = parseArgs({ options: { force: flag, watch: flag, installation: flag } });

async function filesIn(path: string): Promise<string[]> {
  const info = await stat(`${ROOT}${path}`);
  if (!info.isDirectory()) return [path];
  const entries = await readdir(`${ROOT}${path}`, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(ROOT.length));
}

/** A hash over everything the build reads: names and contents, not times, since a fresh clone has new times. */
async function hashInputs(): Promise<string> {
  const files = (await Promise.all(INPUTS.map(filesIn))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(`${ROOT}${file}`)));
  const hash = createHash("sha256").update(process.version);
  for (const [index, file] of files.entries()) hash.update(`\0${file}\0`).update(contents[index] ?? "");
  return hash.digest("hex");
}

async function readStamp(): Promise<string | null> {
  if (!OUTPUTS.every((output) => existsSync(output))) return null;
  return readFile(STAMP, "utf8").catch(() => null);
}

async function watchForParent(): Promise<void> {
  await rm(STAMP, { force: true });
  await watchSite();
  process.send?.("built");
}

async function buildOnce(): Promise<void> {
  const hash = await hashInputs();
  if (!values.force && (await readStamp()) === hash) {
    console.log("build  unchanged since the last build (--force builds anyway)");
    return;
  }
  // Without a stamp from here on: a build that breaks off is not taken for a finished one.
  await rm(STAMP, { force: true });
  await buildSite();
  await writeFile(STAMP, hash);
}

// Whoever started a watch and is gone, however it ended, wants no more builds.
process.on("disconnect", () => process.exit());
try {
  // Wrangler names its own command when it runs this as its build command.
  const { WRANGLER_COMMAND } = process.env;
  if (WRANGLER_COMMAND) {
    const { refuseWrangler } = await import("./deploy/refuse-wrangler.ts");
    await refuseWrangler(WRANGLER_COMMAND, values.installation);
  }
  await (values.watch ? watchForParent() : buildOnce());
} catch (error) {
  report(error);
  process.exit(1);
}
