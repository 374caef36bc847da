import type { OrderGiftRequest } from "#domain/contract/money/gifts.ts";
import { formatList } from "#domain/formats.ts";
import { formatDayOfYear } from "#domain/rules/calendar-days.ts";
import { emailProblem } from "#domain/rules/credentials.ts";
import { firstGiftDay } from "#domain/rules/gift-delivery.ts";
import { giftMessageProblem, giftNameProblem, MAX_GIFT_NAME } from "#domain/rules/gift-words.ts";
import { isKnownZone } from "#domain/rules/local-time.ts";
import type { PlanId } from "#domain/rules/plans.ts";
import { isShowable, isVisible, normaliseText } from "#domain/rules/text.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { isRecord } from "../../lib/parse-json.ts";
import { stored } from "../../lib/stored.ts";

export type GiftDraft = Omit<OrderGiftRequest, "plan" | "requestId" | "consent" | "consentText"> & {
  plan: PlanId | null;
};
type FieldName = Exclude<keyof GiftDraft, "plan" | "timezone">;
export type Days = { firstDay: string; lastDay: string };
type Problems = Partial<Record<FieldName, string>>;

export const giftDraft = stored("gift_draft", (value) => (isRecord(value) ? (value as Partial<GiftDraft>) : null), {
  scope: "tab",
  endsWith: "session",
});
export const MAX_MESSAGE = 500;

/** The days whose hour is still ahead in a zone; by the server's day if this browser doesn't know the zone. */
export function daysIn(timezone: string, { firstDay, lastDay }: Days, now: number): Days {
  return { firstDay: isKnownZone(timezone) ? firstGiftDay(timezone, now) : firstDay, lastDay };
}

/** A reloaded page restores what was typed, on a day that's still available. */
export function readDraft(offer: Days, now: number): GiftDraft {
  const empty: GiftDraft = {
    plan: null,
    giverName: "",
    giverEmail: "",
    recipientName: "",
    recipientEmail: "",
    message: "",
    deliverOn: null,
    timezone: DEFAULT_ZONE,
  };
  const draft = { ...empty, ...giftDraft.read() };
  const { firstDay } = daysIn(draft.timezone, offer, now);
  return { ...draft, deliverOn: draft.deliverOn && draft.deliverOn < firstDay ? firstDay : draft.deliverOn };
}

export function nameProblem(text: string, missing: string): string | null {
  const name = normaliseText(text);
  if (!isVisible(name)) return missing;
  if (!isShowable(name, "one")) return "This contains characters that can't be shown";
  // A name kept from an earlier visit may be longer than the field now allows.
  if (name.length > MAX_GIFT_NAME) return `A name can have at most ${MAX_GIFT_NAME} characters`;
  return giftNameProblem(name);
}

function messageProblem(text: string): string | null {
  const message = normaliseText(text);
  if (!isShowable(message, "many")) return "The message contains characters that can't be shown";
  return giftMessageProblem(message);
}

function dayProblem(date: string, { firstDay, lastDay }: Days): string | null {
  if (date >= firstDay && date <= lastDay) return null;
  return `Choose ${formatDayOfYear(firstDay)} or a later day, up to a year from now`;
}

type Field = { problemOf: (text: string, days: Days) => string | null } & (
  | { name: string; step?: never }
  | { step: string; name?: never }
);

/** A `name` is what to enter; a `step` is a sentence part of its own. */
const FIELDS: Record<FieldName, Field> = {
  recipientName: { name: "their name", problemOf: (text) => nameProblem(text, "Enter the recipient's name") },
  recipientEmail: { name: "their email", problemOf: emailProblem },
  message: { step: "fix your message", problemOf: messageProblem },
  deliverOn: { step: "choose the day", problemOf: dayProblem },
  giverName: { name: "your name", problemOf: (text) => nameProblem(text, "Enter your name") },
  giverEmail: { name: "your email", problemOf: emailProblem },
};
const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

export function problemsOf(draft: GiftDraft, days: Days): Problems {
  const asked = FIELD_NAMES.map((field) => [field, draft[field]] as const);
  const problems = asked.map(([field, text]) => [field, text === null ? null : FIELDS[field].problemOf(text, days)]);
  return Object.fromEntries(problems.filter(([, problem]) => problem !== null)) as Problems;
}

/** "To pay, enter their name and your email, choose the day, and check the box."; null if nothing is missing. */
export function missingSentence(problems: Problems, hasAgreed: boolean): string | null {
  const missing = FIELD_NAMES.filter((field) => problems[field]).map((field) => FIELDS[field]);
  const names = missing.flatMap(({ name }) => name ?? []);
  const entries = names.length === 0 ? [] : [`enter ${formatList(names, "and")}`];
  const steps = [...entries, ...missing.flatMap(({ step }) => step ?? []), ...(hasAgreed ? [] : ["check the box"])];
  if (steps.length === 0) return null;
  return `To pay, ${names.length > 1 && steps.length === 2 ? steps.join(", and ") : formatList(steps, "and")}.`;
}
