import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { DELIVERY_STATES, type DeliveryState } from "#domain/rules/mail-states.ts";
import { MAIL_EVENT_TYPES, mailEventBody, signMailEvent } from "#sandbox/resend/mail-events.ts";
import worker from "#worker/index.ts";
import type { MailEvent } from "#worker/kernel/queue-messages.ts";
import { rowsOf, uniqueAddress } from "./factories.ts";
import { requestWith } from "./request.ts";

/** Bindings of the four queues of events that pass each event on. */
export const eventQueues = (send: (event: MailEvent, queue: number) => Promise<unknown>) =>
  Object.fromEntries(
    ["", "_2", "_3", "_4"].map((end, queue) => [
      `MAIL_EVENTS_QUEUE${end}`,
      { send: (event: MailEvent) => send(event, queue) },
    ]),
  );

/** The member and date of an event's email. */
export type Mailed = { memberId: string; emailKey: string; date: string };

export function eventOf(kind: MailEvent["kind"], { memberId, emailKey, date }: Mailed, at = Date.now()): MailEvent {
  const isLasting = kind === "bounced" || kind === "complained" || kind === "refused";
  const reason = kind === "failed" ? "reached_daily_quota" : null;
  const of = { delivery: { memberId, date }, gift: null, about: "wake-up", isFull: false } as const;
  return { id: crypto.randomUUID(), kind, at, emailKey, isLasting, reason, ...of };
}

/** Delivers events to the queue entry point in one batch, as the platform would. */
export async function reportEvents(events: MailEvent[], bindings: Record<string, unknown> = {}) {
  const execution = createExecutionContext();
  const messages = events.map((body) => ({ id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch("daybolt-mail-events", messages);
  await worker.queue(batch, { ...env, ...bindings }, execution);
  return getQueueResult(batch, execution);
}

/** A delivery of a member's morning in a state, in its own batch, which stays open if the delivery is claimed. */
export async function insertDelivery({ memberId, date }: Mailed, state: DeliveryState): Promise<string> {
  const batchId = crypto.randomUUID();
  await rowsOf(
    `insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, recipients, state, next_attempt_at, created_at,
      settled_at, due_count, sent_count, failed_count, missed_count, unknown_count)
    values (?1, 0, 'UTC', 6, ?2, json_array(?3), json_array(json_object('memberId', ?3)), iif(?4 = 'claimed', 'open', 'closed'), 0, 0,
      iif(?4 = 'claimed', null, 1), ?4 <> 'claimed', ?4 in ('sent', 'delivered'), ?4 = 'failed', ?4 = 'missed', ?4 = 'unknown')`,
    batchId,
    date,
    memberId,
    state,
  );
  await rowsOf(
    `insert into deliveries (day, member_id, batch, key_version, state, claimed_at)
    select unixepoch(?) / 86400, ?, number, 1, ?, 1 from wake_up_batches where id = ?`,
    date,
    memberId,
    DELIVERY_STATES.indexOf(state),
    batchId,
  );
  return batchId;
}

/** The headers that Resend sends with a body. */
export const signed = (body: string, now = Date.now()) => signMailEvent(body, { id: "msg_1", now });

/** The sandbox's events about a wake-up email to Ana, one of each type. */
export const SANDBOX_EVENTS = MAIL_EVENT_TYPES.map((type) => {
  const tags = Object.entries({ member: "m-1", date: "2026-11-20" }).map(([name, value]) => ({ name, value }));
  const mail = { id: "mail-1", to: ["Ana@x.test"], subject: "Rise", from: null, tags };
  return { type, data: JSON.parse(mailEventBody(mail, type, Date.now())).data as object };
});

type Posted = { type: string; data?: object; now?: number; createdAt?: unknown; forged?: boolean };

/** Posts a signed event like Resend, and returns what went on the queue. */
export async function postEvent({ type, data = {}, now = Date.now(), forged = false, ...own }: Posted) {
  const { createdAt = new Date(now).toISOString() } = own;
  const body = JSON.stringify({ type, created_at: createdAt, data });
  const queued: MailEvent[] = [];
  let queue: number | undefined;
  const queues = eventQueues(async (event, nth) => {
    queued.push(event);
    queue = nth;
  });
  const response = await requestWith(queues, "/api/resend/webhook", {
    method: "POST",
    body: forged ? body.replace("to", "ot") : body,
    headers: { "content-type": "application/json", ...signed(body, now) },
    address: uniqueAddress(),
  });
  return { status: response.status, queued, queue };
}
