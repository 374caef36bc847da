import type { Resend, TroubledBatch } from "#domain/contract/wake-up.ts";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { onTimeShare } from "#domain/rules/on-time.ts";

const COUNTS = ["due", "sent", "onTime", "failed", "missed", "unknown"] as const;
export type MailCounts = Record<(typeof COUNTS)[number], number>;

export function sumOf(all: MailCounts[]): MailCounts {
  const sum = { due: 0, sent: 0, onTime: 0, failed: 0, missed: 0, unknown: 0 };
  for (const counts of all) for (const name of COUNTS) sum[name] += counts[name];
  return sum;
}

/** Rounded down, so that 99% is never an overstatement. */
export function shareText(counts: Pick<MailCounts, "due" | "onTime">): string {
  const share = onTimeShare(counts);
  return share === null ? "–" : `${formatNumber(Math.floor(share * 1000) / 10)}%`;
}

/** Why the outcomes and the emails still being sent add up to more than are due. */
export const NOT_DUE_YET = "Emails still being sent aren't counted as due yet.";

const COUNT_WORDS = { failed: "failed", missed: "missed", unknown: "unknown", open: "sending" } as const;

export function troubleText(batch: Pick<TroubledBatch, keyof typeof COUNT_WORDS>): string {
  const words = (Object.keys(COUNT_WORDS) as (keyof typeof COUNT_WORDS)[])
    .filter((name) => batch[name] > 0)
    .map((name) => `${formatNumber(batch[name])} ${COUNT_WORDS[name]}`);
  return words.join(", ") || "Nothing left to resend";
}

const REASONS: Record<string, string> = {
  rate_limited: "The email provider asked us to slow down.",
  in_flight: "The email provider was still handling an earlier request.",
  dead_letter: "The queue ran out of retries.",
};

/** Why a batch has no Resend; null if it can be resent. */
export function stateText({ state, canSendAgain, wasSentAgain, hasNobodyLeft }: TroubledBatch): string | null {
  if (state === "open") return "Sending";
  if (wasSentAgain) return "Resent";
  if (hasNobodyLeft) return "No one left to resend to";
  return canSendAgain ? null : "Too late to resend";
}

export const membersOf = ({ failed, missed, unknown }: TroubledBatch) => failed + missed + unknown;

export function reasonText({ reason, missed, unknown, failed }: TroubledBatch): string {
  if (reason) return REASONS[reason] ?? reason;
  if (unknown > 0) return "The email provider never responded, and then it was too late.";
  if (missed > 0) return "It was too late to send.";
  return failed > 0 ? "The email provider rejected these addresses." : "";
}

/** The question where some may have the email already. */
export const secondCopyQuestion = (what: string) => ({
  title: `Resend ${what} anyway?`,
  action: "Resend anyway",
  isDangerous: false,
});

/** The question before a resend. */
export const resendQuestion = (members: number) => ({
  title: `Resend to ${formatCount(members, "member")}?`,
  action: "Resend",
  isDangerous: false,
});

export const ONLY_MISSING = "We'll send it only to members who didn't get it and can still get it today.";

export const batchesText = (batches: number) => formatCount(batches, "batch", "batches");

/** The states in which the resend is over. */
const OVER: Partial<Record<Resend["state"], string>> = { done: "Resending is done", stopped: "Resending stopped" };

export const resendTitle = ({ state }: Resend) => OVER[state] ?? "Resending";

/** What the resend waits for or, once it's over, what it did and left out. */
export function resendText({ state, resent, doubtful, tooLate }: Resend): string {
  if (state === "running") return `${resent === 0 ? "This starts within a minute. " : ""}You can leave this page.`;
  if (state === "paused") return "Sending is paused. Resending continues when sending does.";
  const texts = [
    resent > 0 && `${batchesText(resent)} resent.`,
    tooLate > 0 && `The day ended before we could resend ${batchesText(tooLate)}.`,
    doubtful > 0 && `We don't know whether ${batchesText(doubtful)} arrived.`,
  ];
  const text = texts.filter(Boolean).join(" ");
  return text || (state === "stopped" ? "Nothing was resent." : "There was nothing left to resend.");
}
