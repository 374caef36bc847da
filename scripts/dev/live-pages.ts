import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import type { Connect, Plugin, ViteDevServer } from "vite";
import { ORIGIN_MARK, pageOf } from "#domain/paths.ts";
import { answererOf } from "./dev-routes.ts";

type Renderer = { renderPublicPages: (shell: string) => Record<string, string> };

const PUBLIC_PAGE_CHANGED = "public-page-changed";
/** A public page is markup without React, so an edit reloads it. */
const RELOAD = `<script type="module">import.meta.hot?.on("${PUBLIC_PAGE_CHANGED}", () => location.reload())</script>`;
/** Replaces the service worker that `npm start` left at this address, then unregisters itself. */
const NO_SERVICE_WORKER = `
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.registration.unregister()));
`;

/** Renders every page from its current sources, and the 404 page for requests that nothing else has answered. */
export function livePages(appUrl: string): Plugin {
  return {
    name: "live-pages",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = pathOf(request);
        if (path === "/service-worker.js") return send(response, 200, "text/javascript", NO_SERVICE_WORKER);
        if (answererOf(request.method, path) !== "page") return next();
        documentOf(server, appUrl, request).then((html) => send(response, 200, "text/html", html), next);
      });
      return () => {
        server.middlewares.use((request, response, next) => {
          renderPublic(server, "404", request).then((html) => send(response, 404, "text/html", html), next);
        });
      };
    },
    hotUpdate({ modules, server }) {
      if (this.environment.name !== "ssr" || modules.length === 0) return;
      server.environments.client.hot.send(PUBLIC_PAGE_CHANGED);
    },
  };
}

function pathOf({ originalUrl = "/" }: Connect.IncomingMessage): string {
  return new URL(originalUrl, "http://localhost").pathname;
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" }).end(body);
}

async function documentOf(server: ViteDevServer, appUrl: string, request: Connect.IncomingMessage): Promise<string> {
  const page = pageOf(pathOf(request));
  if (page?.kind === "public") return (await renderPublic(server, page.name, request)).replaceAll(ORIGIN_MARK, appUrl);
  return readShell(server, "app", request);
}

/** A shell from web/ as Vite serves it, with one more element in its head if needed. */
async function readShell(
  { config, transformIndexHtml }: ViteDevServer,
  folder: "app" | "public",
  { originalUrl }: Connect.IncomingMessage,
  addition = "",
): Promise<string> {
  const html = await readFile(`${config.root}/${folder}/index.html`, "utf8");
  return transformIndexHtml(`/${folder}/index.html`, html.replace("</head>", `${addition}</head>`), originalUrl);
}

async function renderPublic(server: ViteDevServer, name: string, request: Connect.IncomingMessage): Promise<string> {
  const shell = await readShell(server, "public", request, RELOAD);
  const { renderPublicPages } = (await server.ssrLoadModule("/public/render-public-pages.tsx")) as Renderer;
  return renderPublicPages(shell)[`${name}.html`] ?? "";
}
