import type { OrderGiftRequest } from "#domain/contract/money/gifts.ts";
import { formatList } from "#domain/formats.ts";
import { emailProblem } from "#domain/rules/credentials.ts";
import { giftMessageProblem, giftNameProblem, MAX_GIFT_NAME } from "#domain/rules/gift-words.ts";
import type { PlanId } from "#domain/rules/plans.ts";
import { isShowable, isVisible, normaliseText } from "#domain/rules/text.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { isRecord } from "../../lib/parse-json.ts";
import { stored } from "../../lib/stored.ts";

export type GiftDraft = Omit<OrderGiftRequest, "plan" | "requestId" | "consent" | "consentText"> & {
  plan: PlanId | null;
};
type FieldName = Exclude<keyof GiftDraft, "plan" | "timezone">;
type Days = { firstDay: string; lastDay: string };
type Problems = Partial<Record<FieldName, string>>;

export const giftDraft = stored("gift_draft", (value) => (isRecord(value) ? (value as Partial<GiftDraft>) : null), {
  scope: "tab",
  endsWith: "session",
});
export const MAX_MESSAGE = 500;

/** A reloaded page restores what was typed; a first visit starts with the first possible day. */
export function readDraft(firstDay: string): GiftDraft {
  const empty: GiftDraft = {
    plan: null,
    giverName: "",
    giverEmail: "",
    recipientName: "",
    recipientEmail: "",
    message: "",
    deliverOn: firstDay,
    timezone: DEFAULT_ZONE,
  };
  const draft = { ...empty, ...giftDraft.read() };
  return { ...draft, deliverOn: draft.deliverOn < firstDay ? firstDay : draft.deliverOn };
}

function nameProblem(text: string, missing: string): string | null {
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
  return date >= firstDay && date <= lastDay ? null : "Choose a day between today and a year from now";
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
  const problems = FIELD_NAMES.map((field) => [field, FIELDS[field].problemOf(draft[field], days)] as const);
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
