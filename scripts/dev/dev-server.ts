import { createServer, type ViteDevServer } from "vite";
import { ROOT } from "../build/outputs.ts";
import { answererOf } from "./dev-routes.ts";
import { livePages } from "./live-pages.ts";

type Options = { port: number; appUrl: string; workerUrl: string };

/**
 * Starts Vite's dev server in front of a running Worker: Vite serves pages and browser modules, the Worker all else.
 */
export async function startDevServer({ port, appUrl, workerUrl }: Options): Promise<ViteDevServer> {
  const server = await createServer({
    configFile: `${ROOT}vite.config.ts`,
    root: `${ROOT}web`,
    logLevel: "warn",
    // The pages below replace Vite's own handling of an app.
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
