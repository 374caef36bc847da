import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { build, type InlineConfig, type Rolldown } from "vite";
import { APP_PAGES, type AppPageName, contentPath, OFFLINE_PATH } from "#domain/paths.ts";
import { writeCommonPasswords } from "./common-passwords.ts";
import { CLIENT, COMMON_PASSWORDS, ROOT, TEMPLATES } from "./outputs.ts";
import { importRenderer } from "./prerendered-pages.ts";

const VITE: InlineConfig = { configFile: `${ROOT}vite.config.ts`, root: `${ROOT}web`, logLevel: "warn" };

type Compiler = { compileMails: () => Promise<Record<string, { html: string }>> };

/** Runs one step and prints one line about it. @throws Error that names the step */
async function runStep(name: string, step: () => Promise<string>): Promise<void> {
  const start = performance.now();
  const outcome = await step().catch((cause: unknown) => {
    throw new Error(`The step "${name}" failed.`, { cause });
  });
  console.log(`build  ${name.padEnd(7)} ${outcome} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}

async function compileMails(): Promise<string> {
  const compiler = await importRenderer<Compiler>("mails/compile-mails.ts");
  const mails = await compiler.compileMails();
  const text = `${JSON.stringify(mails, null, 2)}\n`;
  await mkdir(dirname(TEMPLATES), { recursive: true });
  await writeFile(TEMPLATES, text);
  const largest = Math.max(...Object.values(mails).map((mail) => Buffer.byteLength(mail.html)));
  return `${Object.keys(mails).length} emails, the largest ${(largest / 1024).toFixed(1)} KiB`;
}

/** Code that loads later, but also without a connection. */
const OFFLINE_PARTS = ["offline-answers", "offline-frame", "offline-item"];

/** Addresses of chunks and of all that they import. */
function addressesOf(names: string[], { output }: Rolldown.RolldownOutput): string[] {
  const chunks = output.filter((file) => file.type === "chunk");
  const found = new Set(chunks.filter(({ name }) => names.includes(name)));
  if (found.size !== names.length) throw new Error(`Vite didn't write a chunk for each of ${names.join(", ")}.`);
  for (const { imports } of found) for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  return [...found].map(({ fileName }) => `/${fileName}`);
}

async function bundleClient(): Promise<Rolldown.RolldownOutput> {
  const bundle = (await build(VITE)) as Rolldown.RolldownOutput;
  if (!existsSync(`${CLIENT}/public/404.html`)) throw new Error(`Vite didn't write ${CLIENT}/public/404.html.`);
  return bundle;
}

/** Documents that the service worker caches, under addresses without personal data: the member pages and the login. */
const CACHED_DOCUMENTS: Partial<Record<AppPageName, string>> = {
  dashboard: APP_PAGES.dashboard,
  content: contentPath("any"),
  library: APP_PAGES.library,
  profile: APP_PAGES.profile,
  login: APP_PAGES.login,
};
const CACHED_ASSET = /\/assets\/(?:[\w.-]+\.(?:js|css)|archivo-basic[\w.-]+)/g;

/** What the service worker caches up front: documents, the code and styles they name, and the basic font. */
async function readShell(offlineCode: string[]): Promise<{ url: string; revision: string | null }[]> {
  const assets = new Set(offlineCode);
  const app = Object.entries(CACHED_DOCUMENTS).map(([name, url]) => [`app/${name}.html`, url]);
  const documents = [...app, ["public/offline.html", OFFLINE_PATH] as const].map(async ([file, url = ""]) => {
    const html = await readFile(`${CLIENT}/${file}`, "utf8");
    for (const [asset] of html.matchAll(CACHED_ASSET)) assets.add(asset);
    return { url, revision: createHash("sha256").update(html).digest("hex").slice(0, 16) };
  });
  return [...(await Promise.all(documents)), ...[...assets].map((url) => ({ url, revision: null }))];
}

/** One classic script at the site's root, so that its scope covers every page. */
async function bundleServiceWorker(offlineCode: string[]): Promise<string> {
  const shell = await readShell(offlineCode);
  await build({
    configFile: false,
    logLevel: "warn",
    root: `${ROOT}web`,
    publicDir: false,
    define: {
      SHELL: JSON.stringify(shell),
      CACHED_DOCUMENTS: JSON.stringify(CACHED_DOCUMENTS),
      "process.env.NODE_ENV": '"production"',
    },
    build: {
      outDir: CLIENT,
      emptyOutDir: false,
      rolldownOptions: {
        input: `${ROOT}web/service-worker/service-worker.ts`,
        output: { format: "iife", entryFileNames: "service-worker.js" },
      },
    },
  });
  return `${shell.length} files in the app shell`;
}

export function buildMails(): Promise<void> {
  return runStep("mails", compileMails);
}

/** Builds the browser's files with the prerendered pages, then the service worker, which caches some of them. */
export async function buildSite(): Promise<void> {
  let offlineCode: string[] = [];
  await runStep("client", async () => {
    const bundle = await bundleClient();
    offlineCode = addressesOf(OFFLINE_PARTS, bundle);
    return `${bundle.output.length} files`;
  });
  await runStep("words", () => writeCommonPasswords(COMMON_PASSWORDS));
  await runStep("worker", () => bundleServiceWorker(offlineCode));
}
