import { emailProblem } from "#domain/rules/credentials.ts";
import { giftMessageProblem, giftNameProblem, MAX_GIFT_NAME } from "#domain/rules/gift-words.ts";
import type { PlanId } from "#domain/rules/plans.ts";
import { isShowable, isVisible, normaliseText } from "#domain/rules/text.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { isRecord } from "../../lib/parse-json.ts";
import { stored } from "../../lib/stored.ts";

/** What a giver has typed so far. */
export type GiftDraft = {
  plan: PlanId | null;
  giverName: string;
  giverEmail: string;
  recipientName: string;
  recipientEmail: string;
  message: string;
  deliverOn: string;
  timezone: string;
};
type FieldName = Exclude<keyof GiftDraft, "plan" | "timezone">;

const kept = stored("gift_draft", (value) => (isRecord(value) ? (value as Partial<GiftDraft>) : null), {
  scope: "tab",
  endsWith: "session",
});
export const MAX_NAME = MAX_GIFT_NAME;
export const MAX_MESSAGE = 500;

/** A page loaded again has what was typed; a first one asks for the first day there is. */
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
  const draft = { ...empty, ...kept.read() };
  return { ...draft, deliverOn: draft.deliverOn < firstDay ? firstDay : draft.deliverOn };
}

export function keepDraft(draft: GiftDraft | null): void {
  kept.write(draft);
}

function nameProblem(text: string, missing: string): string | null {
  const name = normaliseText(text);
  if (!isVisible(name)) return missing;
  if (!isShowable(name, "one")) return "This contains characters that cannot be shown";
  // A name that was kept from before may be longer than the field lets anybody type.
  if (name.length > MAX_NAME) return `A name can have ${MAX_NAME} characters at most`;
  return giftNameProblem(name);
}

function messageProblem(text: string): string | null {
  const message = normaliseText(text);
  if (!isShowable(message, "many")) return "The message contains characters that cannot be shown";
  return giftMessageProblem(message);
}

/** What is wrong with each field, in the contract's words; fields that are right are left out. */
export function problemsOf(
  draft: GiftDraft,
  days: { first: string; last: string },
): Partial<Record<FieldName, string>> {
  const all: Record<FieldName, string | null> = {
    recipientName: nameProblem(draft.recipientName, "Please enter the recipient's name"),
    recipientEmail: emailProblem(draft.recipientEmail),
    message: messageProblem(draft.message),
    deliverOn:
      draft.deliverOn >= days.first && draft.deliverOn <= days.last
        ? null
        : "Please choose a day from today on, within a year",
    giverName: nameProblem(draft.giverName, "Please enter your name"),
    giverEmail: emailProblem(draft.giverEmail),
  };
  return Object.fromEntries(Object.entries(all).filter(([, problem]) => problem !== null)) as Partial<
    Record<FieldName, string>
  >;
}

const FIELD_NAMES: Record<FieldName, string> = {
  recipientName: "their name",
  recipientEmail: "their email",
  message: "a message we can send",
  deliverOn: "the day",
  giverName: "your name",
  giverEmail: "your email",
};

/** "To pay, enter their name and your email, and tick the box."; null when nothing is missing. */
export function missingSentence(problems: Partial<Record<FieldName, string>>, hasAgreed: boolean): string | null {
  const names = (Object.keys(problems) as FieldName[]).map((field) => FIELD_NAMES[field]);
  const last = names.pop();
  const fields = last === undefined ? null : `enter ${names.length > 0 ? `${names.join(", ")} and ${last}` : last}`;
  const steps = [fields, hasAgreed ? null : "tick the box"].filter((step) => step !== null);
  return steps.length === 0 ? null : `To pay, ${steps.join(", and ")}.`;
}
