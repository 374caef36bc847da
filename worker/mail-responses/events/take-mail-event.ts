import * as z from "zod";
import { isCalendarDate } from "#domain/rules/calendar-days.ts";
import { type PausableKind, PROVIDER_EVENT_TYPES, PROVIDER_EVENTS } from "#domain/rules/mail-events.ts";
import type { Ctx } from "../../kernel/context.ts";
import { invalid, unavailable } from "../../kernel/errors.ts";
import { emailKeyOf, networkHash, sha256 } from "../../kernel/hashing.ts";
import { networkLimits, requireAttempt } from "../../kernel/limits/attempt-limit.ts";
import { log } from "../../kernel/log.ts";
import type { MailEvent } from "../../kernel/queue-messages.ts";
import { kindOf } from "../../mail/kinds/kinds.ts";

/** Limit per network and quarter of an hour; the provider's own signatures are never wrong. */
const WRONG_SIGNATURES = 20;

const LONGEST_TYPE = 50;

type Webhook = { signature: { id: string; timestamp: string; signature: string }; body: string; network: string };

/** @throws AppError `validation` if the provider didn't sign it, `rate_limited` for a network that sends many of those */
async function verified(ctx: Ctx, { signature, body, network }: Webhook): Promise<unknown> {
  const limits = networkLimits(ctx, { kind: "webhook-network", value: network, max: WRONG_SIGNATURES });
  const { resendWebhookSecret: secret } = ctx.config;
  if (secret === null) throw unavailable("Email events aren't set up");
  const event = ctx.mailer.verifyEvent(body, signature, secret);
  if (event !== null) return event;
  await requireAttempt(ctx, limits);
  log("error", "mail_event_refused", { from: networkHash(ctx.config, network) });
  throw invalid("The signature isn't Resend's");
}

function typeOf(body: unknown): string {
  const named = z.object({ type: z.string() }).safeParse(body);
  return named.success ? named.data.type.slice(0, LONGEST_TYPE) : "none";
}

const aboutEmail = z.object({ data: z.object({ email_id: z.string() }) });

/** Always the same queue for an email, so its events stay in order. One queue takes 5,000 a second, which is 20 calls with events of 100 emails. */
function queueOf({ mailEventsQueues: queues }: Ctx, body: unknown, id: string) {
  const named = aboutEmail.safeParse(body);
  const hash = sha256(named.success ? named.data.data.email_id : id);
  return queues[Number.parseInt(hash.slice(0, 8), 16) % queues.length] ?? queues[0];
}

/** Touches no rows, as thousands a second arrive around a slot. @throws AppError `validation`, `rate_limited`, `unavailable` */
export async function takeMailEvent(ctx: Ctx, webhook: Webhook): Promise<void> {
  const { id } = webhook.signature;
  const body = await verified(ctx, webhook);
  const event = toMailEvent(id, body, ctx.now);
  if (event) await queueOf(ctx, body, id).send(event);
  else log("warn", "mail_event_dropped", { id, type: typeOf(body) });
}

const LONGEST_ADDRESS = 320;
const LONGEST_TAG = 256;

const isText = (value: unknown, longest: number) => typeof value === "string" && value.length <= longest;

const listedTag = z.object({ name: z.string(), value: z.unknown() });

/** Resend's API returns tags by name, its documentation shows them as a list. */
function pairsOf(tags: unknown): [string, unknown][] {
  if (!Array.isArray(tags)) return typeof tags === "object" && tags !== null ? Object.entries(tags) : [];
  return tags.flatMap((tag): [string, unknown][] => {
    const listed = listedTag.safeParse(tag);
    return listed.success ? [[listed.data.name, listed.data.value]] : [];
  });
}

function tagsOf(tags: unknown): Record<string, string> {
  const texts = pairsOf(tags).filter((pair): pair is [string, string] => isText(pair[1], LONGEST_TAG));
  return Object.fromEntries(texts);
}

/** Resend writes ISO 8601, or as databases do: a space instead of the T, an offset without minutes. */
const instant = z.string().transform(Date.parse).pipe(z.int());

/** Only the recipient is required. Any other unreadable field counts as absent, so no bounce is lost. */
const webhookBody = z.object({
  type: z.enum(PROVIDER_EVENT_TYPES),
  created_at: instant.nullable().catch(null),
  data: z.object({
    to: z.preprocess(
      (to) => (Array.isArray(to) ? to : [to]).find((address) => address !== "" && isText(address, LONGEST_ADDRESS)),
      z.string(),
    ),
    tags: z.unknown().optional().transform(tagsOf),
    bounce: z
      .object({ type: z.string(), subType: z.string().nullish().catch(null) })
      .nullable()
      .catch(null),
    failed: z.object({ reason: z.string() }).nullable().catch(null),
  }),
});

const LONGEST_REASON = 200;

function deliveryOf({ member, date }: Record<string, string>): MailEvent["delivery"] {
  return member && date && isCalendarDate(date) ? { memberId: member, date } : null;
}

function giftOf({ gift, version }: Record<string, string>): MailEvent["gift"] {
  return gift && version && /^\d{1,6}$/.test(version) ? { giftId: gift, addressVersion: Number(version) } : null;
}

function aboutOf(tags: Record<string, string>): PausableKind | null {
  if (deliveryOf(tags)) return "wake-up";
  const { kind = "" } = tags;
  return kindOf(kind)?.pausedAs ?? null;
}

/** Parses an event; null if it isn't about an email. `now` replaces a time that can't be read. */
export function toMailEvent(id: string, body: unknown, now: number): MailEvent | null {
  const parsed = webhookBody.safeParse(body);
  if (!parsed.success) return null;
  const { type, created_at, data } = parsed.data;
  const kind = PROVIDER_EVENTS[type];
  const { to, tags, bounce, failed } = data;
  return {
    id,
    kind,
    at: created_at ?? now,
    reason: kind === "failed" ? (failed?.reason ?? "No reason given").slice(0, LONGEST_REASON) : null,
    emailKey: emailKeyOf(to),
    isLasting: kind === "complained" || kind === "refused" || (kind === "bounced" && bounce?.type === "Permanent"),
    isFull: kind === "bounced" && bounce?.subType === "MailboxFull",
    delivery: deliveryOf(tags),
    gift: giftOf(tags),
    about: aboutOf(tags),
  };
}
