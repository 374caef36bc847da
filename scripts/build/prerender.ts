import { readFile } from "node:fs/promises";
import { importSource } from "./import-source.ts";
import { CLIENT } from "./paths.ts";
import { writeIfChanged } from "./write-if-changed.ts";

type Renderer = { renderPublicPages: (shell: string) => Record<string, string> };

/** Writes the public pages as finished HTML into the shell that Vite has filled with the hashed assets. */
export async function prerender(): Promise<string> {
  const { renderPublicPages } = await importSource<Renderer>("web/public/render-public-pages.tsx");
  const pages = renderPublicPages(await readFile(`${CLIENT}/public/index.html`, "utf8"));
  for (const [file, html] of Object.entries(pages)) await writeIfChanged(`${CLIENT}/public/${file}`, html);
  return Object.keys(pages).join(", ");
}
