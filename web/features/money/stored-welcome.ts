import { isRecord } from "../../lib/parse-json.ts";
import { stored } from "../../lib/stored.ts";

/** What the welcome after a purchase or a gift says. It's kept until its steps are done. */
export type StoredWelcome = {
  /** Null for a gift. */
  subscriptionId: string | null;
  opensWithPayment: boolean;
  /** The card was left, so the dashboard shows a line. */
  isLeft: boolean;
};

export const { read: readWelcome, write: keepWelcome } = stored(
  "welcome",
  (value) => (isRecord(value) && typeof value.isLeft === "boolean" ? (value as StoredWelcome) : null),
  { scope: "browser", endsWith: "session" },
);
