// Runs before node_modules exists: only Node's built-in modules, and it must work on Node 20 and later.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = [20, 10];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
const stamp = join(root, "node_modules", ".daybolt-installed");

function fail(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}

function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  fail(
    `Daybolt needs Node ${OLDEST_NODE.join(".")} or newer, and this is ${process.version}. Get it from https://nodejs.org.`,
  );
}

function installedFor() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

let child;
// npm forwards signals to this process, and this process forwards them to its child. Ctrl-C reaches both anyway.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child?.kill(signal) || process.exit(1));

/** Runs a program and returns its exit code. Output goes to `onOutput`, or to the terminal if there is none. */
function run(command, args, { onOutput, ...options } = {}) {
  child = spawn(command, args, { cwd: root, stdio: onOutput ? ["ignore", "pipe", "pipe"] : "inherit", ...options });
  child.on("error", ({ message }) => fail(`${command} couldn't start: ${message}`));
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", onOutput);
  return new Promise((resolve) => child.on("close", (code, signal) => (signal ? process.exit(1) : resolve(code))));
}

/** Installs what package-lock.json names, unless it's already installed. */
async function install() {
  const wanted = installedFor();
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Installing packages (a minute or two the first time) …");
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const signs = setInterval(() => console.log(`Installing packages: ${seconds()} s …`), 10_000);
  let output = "";
  const code = await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    shell: process.platform === "win32",
    onOutput: (chunk) => (output += chunk),
  });
  clearInterval(signs);
  if (code !== 0) {
    output = output.trim().split("\n").slice(-15).join("\n");
    const isNetwork = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|network/i.test(output);
    const reason = isNetwork ? "The npm registry can't be reached" : "npm couldn't install the packages";
    fail(`${output}\n\n${reason}. Nothing was started. Fix that, then run the same command again.`);
  }
  if (!existsSync(node))
    fail("The packages are installed, but Node 24 isn't among them. Are install scripts turned off?");
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  console.log(`Installed packages in ${seconds()} s.`);
}

const [command = "start", ...rest] = process.argv.slice(2);
requireNode();
await install();
const path = [join(root, "node_modules", ".bin"), process.env.PATH].join(process.platform === "win32" ? ";" : ":");
const env = { ...process.env, PATH: path };
process.exit(await run(node, [join(root, "scripts", `${command}.ts`), ...rest], { env }));
