import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { PAYPAL_SANDBOX } from "#sandbox/paypal/paypal-settings.ts";
import { RESEND_SANDBOX_SECRET } from "#sandbox/resend/mail-events.ts";
import { DEMO_ADMIN_PASSWORD } from "../stack/dev-vars.ts";

/** Secrets of a developer's machine. Code that contains one of these would contain the real ones, too. */
const SECRETS = [DEMO_ADMIN_PASSWORD, RESEND_SANDBOX_SECRET, PAYPAL_SANDBOX.clientSecret];
/** Names that only the Worker knows. */
const NAMES = ["APP_SECRET", "APP_SECRET_9", "APP_KEYS", "ADMIN_PASSWORD", "RESEND_API_KEY", "PAYPAL_CLIENT_SECRET"];

/** Limit for the Worker's code as uploaded; docs/decisions/0045-what-the-worker-weighs.md lists what is in it. */
const MOST_GZIP_BYTES = 400 * 1024;

/** Packages that wrangler.toml's aliases keep out of the bundle, or that only the build of the public pages needs. */
const REPLACED = /\/@react-email\/|\/fast-sha256\/|\/html-entities\.js|\/@noble\/|\/marked\//;

function textsIn(folder: string): [file: string, text: string][] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.(js|css|html|json|webmanifest|txt|xml)$/.test(file))
    .map((file) => [file, readFileSync(join(folder, file), "utf8")]);
}

/** A name that the Markdown library prints in one of its own messages. */
const MARKDOWN = "markedjs";

test("the browser files contain no secrets, no secret names, and no build-time Markdown code", () => {
  const texts = textsIn("dist/client");
  expect(texts.length).toBeGreaterThan(20);
  for (const [file, text] of texts)
    for (const word of [...SECRETS, ...NAMES, MARKDOWN]) expect(text.includes(word), `${word} in ${file}`).toBe(false);
});

test("the Worker bundle has no secrets and no aliased-away packages, and stays within its size limit", () => {
  const folder = mkdtempSync(join(tmpdir(), "daybolt-bundle-"));
  try {
    const options = { env: { ...process.env, WRANGLER_SEND_METRICS: "false" }, stdio: "pipe" } as const;
    execFileSync("wrangler", ["deploy", "--config", "wrangler.toml", "--dry-run", "--outdir", folder], options);
    const texts = textsIn(folder);
    const code = texts.filter(([file]) => file.endsWith(".js")).map(([, text]) => text);
    expect(gzipSync(code.join(""), { level: 9 }).length).toBeLessThanOrEqual(MOST_GZIP_BYTES);
    const map = JSON.parse(readFileSync(join(folder, "index.js.map"), "utf8")) as { sources: string[] };
    expect(map.sources.filter((source) => REPLACED.test(source))).toEqual([]);
    // Its variable names identify the Worker.
    expect(texts.some(([, text]) => NAMES.every((name) => text.includes(name)))).toBe(true);
    for (const [file, text] of texts)
      for (const secret of SECRETS) expect(text.includes(secret), `${secret} in ${file}`).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
