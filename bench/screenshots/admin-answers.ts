import type { AuditPage } from "../../domain/contract/audit.ts";
import type { BroadcastList } from "../../domain/contract/broadcasts.ts";
import type { RunwayResponse } from "../../domain/contract/content/library.ts";
import type { CountedDay, OverviewResponse } from "../../domain/contract/health.ts";
import type { ImportList, MemberImport } from "../../domain/contract/imports.ts";
import type { LiveEventList } from "../../domain/contract/live-events.ts";
import type { MailDomain } from "../../domain/contract/mail.ts";
import type { InboundList } from "../../domain/contract/mail-responses.ts";
import type { MemberList } from "../../domain/contract/member-list.ts";
import type { ProviderSubscriptions } from "../../domain/contract/money/subscriptions.ts";
import type { AdminStats } from "../../domain/contract/statistics.ts";
import type { DeliveryResponse, TroubledBatches } from "../../domain/contract/wake-up.ts";
import { HOUR_MS } from "../../domain/durations.ts";
import { formatDateTime } from "../../domain/formats.ts";
import { TICK_WORDS } from "../../domain/rules/health-findings.ts";
import { WAITING_BROADCAST as MESSAGE } from "../../test/answers/broadcasts.ts";
import { BAD_BATCHES, BAD_MORNING, BAD_COUNTS as COUNTS, NO_COUNTS, SECOND_COPY } from "../../test/answers/delivery.ts";
import { CONFIGURED_DOMAIN, DKIM_RECORD } from "../../test/answers/mail-domain.ts";
import { NO_MONEY, NO_NEEDS, STATS } from "../../test/answers/overview.ts";
import { answer } from "../../test/e2e/support/answers.ts";
import { dayAhead } from "../../test/support/fixtures.ts";
import { inOrder } from "./take.ts";

const NOW = new Date().toISOString();
const NEEDS: OverviewResponse["needs"] = { ...NO_NEEDS, lastTickAt: NOW, lastHourlyAt: NOW };
const overview = (parts: Partial<OverviewResponse>) =>
  answer("**/api/admin/overview", {
    today: { date: dayAhead(0), ...NO_COUNTS, open: 0 },
    elsewhere: [],
    needs: NEEDS,
    money: NO_MONEY,
    days: [],
    ...parts,
  } satisfies OverviewResponse);

/** An installation on its first day: no members, no activity. */
export const nothing = inOrder(
  overview({}),
  answer("**/api/admin/stats", {
    ...STATS,
    ...{ totalUsers: 0, activeSubscribers: 0, contentStats: { publishedDays: 0 } },
  } satisfies AdminStats),
  answer("**/api/content/all*", []),
  answer("**/api/content/calendar*", []),
  answer("**/api/content/runway", {
    days: Array.from({ length: 30 }, (_, day) => ({
      date: dayAhead(day),
      item: null,
      gaps: ["content" as const],
      isEmpty: true,
      fallback: null,
    })),
  } satisfies RunwayResponse),
  answer("**/api/content/deleted", []),
  answer(/\/api\/admin\/members(\?|$)/, { members: [], next: null, labels: [] } satisfies MemberList),
  answer("**/api/admin/trial-users*", []),
  answer("**/api/admin/delivery*", {
    date: dayAhead(0),
    pause: null,
    lastTickAt: null,
    lastHourlyAt: null,
    slots: [],
    troubledBatches: 0,
    resendable: { batches: 0, members: 0 },
    resend: null,
    mornings: [],
  } satisfies DeliveryResponse),
  answer("**/api/admin/delivery/batches*", { batches: [], next: null } satisfies TroubledBatches),
  answer("**/api/admin/inbound*", { mails: [], next: null } satisfies InboundList),
  answer("**/api/admin/live-events", { coming: [], past: [], isMissing: true } satisfies LiveEventList),
  answer("**/api/paypal/subscriptions", { subscriptions: [] } satisfies ProviderSubscriptions),
  answer("**/api/admin/gifts*", []),
  answer("**/api/admin/audit*", { entries: [], next: null } satisfies AuditPage),
);

/** A message on its way, one that was cancelled, and one from long ago. */
export const messages = answer("**/api/admin/broadcasts", {
  broadcasts: [
    { ...MESSAGE, state: "sending", written: 1000 },
    { ...MESSAGE, id: "cancelled", subject: "Scheduled maintenance on Sunday", state: "cancelled" },
    { ...MESSAGE, id: "sent", subject: "New terms from June", state: "sent", written: 1201, recipients: 1202 },
  ],
  nextFrom: MESSAGE.beginsAt,
} satisfies BroadcastList);

