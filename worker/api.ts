import { type Context, Hono } from "hono";
import { except } from "hono/combine";
import { APP_PAGES } from "#domain/paths.ts";
import { adminRoutes } from "./admin/admin.routes.ts";
import { adminGuard } from "./admin/admin-guard.ts";
import { watchTicks } from "./alarms/tick-guard.ts";
import { auditRoutes } from "./audit/audit.routes.ts";
import { authRoutes } from "./auth/auth.routes.ts";
import { memberGuard } from "./auth/member-guard.ts";
import { ownSessionRoutes } from "./auth/sessions.routes.ts";
import { byMailRoutes } from "./by-mail/by-mail.routes.ts";
import { contentRoutes } from "./content/content.routes.ts";
import { libraryRoutes } from "./content/library.routes.ts";
import { doctorRoutes } from "./doctor/doctor.routes.ts";
import { healthRoutes, tellMisconfigured } from "./doctor/health.routes.ts";
import { adminGiftRoutes, giftRoutes } from "./gifts/gifts.routes.ts";
import { cspReportRoutes } from "./http/csp-reports.routes.ts";
import { sayWhatIsMissing } from "./http/local-gaps.ts";
import { bodyLimit, CSP_REPORTS_PATH, noStore, requestLog, securityHeaders } from "./http/middleware.ts";
import { onError, onNotFound } from "./http/on-error.ts";
import { pages } from "./http/pages.ts";
import { type HttpEnv, requestContext } from "./http/request-context.ts";
import { inboundRoutes } from "./inbound/inbound.routes.ts";
import { calendarRoutes, liveEventAdminRoutes, nextLiveEventRoutes } from "./live-events/live-events.routes.ts";
import { mailEventsRoutes } from "./mail-events/mail-events.routes.ts";
import { adminMediaRoutes, mediaRoutes, publicMediaRoutes } from "./media/media.routes.ts";
import { membershipRoutes } from "./membership/membership.routes.ts";
import { overviewRoutes } from "./overview/overview.routes.ts";
import { checkoutRoutes } from "./payments/checkout.routes.ts";
import { paymentsRoutes } from "./payments/payments.routes.ts";
import { providerRoutes } from "./payments/provider.routes.ts";
import { subscriptionRoutes } from "./payments/subscription.routes.ts";
import { peopleRoutes } from "./people/people.routes.ts";
import { preflightRoutes } from "./preflight/preflight.routes.ts";
import { keepAccountRoutes, privacyRoutes } from "./privacy/privacy.routes.ts";
import { profileRoutes } from "./profile/profile.routes.ts";
import { sessionRoutes } from "./profile/session.routes.ts";
import { engagementRoutes, progressRoutes } from "./progress/progress.routes.ts";
import { retentionRoutes } from "./retention/retention.routes.ts";
import { settingsRoutes } from "./settings/settings.routes.ts";
import { statisticsRoutes } from "./statistics/statistics.routes.ts";
import { oneClickRoutes, unsubscribeRoutes } from "./unsubscribe/unsubscribe.routes.ts";
import { uploadRoutes } from "./uploads/uploads.routes.ts";
import { wakeUpRoutes } from "./wake-up/wake-up.routes.ts";

/** A part of an upload is checked against what is missing, and goes to the bucket without being read. */
const isPartOfFile = (c: Context) => c.req.method === "PATCH" && c.req.path.startsWith("/api/admin/uploads/");

const HEALTH_PATH = "/api/health";

const app = new Hono<HttpEnv>();
app.use(requestLog, securityHeaders, pages);
app.use(HEALTH_PATH, tellMisconfigured);
app.use(sayWhatIsMissing);
app.use(requestContext);
app.use("/api/*", watchTicks, noStore, except(isPartOfFile, bodyLimit));
app.use(APP_PAGES.unsubscribe, noStore, bodyLimit);
// Once per prefix, so that a noun that adds a route below one of them cannot forget it; other routes name their guards.
app.use("/api/admin/*", adminGuard);
app.use("/api/user/*", memberGuard);
app.use("/api/progress/*", memberGuard);

/** Every URL prefix and the noun behind it, in the spec's order (section 7). */
export const api = app
  .route("/api/auth", authRoutes)
  .route("/api/auth", sessionRoutes)
  .route("/api/auth", keepAccountRoutes)
  .route("/api/user", profileRoutes)
  .route("/api/user", ownSessionRoutes)
  .route("/api/user", engagementRoutes)
  .route("/api/user", nextLiveEventRoutes)
  .route("/api/user", subscriptionRoutes)
  .route("/api/user/privacy", privacyRoutes)
  .route("/api/content", libraryRoutes)
  .route("/api/content", preflightRoutes)
  .route("/api/content", contentRoutes)
  .route("/api/progress", progressRoutes)
  .route("/api/admin", adminRoutes)
  .route("/api/admin", statisticsRoutes)
  .route("/api/admin", overviewRoutes)
  .route("/api/admin", auditRoutes)
  .route("/api/admin", doctorRoutes)
  .route("/api/admin", membershipRoutes)
  .route("/api/admin/members", peopleRoutes)
  .route("/api/admin", wakeUpRoutes)
  .route("/api/admin/uploads", uploadRoutes)
  .route("/api/checkout", checkoutRoutes)
  .route("/api/paypal", providerRoutes)
  .route("/api/resend", mailEventsRoutes)
  .route("/api/admin", paymentsRoutes)
  .route("/api/admin", adminMediaRoutes)
  .route("/api/admin/inbound", inboundRoutes)
  .route("/api/admin/live-events", liveEventAdminRoutes)
  .route("/api/admin/settings", settingsRoutes)
  .route("/api/admin/retention", retentionRoutes)
  .route("/api/live-events", calendarRoutes)
  .route(HEALTH_PATH, healthRoutes)
  .route("/api/gifts", giftRoutes)
  .route("/api/admin/gifts", adminGiftRoutes)
  .route("/api/unsubscribe", unsubscribeRoutes)
  .route("/api/by-mail", byMailRoutes)
  .route("/audio", mediaRoutes)
  .route("/video", mediaRoutes)
  .route("/media", publicMediaRoutes)
  .route(APP_PAGES.unsubscribe, oneClickRoutes)
  .route(CSP_REPORTS_PATH, cspReportRoutes);

api.onError(onError);
api.notFound(onNotFound);

export type Api = typeof api;
