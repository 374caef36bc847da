import { bodyLimit as limitBody } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { secureHeaders } from "hono/secure-headers";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import type { HttpEnv } from "./request-context.ts";

/** Names the request and logs one line for it: the route's pattern, never its URL, since links in mails carry tokens. */
export const requestLog = createMiddleware<HttpEnv>(async (c, next) => {
  const requestId = crypto.randomUUID();
  const startedAt = Date.now();
  c.set("requestId", requestId);
  await next();
  c.header("x-request-id", requestId);
  log("info", "request", {
    requestId,
    method: c.req.method,
    route: routePath(c, -1),
    status: c.res.status,
    durationMs: Date.now() - startedAt,
  });
});

/** Headers of every answer. `strict-origin-when-cross-origin`, since YouTube refuses embeds that send no referrer (error 153). */
export const securityHeaders = secureHeaders({
  referrerPolicy: "strict-origin-when-cross-origin",
  crossOriginEmbedderPolicy: false,
  // Without the subdomains: what else lives below an operator's domain is not ours to bind.
  strictTransportSecurity: "max-age=31536000",
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", "https://www.youtube.com"],
    // Radix and React place positions in style attributes.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "data:", "https://i.vimeocdn.com", "https://i.ytimg.com"],
    mediaSrc: ["'self'"],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", "https://vimeo.com"],
    frameSrc: ["'self'", "https://player.vimeo.com", "https://www.youtube-nocookie.com", "https://www.youtube.com"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    frameAncestors: ["'none'"],
    formAction: ["'self'"],
  },
  permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
});

/** Answers of the API are one person's and of the moment: no cache keeps them. */
export const noStore = createMiddleware<HttpEnv>(async (c, next) => {
  await next();
  c.header("cache-control", "no-store");
});

const MAX_BODY_BYTES = 64 * 1024;

/** Nothing the API takes is larger; without a limit one body could fill the isolate that others share. */
export const bodyLimit = limitBody({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new AppError("too_large", "The request is too large.");
  },
});