/** Ninety days of a growing installation. */
const days = Array.from({ length: 90 }, (_, index): CountedDay => {
  const wave = Math.sin(index / 6) + Math.sin(index / 2.3) / 3;
  const share = (of: number) => Math.round(of * (40_000 + 500 * index + 1500 * wave));
  return {
    date: dayAhead(index - 90),
    members: share(1),
    monthly: share(0.4),
    quarterly: share(0.05),
    annual: share(0.3),
    gift: share(0.1),
    trial: share(0.15),
    trialsBegun: 90 + Math.round(30 * wave),
    trialsEnded: 60 + Math.round(20 * wave),
    wakeUpsDue: share(0.9),
    wakeUpsSent: share(0.895),
    wakeUpsOnTime: share(0.89),
    otherMails: 400 + Math.round(100 * wave),
    completions: share(0.5),
    revenueCents: index < 30 ? null : 900_000 + Math.round(200_000 * wave),
    refundedCents: index < 30 ? null : 20_000 + Math.round(9000 * wave),
    subscriptionsBegun: index < 30 ? null : 80 + Math.round(20 * wave),
    subscriptionsEnded: index < 30 ? null : 30 + Math.round(10 * wave),
    failedPayments: index < 30 ? null : 20 + Math.round(5 * wave),
    recoveredPayments: index < 30 ? null : 9 + Math.round(3 * wave),
  };
});

/** Every kind of trouble at the same time. */
export const troubles = overview({
  today: { date: dayAhead(0), ...COUNTS, open: 12 },
  elsewhere: [{ date: dayAhead(1), due: 41, sent: 38, onTime: 38, failed: 3, missed: 0, unknown: 0, open: 0 }],
  needs: {
    ...NEEDS,
    pause: { kind: "all", until: NOW, reason: "The day's quota of mails is used up." },
    troubles: [
      {
        title: TICK_WORDS.title,
        says: `It last ran on ${formatDateTime(Date.now() - HOUR_MS)}.`,
        mend: TICK_WORDS.fix,
      },
      {
        title: "Hourly jobs stopped",
        says: "It has never run.",
        mend: "Check the Worker's cron triggers and its log. Notices, daily counts, deletions, and the PayPal sync wait until the hourly jobs run again.",
      },
    ],
    troubledMornings: [
      { date: dayAhead(0), batches: 3, missedHours: 2 },
      { date: dayAhead(1), batches: 1, missedHours: 0 },
    ],
    emptyMornings: [
      { date: dayAhead(2), fallback: null },
      { date: dayAhead(4), fallback: null },
      { date: dayAhead(5), fallback: { id: "c", date: dayAhead(-40), title: "First Light" } },
    ],
    unpublishedDates: [dayAhead(4)],
    droppedFallbacks: 2,
    missingParticulars: ["postal address", "governing law"],
    refundRequests: { count: 4, answerBy: NOW },
    askings: [{ id: "m", email: "ana.with.a.long.address@correspondence.daybolt.test" }],
    complaints: { level: "alarm", delivered: 41_000, complained: 60 },
    hasLiveEvent: false,
  },
  money: {
    revenueTodayCents: 7999,
    failedPayments: 21,
    differingSubscriptions: 2,
    doubleSubscriptions: 1,
    healedDifferences: 4,
    refusedPayments: 1,
    doubles: [{ id: "m-1", email: "ana@daybolt.test" }],
    differing: [{ id: "m-2", email: "bo@daybolt.test" }],
    openDisputes: 1,
    giftsToDeliver: 12,
    giftsToRedeem: 40,
  },
  days,
});

/** A morning with many problems, and the question before a second copy. */
export const badMorning = inOrder(
  answer(/\/api\/admin\/delivery(\?|$)/, {
    ...BAD_MORNING,
    mornings: Array.from({ length: 14 }, (_, day) => ({ date: dayAhead(-1 - day), ...COUNTS })),
  }),
  answer(/\/api\/admin\/delivery\/batches/, BAD_BATCHES),
  answer(/\/send-again$/, SECOND_COPY),
);

const IMPORT: MemberImport = {
  ...{ id: "1", filename: "ghost-members-2026-11-20.csv", state: "checked", created: 9_950, refused: 50, rowsDone: 0 },
  columns: ["id", "email", "name", "note", "subscribed_to_emails", "created_at", "labels", "tiers"],
  mapping: { email: 1, name: 2, subscribed: 4, labels: 6, plan: 7 },
  ...{ doneShare: 0, createdAt: NOW, endedAt: null, undoUntil: null, hasFile: true },
};

/** A checked import, one that runs, and one that ended. */
export const imports = answer("**/api/admin/imports", {
  imports: [
    IMPORT,
    {
      ...IMPORT,
      id: "2",
      filename: "pmpro.csv",
      state: "running",
      doneShare: 0.4,
      rowsDone: 4000,
      created: 3980,
      refused: 20,
    },
    {
      ...IMPORT,
      id: "3",
      filename: "own.csv",
      state: "done",
      rowsDone: 12,
      created: 11,
      refused: 1,
      endedAt: NOW,
      undoUntil: NOW,
    },
  ],
} satisfies ImportList);

/** A domain whose DNS records the provider hasn't found. */
export const unverified = answer("**/api/admin/mail-domain", {
  ...CONFIGURED_DOMAIN,
  state: "not_verified",
  problem: "Resend has not found these records yet.",
  records: [
    { ...DKIM_RECORD, value: `p=${"MIGfMA0GCSqG".repeat(18)}`, isVerified: false },
    { purpose: "SPF", type: "TXT", host: "send", value: "v=spf1 include:amazonses.com ~all", isVerified: true },
  ],
} satisfies MailDomain);
