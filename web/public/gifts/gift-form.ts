import type { OrderGiftRequest } from "#domain/contract/money/gifts.ts";
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

const FIELDS: Record<FieldName, { name: string; problemOf: (text: string, days: Days) => string | null }> = {
  recipientName: { name: "their name", problemOf: (text) => nameProblem(text, "Enter the recipient's name") },
  recipientEmail: { name: "their email", problemOf: emailProblem },
  message: { name: "a message we can send", problemOf: messageProblem },
  deliverOn: { name: "the day", problemOf: dayProblem },
  giverName: { name: "your name", problemOf: (text) => nameProblem(text, "Enter your name") },
  giverEmail: { name: "your email", problemOf: emailProblem },
};
const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

export function problemsOf(draft: GiftDraft, days: Days): Problems {
  const problems = FIELD_NAMES.map((field) => [field, FIELDS[field].problemOf(draft[field], days)] as const);
  return Object.fromEntries(problems.filter(([, problem]) => problem !== null)) as Problems;
}

/** "To pay, enter their name and your email, and check the box."; null if nothing is missing. */
export function missingSentence(problems: Problems, hasAgreed: boolean): string | null {
  const names = FIELD_NAMES.filter((field) => problems[field]).map((field) => FIELDS[field].name);
  const last = names.pop();
  const fields = last === undefined ? null : `enter ${names.length > 0 ? `${names.join(", ")} and ${last}` : last}`;
  const steps = [fields, hasAgreed ? null : "check the box"].filter((step) => step !== null);
  return steps.length === 0 ? null : `To pay, ${steps.join(", and ")}.`;
}
