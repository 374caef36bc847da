import type { Mistakes } from "../support/mutate.ts";

/** Removes each rule about who may see what of an item, and when. */
export const CONTENT_MUTANTS: Mistakes = {
  "worker/content/read-content.ts": {
    "a month after the end": [
      "selectContentBetween(ctx.db, caller.memberId, range)]);\n  if (!hasAccess(member, ctx.now)) throw noAccess();\n",
      "selectContentBetween(ctx.db, caller.memberId, range)]);\n",
    ],
    "the months after the end": [
      "countCompletedByMonth(ctx.db, caller.memberId, ctx.now)]),\n  ]);\n  if (!hasAccess(member, ctx.now)) throw noAccess();\n",
      "countCompletedByMonth(ctx.db, caller.memberId, ctx.now)]),\n  ]);\n",
    ],
    "an item after the end": [
      "selectOpenedContent(ctx.db, ref, viewer.memberId).get()]);\n  if (!hasAccess(member, ctx.now)) throw noAccess();\n",
      "selectOpenedContent(ctx.db, ref, viewer.memberId).get()]);\n",
    ],
    "the transcript of tomorrow": [
      "item.comingSoon ? { transcript: null, captionsFilename: null } : wordsOf(row)",
      "wordsOf(row)",
    ],
  },
  "worker/content/browse-library.ts": {
    "the library after the end": ["  if (!hasAccess(member, ctx.now)) throw noAccess();\n", ""],
    "the library of tomorrow": ["rows.filter(({ item }) => item.date <= through)", 'rows.filter(() => through !== "")'],
  },
  "worker/content/set-favorite.ts": {
    "favorites after the end": ["  if (!hasAccess(member, ctx.now)) throw noAccess();\n", ""],
  },
  "worker/progress/item-progress.ts": {
    "progress read after the end": ["  if (!hasAccess(member, ctx.now)) throw noAccess();\n", ""],
    "progress saved after the end": ["  if (!hasAccess(member, now)) throw noAccess();\n", ""],
    "progress of what is not live": ["if (!item || !isLive(item, releasedThroughFor(member, ctx.now)))", "if (!item)"],
  },
  "domain/rules/release.ts": {
    drafts: ['item.status !== "draft" && ', ""],
    "hidden items": ["!item.hidden && ", ""],
    "items before the launch": [" && item.date >= LAUNCH_DATE", ""],
    "items before their day": ["isOnOffer(item) && item.date <= through", "isOnOffer(item)"],
    "scheduled items announced": ['(status === "published" || date === addDays(through, 1))', "true"],
    "tomorrow for everybody": ["hasEarlyAccess(highestPlan) ? addDays(today, 1) : today", "addDays(today, 1)"],
    "tomorrow for no VIP": ["hasEarlyAccess(highestPlan) ? addDays(today, 1) : today", "today"],
  },
  "worker/content/content.queries.ts": {
    "progress saved of what is not open": ["and(isItem(item.ref), isShown(item))", "isItem(item.ref)"],
    "deleted items": [
      "export const isNotDeleted = sql`content.deleted_at is null`",
      "export const isNotDeleted = sql`1`",
    ],
    "drafts in the queries": ['  ne(content.status, "draft"),\n  eq', "  eq"],
    "hidden items in the queries": ["  eq(content.hidden, false),\n  gte", "  gte"],
  },
  "worker/content/content-item.ts": {
    "media of what is announced": [
      "{ audioFilename: null, videoFilename: null, vimeoEmbedCode",
      "{ videoFilename: null, vimeoEmbedCode",
    ],
  },
  "worker/http/media-pass-cookie.ts": {
    "media passes unsigned": ['if (!isSigned(config, "media-pass", expiry, signature)) return null;', ""],
    "media passes for ever": ["return expiresAt > now ? expiresAt : null;", "return expiresAt;"],
    "item passes unsigned": ['isSigned(config, "item-pass", parts.join(":"), signature) &&', ""],
    "item passes for ever": ["Number(expiresAt) > now &&", ""],
    "item passes for every medium": [" && filenames.includes(filename)", ""],
  },
  "worker/media/serve-medium.ts": {
    "public media without their folder": ['prefix: "public/"', 'prefix: ""'],
  },
  "worker/live-events/live-events.ts": {
    "invitations for all": [
      'hasAccess(member, ctx.now) && member.highestPlan === "annual"',
      "hasAccess(member, ctx.now)",
    ],
    "invitations after the end": [
      'hasAccess(member, ctx.now) && member.highestPlan === "annual"',
      'member.highestPlan === "annual"',
      "worker/live-events/live-events.test.ts",
    ],
  },
  "worker/mail-responses/links/play-by-mail.ts": {
    "mail links that play what is announced": ['if (item.comingSoon) throw notFound("Content");', ""],
  },
};
