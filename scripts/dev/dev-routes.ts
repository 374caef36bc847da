import { pageOf } from "#domain/paths.ts";

/** The API, media, podcast feeds, the cron handler, and files that the build derives from brand and paths. */
const OF_WORKER =
  /^\/(?:api|audio|video|media|feed|episodes|cdn-cgi|\.well-known)(?:\/|$)|^\/(?:robots\.txt|sitemap\.xml|manifest\.webmanifest|favicon\.ico)$/;

/** Which server handles a request in development: the Worker, our page renderer, or Vite. */
export function answererOf(method: string | undefined, path: string): "worker" | "page" | "vite" {
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead || OF_WORKER.test(path)) return "worker";
  return pageOf(path) === null ? "vite" : "page";
}
