import type { Ctx } from "../context.ts";
import { log } from "../log.ts";
import type { Mail } from "../mail/mailer.ts";
import type { SendOutcome } from "../mail/send-outcome.ts";
import { closeLatePage } from "./close-late-pages.ts";
import { addressIssue } from "./issue-mail.ts";
import type { PageMessage } from "./page-message.ts";
import { changePage, claimPage, type PageRow } from "./pages.queries.ts";
import { settlePage } from "./settle-page.ts";
import { CUT_OFF_MS, PAGE_LEASE_MS } from "./timing.ts";

const MAX_WAIT_SECONDS = 30;
const IN_FLIGHT_WAIT_SECONDS = 5;
/** Waits in place before the page goes back to its back-off; together they stay well within the lease. */
const MAX_WAITS = 2;

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

function waitOf(outcome: SendOutcome): number | null {
  if (outcome.kind === "in_flight") return IN_FLIGHT_WAIT_SECONDS;
  return outcome.kind === "rate_limited" && outcome.retryAfterSeconds <= MAX_WAIT_SECONDS
    ? outcome.retryAfterSeconds
    : null;
}

type Batch = { page: PageRow; mails: Mail[] };

type Attempt = { outcome: SendOutcome; isOnlyAttempt: boolean };

/**
 * One call whose key is the page's and generation's, repeated in place while the provider only asks for patience. It is the
 * generation's only attempt if no earlier one was made and the provider knows of none under way.
 */
async function callProvider(ctx: Ctx, { page, mails }: Batch): Promise<Attempt> {
  const key = `wake-up/${page.id}/${page.generation}`;
  let isOnlyAttempt = page.generationAttempts === 1;
  for (let waits = 0; ; waits += 1) {
    const outcome = await ctx.mailer.sendBatch(mails, key);
    if (outcome.kind === "in_flight") isOnlyAttempt = false;
    const wait = waits < MAX_WAITS ? waitOf(outcome) : null;
    if (wait === null) return { outcome, isOnlyAttempt };
    await sleep(wait);
  }
}

/**
 * Sends a page: claim, one provider call, mark. A second delivery of the same message finds the page leased or settled; a
 * Worker that died on the way is repeated under the same key with the same bytes, and the provider drops the copy.
 */
export async function sendPage(ctx: Ctx, { pageId, tickAt }: PageMessage): Promise<void> {
  const oldestStrike = Math.max(ctx.now, tickAt) - CUT_OFF_MS;
  const leaseUntil = ctx.now + PAGE_LEASE_MS;
  const { page, recipients, issue } = await claimPage(ctx.db, { pageId, now: ctx.now, leaseUntil, oldestStrike });
  if (!page) return;
  if (page.strikeAt < oldestStrike) return closeLatePage(ctx, page);
  if (!issue) throw new Error(`Page ${pageId} has no issue.`);
  if (recipients.length === 0) {
    await changePage(ctx.db, page.id, { state: "empty", settledAt: ctx.now });
    return;
  }
  const mails = recipients.map((recipient) => addressIssue(ctx.config, issue, recipient));
  const { outcome, isOnlyAttempt } = await callProvider(ctx, { page, mails });
  log(outcome.kind === "accepted" ? "info" : "warn", "page_sent", {
    pageId,
    mails: mails.length,
    outcome: outcome.kind,
  });
  await settlePage(ctx, { page, recipients, outcome, isOnlyAttempt });
}
