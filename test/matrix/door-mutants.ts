import type { Mistakes } from "../support/mutate.ts";

/** Removes each guard of a route, a session, a key, or a signature. */
export const DOOR_MUTANTS: Mistakes = {
  "worker/entry/api.ts": {
    "the area without a guard": ['app.use("/api/admin/*", adminGuard);\n', ""],
    "accounts without a guard": ['app.use("/api/user/*", memberGuard);\n', ""],
    "progress without a guard": ['app.use("/api/progress/*", memberGuard);\n', ""],
  },
  "worker/content/library.routes.ts": {
    "library get /all without a guard": ['.get("/all", adminGuard, ', '.get("/all", '],
    "library get /calendar without a guard": ['.get("/calendar", adminGuard, ', '.get("/calendar", '],
    "library get /runway without a guard": ['.get("/runway", adminGuard, ', '.get("/runway", '],
    "library get /deleted without a guard": ['.get("/deleted", adminGuard, ', '.get("/deleted", '],
    "library get /date/:date without a guard": ['.get("/date/:date", adminGuard, ', '.get("/date/:date", '],
    "library post / without a guard": ['.post("/", adminGuard, ', '.post("/", '],
    "library put /:id without a guard": ['.put("/:id", adminGuard, ', '.put("/:id", '],
    "library delete /:id without a guard": ['.delete("/:id", adminGuard, ', '.delete("/:id", '],
    "library get /:id/revisions without a guard": ['.get("/:id/revisions", adminGuard, ', '.get("/:id/revisions", '],
    "library post /:id/revisions/:version/restore without a guard": [
      '.post("/:id/revisions/:version/restore", adminGuard, ',
      '.post("/:id/revisions/:version/restore", ',
    ],
    "library /:id/restore without a guard": ['"/:id/restore", adminGuard, ', '"/:id/restore", '],
    "library /:id/duplicate without a guard": ['"/:id/duplicate",\n    adminGuard,\n', '"/:id/duplicate",\n'],
  },
  "worker/health/health.routes.ts": {
    "preflight without a guard": ["  adminGuard,\n", ""],
  },
  "worker/money/webhook/provider.routes.ts": {
    "replay without a guard": ['replay", adminGuard, ', 'replay", '],
    "the provider's list without a guard": ['.get("/subscriptions", adminGuard, ', '.get("/subscriptions", '],
    "the provider's cancel without a guard": ["    adminGuard,\n", ""],
  },
  "worker/content/content.routes.ts": {
    "months without a guard": ['.get("/", memberGuard, ', '.get("/", '],
    "the months' list without a guard": ['.get("/months", memberGuard, ', '.get("/months", '],
    "the library without a guard": ['.get("/library", memberGuard, ', '.get("/library", '],
    "a heart without a guard": ['.put("/:id/favorite", memberGuard, ', '.put("/:id/favorite", '],
    "taking back a heart without a guard": ['.delete("/:id/favorite", memberGuard, ', '.delete("/:id/favorite", '],
    "an item without a guard": ['.get("/:id", memberOrAdminGuard, ', '.get("/:id", '],
  },
  "worker/account/admin/admin-guard.ts": {
    "an item for whoever claims to be the administrator": [
      "c.req.header(HEADER) === undefined ? runAsMember(c, next) : runAsAdmin(c, next)",
      'c.req.header(HEADER) === undefined ? runAsMember(c, next) : (c.set("viewer", "admin"), next())',
    ],
    "any admin password": ["if (!isRight) throw", 'if (!isRight && password === "") throw'],
    "an empty admin password": ["if (!isRight) throw", 'if (!isRight && password !== "") throw'],
    "no second factor": ["if (c.req.path !== VERIFY_PATH) requireAdminSession(c);", ""],
  },
  "worker/profile/profile.routes.ts": {
    "verify without a guard": ['"/verify", memberGuard, ', '"/verify", '],
  },
  "worker/account/admin/admin.routes.ts": {
    "a code only where it is verified": ["(totp !== undefined || adminSession === null)", "totp !== undefined"],
  },
  "worker/account/sessions/sessions.ts": {
    "tokens unverified": ["await jwt.verify(token, key.secret, SIGNATURE_ONLY)", "jwt.decode(token)"],
    "tokens never over": [" || parsed.data.exp * 1000 <= now", ""],
    "sessions unlooked at": [
      'if (!found) throw unauthorized("Your login has expired. Log in again.");',
      "if (!found) return (await ctx.db.query.members.findFirst()) as Member;",
    ],
  },
  "worker/account/sessions/sessions.queries.ts": {
    "sessions of closed accounts": [
      ".innerJoin(members, and(eq(members.id, sessions.memberId), isNull(members.deletedAt)))",
      ".innerJoin(members, eq(members.id, sessions.memberId))",
    ],
    "idle sessions": ["gt(sessions.lastUsedAt, usedAfter), ", ""],
    "old sessions": [", gt(sessions.createdAt, openedAfter)", ""],
    "sessions under any name": ["eq(sessions.id, id), eq(sessions.memberId, memberId), ", "eq(sessions.id, id), "],
  },
  "worker/account/member-guard.ts": {
    "writes before the lookup": ["if (!READS.includes(c.req.method)) await member;", ""],
    "answers before the lookup": ["  grantMediaPass(c, await member);", ""],
  },
  "worker/media/media.routes.ts": {
    "media without a pass": [
      'if (!mayPlay(c, c.req.param("filename"))) throw unauthorized("Log in to play this.");',
      "",
    ],
  },
  "worker/feed/open-episode.ts": {
    "episodes without a key": ['key)) throw notFound("Episode");', 'key) && !key) throw notFound("Episode");'],
    "episodes after access": [
      "if (!hasAccess(member, ctx.now)) throw noAccess();",
      "",
      "worker/feed/open-episode.test.ts",
    ],
  },
  "worker/feed/feeds.ts": {
    "done without a key": ["key)) throw invalid(INVALID);", "key) && !key) throw invalid(INVALID);"],
  },
  "worker/live-events/live-events.ts": {
    "calendars without a key": ['if (!isCalendarKey(ctx.config, id, key)) throw notFound("Live event");', ""],
  },
  "worker/mail-responses/links/mail-link.ts": {
    "mail links without a key": ["if (!isMailKey(config, link)) throw invalid(NOT_OUR_MAIL_LINK);", ""],
  },
  "worker/kernel/links/mail-key.ts": {
    "mail keys of any date": ["{date}`", '{date && ""}`'],
    "mail keys of any member": ["{member}:$", '{member && ""}:$'],
  },
  "worker/mail-responses/unsubscribe/unsubscribe.ts": {
    "unsubscribing without a key": ["isUnsubscribeKey(ctx.config, member, key) ?", "member ?"],
    "taking a stop back by a made-up value": [
      "  if (stoppedAt === null) return refuseLink(ctx, invalid(NOT_OUR_LINK));\n",
      "",
      "worker/mail-responses/unsubscribe/unsubscribe.test.ts",
    ],
  },
  "worker/kernel/links/gift-key.ts": {
    "gifts without a key": ["  return isOurs ? {", "  return giftId ? {"],
    "orders without a key": ['isSigned(config, "gift-order", giftId, signature.join(".")) ? giftId : null', "giftId"],
  },
  "worker/money/gifts/pay-gift.ts": {
    "captures without their key": ["const [gift] = isOrderer ?", "const [gift] = isOrderer || id ?"],
  },
  "worker/money/gifts/read-gift.ts": {
    "gifts by a made-up key": ["  if (key === null) return refuseLink(ctx, notFound(WRONG_LINK));\n", ""],
    "gifts by any address version (to redeem)": [" || gift.addressVersion !== key.addressVersion)", ")"],
    "gifts by any address version (to open)": [" || gift.addressVersion !== key?.addressVersion)", ")"],
  },
  "worker/kernel/hashing.ts": {
    "gift keys for orders": ["purpose}:", '""}:', "worker/kernel/hashing.test.ts"],
  },
  "worker/money/checkout/confirm-checkout.ts": {
    "checkouts without their cookie": [
      'if (!hasNonce && !isBuyer) throw unauthorized("Log in to see what happened to your payment.");',
      "",
    ],
  },
  "worker/money/webhook/take-webhook.ts": {
    "PayPal's events unsigned": [
      "isForged = !(await requirePayPal(ctx).verifyWebhook(signature, body));",
      'isForged = body === "";',
    ],
  },
  "worker/kernel/resend/mailer.ts": {
    "Resend's events unsigned": [
      "return resend.webhooks.verify({ payload, headers, webhookSecret });",
      "return JSON.parse(payload);",
    ],
  },
  "worker/account/password/set-up-password.ts": {
    "setup links for any address": ["if (!found || found.member.emailKey !== emailKeyOf(email))", "if (!found)"],
  },
  "worker/account/auth-tokens.queries.ts": {
    "links for any purpose": [
      ".where(and(eq(authTokens.tokenHash, tokenHash), inArray(authTokens.purpose, purposes)))",
      ".where(eq(authTokens.tokenHash, tokenHash))",
    ],
  },
  "worker/http/request-context.ts": {
    "development's door in production": [
      "if (!c.var.ctx.config.isDevelopment) return c.notFound();",
      "",
      "worker/account/log-in.test.ts",
    ],
  },
};
