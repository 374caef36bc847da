import { Hono } from "hono";
import { APP_PAGES } from "#domain/paths.ts";
import { adminRoutes } from "./admin/admin.routes.ts";
import { authRoutes } from "./auth/auth.routes.ts";
import { contentRoutes } from "./content/content.routes.ts";
import { bodyLimit } from "./http/body-limit.ts";
import type { HttpEnv } from "./http/http-env.ts";
import { noStore } from "./http/no-store.ts";
import { onError, onNotFound } from "./http/on-error.ts";
import { pages } from "./http/pages.ts";
import { requestContext } from "./http/request-context.ts";
import { requestLog } from "./http/request-log.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { mediaRoutes } from "./media/media.routes.ts";
import { memberRoutes } from "./members/members.routes.ts";
import { engagementRoutes, progressRoutes } from "./progress/progress.routes.ts";
import { oneClickRoutes, unsubscribeRoutes } from "./unsubscribe/unsubscribe.routes.ts";

const app = new Hono<HttpEnv>();
app.use(requestLog, securityHeaders, pages, requestContext);
app.use("/api/*", noStore, bodyLimit);

/** Every URL prefix and the noun behind it, in the spec's order (section 7). */
export const api = app
  .route("/api/auth", authRoutes)
  .route("/api/user", memberRoutes)
  .route("/api/user", engagementRoutes)
  .route("/api/content", contentRoutes)
  .route("/api/progress", progressRoutes)
  .route("/api/admin", adminRoutes)
  .route("/api/unsubscribe", unsubscribeRoutes)
  .route("/audio", mediaRoutes)
  .route("/video", mediaRoutes)
  .route(APP_PAGES.unsubscribe, oneClickRoutes);

api.onError(onError);
api.notFound(onNotFound);

export type Api = typeof api;
