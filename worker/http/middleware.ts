import { tracing } from "cloudflare:workers";
import type { Context, Next } from "hono";
import { bodyLimit as limitBody } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { secureHeaders } from "hono/secure-headers";
import { type AppPageName, LINK_SECRETS, type PublicPageName, pageOf } from "#domain/paths.ts";
import type { Ctx } from "../kernel/context.ts";
import { readConfig } from "../kernel/env.ts";
import { AppError, invalid } from "../kernel/errors.ts";
import { log, logUnder } from "../kernel/log.ts";
import type { HttpEnv } from "./request-context.ts";
import { BROKEN_OFF } from "./validate.ts";

/** Assigns the request ID and logs one line per request: the route's pattern, never the URL, because links in emails carry tokens. */
export const requestLog = createMiddleware<HttpEnv>((c, next) => {
  const requestId = crypto.randomUUID();
  const startedAt = Date.now();
  c.set("requestId", requestId);
  return logUnder(requestId, async () => {
    await next();
    c.header("x-request-id", requestId);
    const route = routePath(c, -1);
    // Sampled traces record the full URL, as invocation logs do, so overwrite it.
    tracing.getActiveSpan()?.setAttributes({ "url.full": route, "url.path": route, "url.query": "" });
    // Pages and files have no context.
    const ctx = c.get("ctx") as Ctx | undefined;
    log("info", "request", {
      method: c.req.method,
      route,
      status: c.res.status,
      durationMs: Date.now() - startedAt,
      ...ctx?.line,
    });
  });
});

const SECURITY = {
  // YouTube refuses embeds that send no referrer (error 153).
  referrerPolicy: "strict-origin-when-cross-origin",
  crossOriginEmbedderPolicy: false,
  // Doesn't include subdomains: the operator's other sites on the domain aren't ours to restrict.
  strictTransportSecurity: "max-age=31536000",
  // Features that the product, its players, and the payment provider never use.
  permissionsPolicy: Object.fromEntries(
    (["camera", "microphone", "geolocation", "usb", "serial", "midi", "displayCapture", "magnetometer"] as const).map(
      (feature) => [feature, []],
    ),
  ),
};

const CONTENT_SECURITY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // Radix and React set positions in style attributes.
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
};

type ForeignSources = Partial<Record<"scriptSrc" | "imgSrc" | "connectSrc" | "frameSrc", string[]>>;

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

/** What framed players may load. The app's first page sets the policy for every later page that loads without a new document. */
const PLAYERS = {
  imgSrc: ["https://i.vimeocdn.com"],
  connectSrc: ["https://vimeo.com"],
  frameSrc: ["https://player.vimeo.com", "https://www.youtube-nocookie.com"],
};
const ofAppPage = letIn(PLAYERS);

const PAYMENT_PAGES = new Set<PublicPageName>(["subscribe", "gift"]);

/** Hosts of the payment provider's script and everything it loads: PayPal's own, or a sandbox's. */
function providerSources(sdkUrl: string): string[] {
  const { hostname, origin } = new URL(sdkUrl);
  return /(?:^|\.)paypal\.com$/.test(hostname) ? ["https://*.paypal.com", "https://*.paypalobjects.com"] : [origin];
}

/** PayPal's buttons run in its frame, and its approval window reports back to the page. */
function ofPaymentPage(sdkUrl: string) {
  const sources = providerSources(sdkUrl);
  return letIn(
    { scriptSrc: sources, imgSrc: sources, connectSrc: sources, frameSrc: sources },
    { crossOriginOpenerPolicy: "same-origin-allow-popups" },
  );
}

const SIGN_IN_PAGES = new Set<AppPageName>(["login", "admin"]);

/** Login pages may show Turnstile if its keys are set: a script and the frame that it opens. */
function ofSignInPage(challengeUrl: string) {
  const { origin } = new URL(challengeUrl);
  return letIn({ ...PLAYERS, scriptSrc: [origin], frameSrc: [...PLAYERS.frameSrc, origin] });
}

/** Podcast players on the web play from other sites. */
const ofEpisode = letIn({}, { crossOriginResourcePolicy: "cross-origin" });

function ofPath(c: Context<HttpEnv>, next: Next) {
  const page = pageOf(c.req.path);
  if (page?.kind === "app") {
    const turnstile = SIGN_IN_PAGES.has(page.name) ? readConfig(c.env).turnstile : null;
    return turnstile ? ofSignInPage(turnstile.baseUrl)(c, next) : ofAppPage(c, next);
  }
  if (c.req.path.startsWith("/episodes/")) return ofEpisode(c, next);
  const provider = page && PAYMENT_PAGES.has(page.name) ? readConfig(c.env).paypal : null;
  return provider ? ofPaymentPage(provider.sdkUrl)(c, next) : ofEveryAnswer(c, next);
}

/** A page whose address carries a link's secrets tells no one its address. */
export const securityHeaders = createMiddleware<HttpEnv>(async (c, next) => {
  await ofPath(c, next);
  const page = pageOf(c.req.path);
  const secrets = (page && LINK_SECRETS[page.name]) ?? [];
  if (secrets.some((name) => c.req.query(name) !== undefined)) c.header("referrer-policy", "no-referrer");
});

/** API answers are personal and short-lived, so no cache may keep them. */
export const noStore = createMiddleware<HttpEnv>(async (c, next) => {
  await next();
  c.header("cache-control", "no-store");
});

const MAX_BODY_BYTES = 64 * 1024;

const limit = limitBody({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new AppError("too_large", "The request is too large.");
  },
});

/**
 * Rejects larger bodies: one could fill the shared isolate's memory, and no API call takes more. A body without a declared
 * length is read to measure it, and may break off midway.
 */
export const bodyLimit = createMiddleware<HttpEnv>(async (c, next) => {
  let isRead = false;
  const goOn = () => {
    isRead = true;
    return next();
  };
  return limit(c, goOn).catch((error: unknown) => {
    throw isRead || error instanceof AppError ? error : invalid(BROKEN_OFF);
  });
});
