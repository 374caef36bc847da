import { Hono } from "hono";
import * as z from "zod";
import { MINUTE_MS } from "#domain/durations.ts";
import { pageOf } from "#domain/paths.ts";
import { invalid } from "../kernel/errors.ts";
import { log } from "../kernel/log.ts";
import { parseJson } from "../kernel/parse-json.ts";
import { limitBodyTo } from "./middleware.ts";
import type { HttpEnv } from "./request-context.ts";
import { bodyText } from "./validate.ts";

const MAX_REPORT_BYTES = 8 * 1024;
/** Per isolate. Anyone can post, and a broken page is reported by every browser that opens it. */
const LINES_PER_MINUTE = 10;

/** What browsers send to a policy's `report-uri` (CSP level 3, section 5.3). */
const report = z.object({
  "csp-report": z.object({
    "document-uri": z.string(),
    "effective-directive": z.string().optional(),
    "violated-directive": z.string(),
    "blocked-uri": z.string().default(""),
    "source-file": z.string().default(""),
    "line-number": z.int().optional(),
  }),
});

/** Reduces a URL to its origin, because links in emails carry keys in their query. */
function originOf(address: string): string {
  if (/^[a-z-]{0,30}$/.test(address)) return address;
  return URL.canParse(address) ? new URL(address).origin.slice(0, 100) : "other";
}

function pageNameOf(address: string): string {
  const page = URL.canParse(address) ? pageOf(new URL(address).pathname) : null;
  return page === null ? "other" : page.name;
}

/** Keeps the path of our own script files, which hold a hash and no secret; reduces other URLs to their origin. */
function sourceOf(address: string): string {
  const own = URL.canParse(address) ? /^\/assets\/[\w.-]{1,100}$/.exec(new URL(address).pathname) : null;
  return own ? own[0] : originOf(address);
}

const written = { minute: 0, lines: 0 };

function mayWrite(now: number): boolean {
  const minute = Math.floor(now / MINUTE_MS);
  if (written.minute !== minute) Object.assign(written, { minute, lines: 0 });
  written.lines += 1;
  return written.lines <= LINES_PER_MINUTE;
}

export const cspReportRoutes = new Hono<HttpEnv>().post(
  "/",
  limitBodyTo(MAX_REPORT_BYTES, "The report is too large."),
  async (c) => {
    const parsed = report.safeParse(parseJson(await bodyText(c)));
    if (!parsed.success) throw invalid("This isn't a browser's report");
    const body = parsed.data["csp-report"];
    const directive = body["effective-directive"] ?? body["violated-directive"];
    if (mayWrite(c.var.ctx.now)) {
      log("warn", "csp_violation", {
        page: pageNameOf(body["document-uri"]),
        directive: /^[a-z-]{1,40}$/.test(directive) ? directive : "other",
        blocked: originOf(body["blocked-uri"]),
        source: sourceOf(body["source-file"]),
        line: body["line-number"],
      });
    }
    return c.body(null, 204);
  },
);
