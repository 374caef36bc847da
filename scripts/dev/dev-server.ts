import { createServer, type ViteDevServer } from "vite";
import { ROOT } from "../build/outputs.ts";
import { answererOf } from "./dev-routes.ts";
import { livePages } from "./live-pages.ts";

type Options = { port: number; appUrl: string; workerUrl: string };

/** Starts Vite's dev server in front of a running Worker: pages and the browser's modules are Vite's, all else is the Worker's. */
export async function startDevServer({ port, appUrl, workerUrl }: Options): Promise<ViteDevServer> {
  const server = await createServer({
    configFile: `${ROOT}vite.config.ts`,
    root: `${ROOT}web`,
    logLevel: "warn",
    // The pages below answer what an app of Vite's own would.
    appType: "custom",
    plugins: [livePages(appUrl)],
    optimizeDeps: { entries: ["{app,public}/index.html"] },
    server: {
      port,
      strictPort: true,
      cors: false,
      proxy: {
        "/": {
          target: workerUrl,
          bypass: ({ method, url = "/" }) => (answererOf(method, url.split("?")[0] ?? "") === "worker" ? null : url),
        },
      },
    },
  });
  return server.listen();
}
