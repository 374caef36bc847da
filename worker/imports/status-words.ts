/** What a value says about a person's emails or membership. `in`: they want emails; `out`: they don't. */
export type StatusSense = "bounced" | "complained" | "out" | "ended" | "in" | "active";

/** The first that matches counts: "inactive" isn't active, and "unpaid" isn't paid. */
const SENSES: [StatusSense, RegExp][] = [
  ["complained", /complain|\bspam|\bjunk|abuse/],
  ["bounced", /bounc|\bcleaned\b|undeliverable|^invalid/],
  ["out", /\bun-?subscri|\bnot subscribed|\bopt(?:ed)?[ -]?out|\bdo not (?:email|contact)|blocklist|blacklist/],
  [
    "ended",
    /never subscri|former|declin|cancel|past.?due|overdue|un-?paid|not paid|expire|in-?active|not active|lapsed|ended|suspend|refunded|incomplete|delinquent|failed|churned|terminated|on.?hold|paused|pending|unconfirmed|^(?:free|none|never|future)$/,
  ],
  ["in", /\bsubscribed|\bopt(?:ed)?[ -]?in\b|confirmed/],
  [
    "active",
    /active|(?:not|non)[ -]renewing|\bguest\b|current|paid|paying|trial|complimentary|\bcomp(?:ed)?\b|gift|lifetime|good standing|premium/,
  ],
];

export const NO = /^(?:no|n|false|f|0|off)$/i;
export const YES = /^(?:yes|y|true|t|1|on)$/i;
export const isFlag = (text: string) => NO.test(text) || YES.test(text);

export function senseOf(text: string): StatusSense | null {
  const plain = text.toLowerCase().replaceAll("_", " ");
  return SENSES.find(([, words]) => words.test(plain))?.[0] ?? null;
}
