import type { DoneResponse } from "#domain/contract/members.ts";
import { retryAt } from "#domain/rules/next-check.ts";
import { auditEvent } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { AppError, invalid, notFound, rateLimited, unavailable } from "../../kernel/errors.ts";
import { networkHash } from "../../kernel/hashing.ts";
import { takeBackAttempt } from "../../kernel/limits/attempt-counters.queries.ts";
import { networkLimits, tryAttempt } from "../../kernel/limits/attempt-limit.ts";
import { errorFields, log } from "../../kernel/log.ts";
import type { WebhookSignature } from "../../kernel/paypal/paypal.ts";
import { retryWrite } from "../../kernel/retry-write.ts";
import { requirePayPal } from "../subscriptions/store-reading.ts";
import { insertEvent, markApplied, noteTrouble, type ProviderEvent, selectEvent } from "./paypal-events.queries.ts";
import { parseEvent, subjectOf, syncEvent, type WebhookEvent } from "./sync-event.ts";

/** Per network and 15 minutes. PayPal's own signatures are never wrong. */
const WRONG_SIGNATURES = 20;
/** Events of a network that are being checked. PayPal sends many at once, and sends rejected ones again only after minutes. */
const MOST_AT_ONCE = 100;
const RETRY_SECONDS = 60;
const LONGEST_OUTCOME = 200;

type Received = Pick<ProviderEvent, "id" | "type" | "receivedAt">;
type Webhook = { signature: WebhookSignature; body: string; network: string };

/**
 * Asks PayPal if it signed an event. An event counts against its network while it's checked, and for 15 minutes if forged.
 * @throws AppError `validation` for a forged event, `rate_limited` for a network with too many
 */
async function requireSigned(ctx: Ctx, { signature, body, network }: Webhook): Promise<void> {
  const forged = networkLimits(ctx, { kind: "webhook-network", value: network, max: WRONG_SIGNATURES });
  if (!(await tryAttempt(ctx, forged, { isCounted: false })).isWithin) throw rateLimited(RETRY_SECONDS);
  const windowEndsAt = ctx.now + RETRY_SECONDS * 1000;
  const asked = networkLimits(ctx, { kind: "webhook-asked", value: network, max: MOST_AT_ONCE, windowEndsAt });
  const takeBack = (counted: { key: string }[]) => {
    const keys = counted.map(({ key }) => key);
    return retryWrite(() => takeBackAttempt(ctx.db, keys));
  };
  const { isWithin, refusedBy } = await tryAttempt(ctx, asked);
  if (!isWithin) {
    await takeBack(refusedBy.filter(({ isFirst }) => isFirst));
    throw rateLimited(RETRY_SECONDS);
  }
  let isForged = false;
  try {
    isForged = !(await requirePayPal(ctx).verifyWebhook(signature, body));
  } finally {
    if (!isForged) await takeBack(asked);
  }
  if (!isForged) return;
  await tryAttempt(ctx, forged);
  const from = networkHash(ctx.config, network);
  log("error", "webhook_refused", { from });
  await auditEvent(ctx, { actor: "paypal", action: "webhook.refused", subject: from });
  throw invalid("The signature isn't PayPal's");
}

/**
 * Stores an event once and applies it. If that fails now, PayPal sends it again and the hourly cron retries.
 * @throws AppError `validation`, `unavailable`
 */
export async function takeWebhook(ctx: Ctx, webhook: Webhook): Promise<void> {
  const event = parseEvent(webhook.body);
  await requireSigned(ctx, webhook);
  const row = {
    id: event.id,
    type: event.event_type,
    subject: subjectOf(event),
    receivedAt: ctx.now,
    // Only the fields we read: names, addresses, and cards that PayPal includes aren't kept.
    body: JSON.stringify(event),
  };
  const [[isNew], [stored]] = await retryWrite(() =>
    ctx.db.batch([insertEvent(ctx.db, row), selectEvent(ctx.db, event.id)]),
  );
  if (!isNew && stored?.appliedAt != null) return;
  if (!(await doEvent(ctx, event, stored?.receivedAt ?? ctx.now)))
    throw unavailable("This can't be processed now. Try again later.");
}

export async function applyStored(ctx: Ctx, event: WebhookEvent): Promise<void> {
  const outcome = await syncEvent(ctx, event);
  await markApplied(ctx.db, event.id, outcome.slice(0, LONGEST_OUTCOME), ctx.now);
}

/** Leaves an event open that couldn't be applied. The hourly cron tries it again. */
export async function leaveOpen(ctx: Ctx, { id, type, receivedAt }: Received, error: unknown): Promise<void> {
  // Expected failures need no stack: PayPal is away, or another request was faster.
  const fields = error instanceof AppError ? { message: error.message } : errorFields(error);
  log("error", "webhook_not_applied", { eventId: id, type, ...fields });
  const outcome = String(error instanceof Error ? error.message : error).slice(0, LONGEST_OUTCOME);
  await noteTrouble(ctx.db, id, { outcome, checkAt: retryAt(receivedAt, ctx.now) });
}

/** Applies a stored event. Returns false if it stays open. */
async function doEvent(ctx: Ctx, event: WebhookEvent, receivedAt: number): Promise<boolean> {
  try {
    await applyStored(ctx, event);
    return true;
  } catch (error) {
    await leaveOpen(ctx, { id: event.id, type: event.event_type, receivedAt }, error);
    return false;
  }
}

/** Applies a stored event again; its body is kept for 30 days. @throws AppError `not_found`, `unavailable` */
export async function replayEvent(ctx: Ctx, { id }: { id: string }): Promise<DoneResponse> {
  const [stored] = await selectEvent(ctx.db, id);
  if (!stored?.body) throw notFound(`Event ${id}`);
  await auditEvent(ctx, { actor: "admin", action: "webhook.replay", subject: id });
  if (!(await doEvent(ctx, parseEvent(stored.body), stored.receivedAt)))
    throw unavailable("We couldn't process this event. See the Worker's log for the reason.");
  const [done] = await selectEvent(ctx.db, id);
  return { message: `${stored.type}: ${done?.outcome ?? ""}` };
}
