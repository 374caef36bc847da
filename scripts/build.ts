import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { CLIENT, COMMON_PASSWORDS, ROOT, TEMPLATES } from "./build/outputs.ts";
import { FLAG, readArguments } from "./stack/read-arguments.ts";

// Set before Vite loads: it would default to "development" and bundle React's debug build.
process.env.NODE_ENV = "production";

type Part = { name: string; inputs: string[]; outputs: string[]; build: () => Promise<void> };

// Loaded only when there is something to build: wrangler dev runs this script after every edit of the Worker.
const loadSite = () => import("./build/site.ts");
const TOOLS = ["domain", "scripts/build", "scripts/build.ts", "package-lock.json"];
const MAILS: Part = {
  name: "mails",
  inputs: ["mails", ...TOOLS],
  outputs: [TEMPLATES],
  build: async () => (await loadSite()).buildMails(),
};
const SITE: Part = {
  name: "site",
  inputs: ["web", "vite.config.ts", ...TOOLS],
  outputs: [COMMON_PASSWORDS, `${CLIENT}/public/home.html`, `${CLIENT}/public/404.html`, `${CLIENT}/app/login.html`],
  build: async () => (await loadSite()).buildSite(),
};

async function filesIn(path: string): Promise<string[]> {
  const info = await stat(`${ROOT}${path}`);
  if (!info.isDirectory()) return [path];
  const entries = await readdir(`${ROOT}${path}`, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(ROOT.length));
}

/** A hash over the names and contents of a part's inputs. Times don't count: a fresh clone has new ones. */
async function hashInputs({ inputs }: Part): Promise<string> {
  const files = (await Promise.all(inputs.map(filesIn))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(`${ROOT}${file}`)));
  const hash = createHash("sha256").update(process.version);
  for (const [index, file] of files.entries()) hash.update(`\0${file}\0`).update(contents[index] ?? "");
  return hash.digest("hex");
}

async function buildIfChanged(part: Part, { force = false }): Promise<void> {
  const stamp = `${ROOT}dist/${part.name}.stamp`;
  const built = part.outputs.every((output) => existsSync(output))
    ? await readFile(stamp, "utf8").catch(() => null)
    : null;
  const hash = await hashInputs(part);
  if (!force && built === hash) return console.log(`build  ${part.name} unchanged (--force builds anyway)`);
  // Remove the stamp first, so an interrupted build doesn't pass for a finished one.
  await rm(stamp, { force: true });
  await part.build();
  await writeFile(stamp, hash);
}

function report(error: unknown): void {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : (cause ?? "");
  console.error(`build  ${message}\n${reason}`);
}

const usage = `Usage: npm run build -- [--force]

Builds the email templates and the site, if their sources changed.
  --force          build anyway
  --installation   build for a deploy with the installation's configuration; wrangler passes it`;
const { values } = readArguments({ usage, options: { force: FLAG, installation: FLAG } });
try {
  // Set by wrangler, with its own command, when this script runs as its build command.
  const { WRANGLER_COMMAND } = process.env;
  if (WRANGLER_COMMAND) {
    const { refuseWrangler } = await import("./deploy/refuse-wrangler.ts");
    await refuseWrangler(WRANGLER_COMMAND, values.installation);
  }
  await buildIfChanged(MAILS, values);
  // The stack has already built its pages: wrangler dev needs only the email templates (scripts/stack/worker.ts).
  if (process.env.DAYBOLT_BUILD !== "mails") await buildIfChanged(SITE, values);
} catch (error) {
  report(error);
  process.exit(1);
}
