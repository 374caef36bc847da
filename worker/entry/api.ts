import { type Context, Hono } from "hono";
import { except } from "hono/combine";
import { APP_PAGES } from "#domain/paths.ts";
import { accessRoutes } from "../access/access.routes.ts";
import { accountRoutes, ownSessionRoutes } from "../account/account.routes.ts";
import { adminRoutes } from "../account/admin/admin.routes.ts";
import { adminGuard } from "../account/admin/admin-guard.ts";
import { invitationRoutes } from "../account/invitations/invitations.routes.ts";
import { memberGuard } from "../account/member-guard.ts";
import { signInRoutes } from "../account/sign-in/sign-in.routes.ts";
import { administratorRoutes } from "../administrators/administrators.routes.ts";
import { auditRoutes } from "../audit/audit.routes.ts";
import { broadcastRoutes } from "../broadcasts/broadcasts.routes.ts";
import { contentRoutes } from "../content/content.routes.ts";
import { editContentRoutes } from "../content/edit-content.routes.ts";
import { episodeFileRoutes, episodeRoutes, feedRoutes, linkedFeedRoutes, ownFeedRoutes } from "../feed/feed.routes.ts";
import { watchTicks } from "../health/checks/tick-guard.ts";
import { adminHealthRoutes, healthRoutes, preflightRoutes, reportMisconfigured } from "../health/health.routes.ts";
import { statsRoutes } from "../health/overview/stats.routes.ts";
import { bodyLimit, noStore, requestLog, securityHeaders } from "../http/middleware.ts";
import { onError, onNotFound } from "../http/on-error.ts";
import { pages } from "../http/pages.ts";
import { type HttpEnv, requestContext } from "../http/request-context.ts";
import { importRoutes } from "../imports/imports.routes.ts";
import { calendarRoutes, liveEventAdminRoutes, nextLiveEventRoutes } from "../live-events/live-events.routes.ts";
import { mailEventsRoutes } from "../mail-responses/events/mail-events.routes.ts";
import { inboundRoutes } from "../mail-responses/inbound/inbound.routes.ts";
import { byMailRoutes } from "../mail-responses/links/links.routes.ts";
import { oneClickRoutes, unsubscribeRoutes } from "../mail-responses/unsubscribe/unsubscribe.routes.ts";
import { adminMediaRoutes, mediaRoutes, publicMediaRoutes } from "../media/media.routes.ts";
import { uploadRoutes } from "../media/uploads/uploads.routes.ts";
import { memberRoutes } from "../members/members.routes.ts";
import { checkoutRoutes } from "../money/checkout/checkout.routes.ts";
import { adminGiftRoutes, giftRoutes } from "../money/gifts/gifts.routes.ts";
import { ledgerRoutes } from "../money/ledger/ledger.routes.ts";
import { paymentsRoutes } from "../money/payments.routes.ts";
import { paypalRoutes } from "../money/paypal/paypal.routes.ts";
import { subscriptionRoutes } from "../money/subscriptions/subscriptions.routes.ts";
import { keepAccountRoutes, privacyRoutes, retentionRoutes } from "../privacy/privacy.routes.ts";
import { profileRoutes, sessionRoutes } from "../profile/profile.routes.ts";
import { setUpRoutes } from "../profile/set-up-account.routes.ts";
import { engagementRoutes, progressRoutes } from "../progress/progress.routes.ts";
import { pushRoutes } from "../push/push.routes.ts";
import { wakeUpRoutes } from "../wake-up/wake-up.routes.ts";

/** An upload's part and an import's file are streamed to the bucket unread; their routes check the length, so they have no body limit. */
const isFile = ({ req: { method, path } }: Context) =>
  (method === "PATCH" && path.startsWith("/api/admin/uploads/")) ||
  (method === "PUT" && path.startsWith("/api/admin/imports/"));

const HEALTH_PATH = "/api/health";

// Some podcast players end a feed's address with a slash.
const app = new Hono<HttpEnv>({ strict: false });
app.use(requestLog, securityHeaders, pages);
app.use(HEALTH_PATH, reportMisconfigured);
app.use(requestContext);
app.use("/api/*", watchTicks, noStore, except(isFile, bodyLimit));
app.use(APP_PAGES.unsubscribe, noStore, bodyLimit);
// Guards are set once per prefix, so a new route below one can't forget it; other routes name their guards.
app.use("/api/admin/*", adminGuard);
app.use("/api/user/*", memberGuard);
app.use("/api/progress/*", memberGuard);

/** Every URL prefix and its module, in the spec's order (section 7). */
export const api = app
  .route("/api/auth", accountRoutes)
  .route("/api/auth/sign-in", signInRoutes)
  .route("/api/auth", sessionRoutes)
  .route("/api/auth", setUpRoutes)
  .route("/api/auth", keepAccountRoutes)
  .route("/api/user", profileRoutes)
  .route("/api/user", ownSessionRoutes)
  .route("/api/user", engagementRoutes)
  .route("/api/user", nextLiveEventRoutes)
  .route("/api/user", subscriptionRoutes)
  .route("/api/user/feeds", ownFeedRoutes)
  .route("/api/user/push-devices", pushRoutes)
  .route("/api/user/privacy", privacyRoutes)
  .route("/api/content", editContentRoutes)
  .route("/api/content", preflightRoutes)
  .route("/api/content", contentRoutes)
  .route("/api/progress", progressRoutes)
  .route("/api/admin", adminRoutes)
  .route("/api/admin", statsRoutes)
  .route("/api/admin", adminHealthRoutes)
  .route("/api/admin", auditRoutes)
  .route("/api/admin/administrators", administratorRoutes)
  .route("/api/admin", accessRoutes)
  .route("/api/admin/members", memberRoutes)
  .route("/api/admin/imports", importRoutes)
  .route("/api/admin", wakeUpRoutes)
  .route("/api/admin/uploads", uploadRoutes)
  .route("/api/checkout", checkoutRoutes)
  .route("/api/paypal", paypalRoutes)
  .route("/api/resend", mailEventsRoutes)
  .route("/api/admin", paymentsRoutes)
  .route("/api/admin/payments", ledgerRoutes)
  .route("/api/admin", adminMediaRoutes)
  .route("/api/admin/inbound", inboundRoutes)
  .route("/api/admin/live-events", liveEventAdminRoutes)
  .route("/api/admin/broadcasts", broadcastRoutes)
  .route("/api/admin/retention", retentionRoutes)
  .route("/api/admin/invitations", invitationRoutes)
  .route("/api/live-events", calendarRoutes)
  .route(HEALTH_PATH, healthRoutes)
  .route("/api/gifts", giftRoutes)
  .route("/api/admin/gifts", adminGiftRoutes)
  .route("/api/unsubscribe", unsubscribeRoutes)
  .route("/api/by-mail", byMailRoutes)
  .route("/api/episodes", episodeRoutes)
  .route("/api/feeds", linkedFeedRoutes)
  .route("/feed", feedRoutes)
  .route("/episodes", episodeFileRoutes)
  .route("/audio", mediaRoutes)
  .route("/video", mediaRoutes)
  .route("/media", publicMediaRoutes)
  .route(APP_PAGES.unsubscribe, oneClickRoutes);

api.onError(onError);
api.notFound(onNotFound);

export type Api = typeof api;
