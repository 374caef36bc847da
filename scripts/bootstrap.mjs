// Runs before node_modules exists, so it knows only Node's own modules and must work from Node 20 on.
import { spawn, spawnSync } from "node:child_process";
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
    `Daybolt needs Node ${OLDEST_NODE.join(".")} or newer; this is ${process.version}. Get one from https://nodejs.org.`,
  );
}

function installedFor() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

/** Installs what package-lock.json names, unless that has been done already. */
function install() {
  const wanted = installedFor();
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Installing packages (a minute or two the first time) …");
  const startedAt = Date.now();
  const options = { cwd: root, encoding: "utf8", shell: process.platform === "win32", maxBuffer: 64 * 1024 * 1024 };
  const result = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], options);
  if (result.status !== 0) {
    const output = `${result.stdout ?? ""}${result.stderr ?? ""}`.trim().split("\n").slice(-15).join("\n");
    const isNetwork = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|network/i.test(output);
    const reason = isNetwork ? "The npm registry is out of reach" : "npm could not install the packages";
    fail(`${output}\n\n${reason}. Nothing was started; run the same command again once that is mended.`);
  }
  if (!existsSync(node))
    fail("The packages are installed, but Node 24 is not among them: were install scripts switched off?");
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  console.log(`Installed packages in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

const [command = "start", ...rest] = process.argv.slice(2);
requireNode();
install();
const path = [join(root, "node_modules", ".bin"), process.env.PATH].join(process.platform === "win32" ? ";" : ":");
const child = spawn(node, [join(root, "scripts", `${command}.ts`), ...rest], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PATH: path },
});
// Ctrl-C reaches the child by itself; a signal to this process alone has to be passed on.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
