import { pageOf } from "#domain/paths.ts";

/** The API, media and the cron handler, and the files that the build derives from brand and paths. */
const OF_WORKER =
  /^\/(?:api|audio|video|media|cdn-cgi|\.well-known)(?:\/|$)|^\/(?:robots\.txt|sitemap\.xml|manifest\.webmanifest|favicon\.ico)$/;

/** What answers a request to the dev server: the Worker behind it, one of the pages, or Vite with the browser's modules. */
export function answererOf(method: string | undefined, path: string): "worker" | "page" | "vite" {
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead || OF_WORKER.test(path)) return "worker";
  return pageOf(path) === null ? "vite" : "page";
}
