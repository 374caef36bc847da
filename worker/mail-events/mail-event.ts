import * as z from "zod";
import { isCalendarDate } from "#domain/rules/calendar-days.ts";
import { EMAILS_OF_KIND, PAUSABLE_KINDS, type PausableKind } from "#domain/rules/mail-events.ts";
import { emailKeyOf } from "../members/member.ts";

/** What of the provider's events says something of a mail's way; all others are acknowledged and dropped. */
const KINDS = {
  "email.sent": "sent",
  "email.delivered": "delivered",
  "email.bounced": "bounced",
  "email.complained": "complained",
  "email.suppressed": "refused",
  "email.failed": "failed",
} as const;

/** The events that a webhook has to be given. */
export const MAIL_EVENT_TYPES = Object.keys(KINDS) as (keyof typeof KINDS)[];

const told = z.object({
  type: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  data: z.object({
    to: z.array(z.string().max(320)).min(1),
    tags: z.record(z.string(), z.string().max(256)).optional(),
    bounce: z.object({ type: z.string() }).optional(),
    failed: z.object({ reason: z.string() }).optional(),
  }),
});

/** An event on its way through the queue; `at` is when it happened. */
export const mailEvent = z.object({
  id: z.string(),
  kind: z.enum(["sent", "delivered", "bounced", "complained", "refused", "failed"]),
  at: z.int(),
  /** Why a mail that the provider had accepted has failed there; events on the queue of an earlier release have none. */
  reason: z.string().nullable().default(null),
  emailKey: z.string(),
  /** Whether mail to the address will never arrive, as far as the provider knows. */
  isLasting: z.boolean(),
  /** The delivery of a wake-up mail. */
  delivery: z.object({ memberId: z.string(), date: z.string() }).nullable(),
  /** A gift's own mail, and the address it went to. */
  gift: z.object({ giftId: z.string(), addressVersion: z.int() }).nullable(),
  /** The kind of email, of those that complaints pause; events on the queue of an earlier release have none. */
  about: z.enum(PAUSABLE_KINDS).nullable().default(null),
});
export type MailEvent = z.infer<typeof mailEvent>;

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
  return (["acknowledgement", "gift"] as const).find((name) => EMAILS_OF_KIND[name].includes(kind)) ?? null;
}

/** What an event tells of a mail; null for one that tells nothing of any. */
export function toMailEvent(id: string, body: unknown): MailEvent | null {
  const parsed = told.safeParse(body);
  if (!parsed.success || !Object.hasOwn(KINDS, parsed.data.type)) return null;
  const { type, created_at, data } = parsed.data;
  const kind = KINDS[type as keyof typeof KINDS];
  const { to, tags = {}, bounce, failed } = data;
  return {
    id,
    kind,
    at: Date.parse(created_at),
    reason: kind === "failed" ? (failed?.reason ?? "No reason was told").slice(0, LONGEST_REASON) : null,
    emailKey: emailKeyOf(to[0] ?? ""),
    isLasting: kind === "complained" || kind === "refused" || (kind === "bounced" && bounce?.type === "Permanent"),
    delivery: deliveryOf(tags),
    gift: giftOf(tags),
    about: aboutOf(tags),
  };
}
