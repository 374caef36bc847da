import { tracing } from "cloudflare:workers";
import { bodyLimit as limitBody } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { secureHeaders } from "hono/secure-headers";
import { type AppPageName, type PublicPageName, pageOf } from "#domain/paths.ts";
import type { Ctx } from "../kernel/context.ts";
import { AppError, invalid } from "../kernel/errors.ts";
import { log, logUnder, meterFields } from "../kernel/log.ts";
import { readPageConfig } from "./local-gaps.ts";
import type { HttpEnv } from "./request-context.ts";
import { BROKEN_OFF } from "./validate.ts";

/** Names the request and logs one line for it: the route's pattern, never its URL, since links in mails carry tokens. */
export const requestLog = createMiddleware<HttpEnv>((c, next) => {
  const requestId = crypto.randomUUID();
  const startedAt = Date.now();
  c.set("requestId", requestId);
  return logUnder(requestId, async () => {
    await next();
    c.header("x-request-id", requestId);
    const route = routePath(c, -1);
    // A sampled trace takes the whole URL down, as an invocation log does.
    tracing.getActiveSpan()?.setAttributes({ "url.full": route, "url.path": route, "url.query": "" });
    // Pages and files are answered without a context.
    const ctx = c.get("ctx") as Ctx | undefined;
    log("info", "request", {
      method: c.req.method,
      route,
      status: c.res.status,
      durationMs: Date.now() - startedAt,
      ...(ctx && { ...ctx.line, ...meterFields(ctx.meter) }),
    });
  });
});

const SECURITY = {
  // YouTube refuses embeds that send no referrer (error 153).
  referrerPolicy: "strict-origin-when-cross-origin",
  crossOriginEmbedderPolicy: false,
  // Without the subdomains: what else lives below an operator's domain is not ours to bind.
  strictTransportSecurity: "max-age=31536000",
  // What the product never asks for, players and the payment provider included.
  permissionsPolicy: Object.fromEntries(
    (["camera", "microphone", "geolocation", "usb", "serial", "midi", "displayCapture", "magnetometer"] as const).map(
      (feature) => [feature, []],
    ),
  ),
};

/** Browsers say there what they have refused (worker/http/csp-reports.routes.ts). All of them know `report-uri`. */
export const CSP_REPORTS_PATH = "/api/csp-reports";

const CONTENT_SECURITY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // Radix and React place positions in style attributes.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", "data:"],
  mediaSrc: ["'self'"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  frameSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
  reportUri: CSP_REPORTS_PATH,
};

type ForeignSources = Partial<Record<"scriptSrc" | "imgSrc" | "connectSrc" | "frameSrc", string[]>>;

/** The headers, with what else than ours a document may load. */
function letIn({ scriptSrc = [], imgSrc = [], connectSrc = [], frameSrc = [] }: ForeignSources, more = {}) {
  return secureHeaders({
    ...SECURITY,
    ...more,
    contentSecurityPolicy: {
      ...CONTENT_SECURITY,
      scriptSrc: [...CONTENT_SECURITY.scriptSrc, ...scriptSrc],
      imgSrc: [...CONTENT_SECURITY.imgSrc, ...imgSrc],
      connectSrc: [...CONTENT_SECURITY.connectSrc, ...connectSrc],
      frameSrc: [...CONTENT_SECURITY.frameSrc, ...frameSrc],
    },
  });
}

const ofEveryAnswer = letIn({});

/** Players are framed. The first page of the app that is opened decides for all that follow without a new document. */
const PLAYERS = {
  imgSrc: ["https://i.vimeocdn.com"],
  connectSrc: ["https://vimeo.com"],
  frameSrc: ["https://player.vimeo.com", "https://www.youtube-nocookie.com"],
};
const ofAppPage = letIn(PLAYERS);

const PAYMENT_PAGES = new Set<PublicPageName>(["subscribe", "gift"]);

/** Where the payment provider's script and all that it loads come from: its own hosts, or a sandbox's. */
function providerSources(sdkUrl: string): string[] {
  const { hostname, origin } = new URL(sdkUrl);
  return /(?:^|\.)paypal\.com$/.test(hostname) ? ["https://*.paypal.com", "https://*.paypalobjects.com"] : [origin];
}

/** The provider's buttons stand in its frame, and the window in which the buyer agrees tells the page what came of it. */
function ofPaymentPage(sdkUrl: string) {
  const sources = providerSources(sdkUrl);
  return letIn(
    { scriptSrc: sources, imgSrc: sources, connectSrc: sources, frameSrc: sources },
    { crossOriginOpenerPolicy: "same-origin-allow-popups" },
  );
}

const SIGN_IN_PAGES = new Set<AppPageName>(["login", "admin"]);

/** Where somebody signs in the check for people may be shown, as far as its keys are set: a script, and the frame that it opens. */
function ofSignInPage(challengeUrl: string) {
  const { origin } = new URL(challengeUrl);
  return letIn({ ...PLAYERS, scriptSrc: [origin], frameSrc: [...PLAYERS.frameSrc, origin] });
}

/** Headers of every answer. */
export const securityHeaders = createMiddleware<HttpEnv>((c, next) => {
  const page = pageOf(c.req.path);
  if (page?.kind === "app") {
    const turnstile = SIGN_IN_PAGES.has(page.name) ? readPageConfig(c).turnstile : null;
    return turnstile ? ofSignInPage(turnstile.baseUrl)(c, next) : ofAppPage(c, next);
  }
  const provider = page && PAYMENT_PAGES.has(page.name) ? readPageConfig(c).paypal : null;
  return provider ? ofPaymentPage(provider.sdkUrl)(c, next) : ofEveryAnswer(c, next);
});

/** Answers of the API are one person's and of the moment: no cache keeps them. */
export const noStore = createMiddleware<HttpEnv>(async (c, next) => {
  await next();
  c.header("cache-control", "no-store");
});

const MAX_BODY_BYTES = 64 * 1024;

/** Refuses a larger body; one of which nobody has said the length is read for that, and may break off. */
export function limitBodyTo(maxSize: number, message: string) {
  const limit = limitBody({
    maxSize,
    onError: () => {
      throw new AppError("too_large", message);
    },
  });
  return createMiddleware<HttpEnv>(async (c, next) => {
    let isRead = false;
    const goOn = () => {
      isRead = true;
      return next();
    };
    return limit(c, goOn).catch((error: unknown) => {
      throw isRead || error instanceof AppError ? error : invalid(BROKEN_OFF);
    });
  });
}

/** Nothing the API takes is larger; without a limit one body could fill the isolate that others share. */
export const bodyLimit = limitBodyTo(MAX_BODY_BYTES, "The request is too large.");
