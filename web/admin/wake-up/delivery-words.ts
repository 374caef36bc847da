import type { TroubledBatch } from "#domain/contract/wake-up.ts";
import { formatNumber } from "#domain/formats.ts";
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
  return share === null ? "—" : `${formatNumber(Math.floor(share * 1000) / 10)}%`;
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

/** Whether it follows all that wait for an administrator in the server's list. */
export function isTakenUp({ state, wasSentAgain, hasNobodyLeft }: TroubledBatch): boolean {
  return state === "open" || wasSentAgain || hasNobodyLeft;
}

export const membersOf = ({ failed, missed, unknown }: TroubledBatch) => failed + missed + unknown;

export function reasonText({ reason, missed, unknown, failed }: TroubledBatch): string {
  if (reason) return REASONS[reason] ?? reason;
  if (unknown > 0) return "The email provider never responded, and then it was too late.";
  if (missed > 0) return "It was too late to send.";
  return failed > 0 ? "The email provider rejected these addresses." : "";
}
