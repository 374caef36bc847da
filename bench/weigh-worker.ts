import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const FEWEST_BYTES = 2000;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "daybolt-weigh-")));

/** The package that a file belongs to, or our own folder. */
function roomOf(source: string | undefined): string {
  if (source === undefined) return "(the bundler's own)";
  const [, inPackage] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  // Drizzle's source maps name files of its repository, which we don't have.
  if (inPackage !== undefined) return inPackage === "src" ? "drizzle-orm" : inPackage;
  return relative(process.cwd(), resolve(folder, source)).split("/").slice(0, 2).join("/");
}

function gzipped(text: string): number {
  return gzipSync(text, { level: 9 }).length;
}

/** The bundle's text by package or folder, from its source map. */
function partsOf(code: string, map: SourceMap): { room: string; text: string }[] {
  const parts: { room: string; text: string }[] = [];
  for (const [line, text] of code.split("\n").entries()) {
    let from = 0;
    let room = roomOf(undefined);
    for (let column = 0; column <= text.length; column += 1) {
      const entry = map.findEntry(line, column);
      const starts = "generatedColumn" in entry && entry.generatedLine === line && entry.generatedColumn === column;
      if (!starts && column < text.length) continue;
      parts.push({ room, text: text.slice(from, column) });
      from = column;
      if ("originalSource" in entry) room = roomOf(entry.originalSource);
    }
    parts.push({ room, text: "\n" });
  }
  return parts;
}

/** Bundles the Worker like a deploy, and prints each package's and folder's bytes and its share of the upload. */
try {
  const options = { env: { ...process.env, WRANGLER_SEND_METRICS: "false" }, stdio: "pipe" } as const;
  execFileSync("wrangler", ["deploy", "--config", "wrangler.toml", "--dry-run", "--outdir", folder], options);
  const code = readFileSync(join(folder, "index.js"), "utf8");
  const parts = partsOf(code, new SourceMap(JSON.parse(readFileSync(join(folder, "index.js.map"), "utf8"))));
  const whole = gzipped(code);
  const kib = (bytes: number) => (bytes / 1024).toFixed(1).padStart(8);
  const rooms = Map.groupBy(parts, ({ room }) => room);
  const sizes = [...rooms].map(([room, own]) => ({ room, bytes: own.reduce((sum, { text }) => sum + text.length, 0) }));
  console.log(`${"KiB".padStart(8)}${"gzip".padStart(8)}`);
  console.log(`${kib(code.length)}${kib(whole)}  total`);
  for (const { room, bytes } of sizes.filter(({ bytes }) => bytes >= FEWEST_BYTES).sort((a, b) => b.bytes - a.bytes)) {
    const rest = parts.filter((part) => part.room !== room).map(({ text }) => text);
    console.log(`${kib(bytes)}${kib(whole - gzipped(rest.join("")))}  ${room}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
