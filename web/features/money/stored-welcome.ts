import { isRecord } from "../../lib/parse-json.ts";
import { stored } from "../../lib/stored.ts";

/** What the welcome after a purchase says. It's kept until its steps are done. */
export type StoredWelcome = {
  subscriptionId: string;
  opensWithPayment: boolean;
  /** The card was left, so the dashboard shows a line. */
  isLeft: boolean;
};

export const { read: readWelcome, write: keepWelcome } = stored(
  "welcome",
  (value) => (isRecord(value) && typeof value.subscriptionId === "string" ? (value as StoredWelcome) : null),
  { scope: "browser", endsWith: "session" },
);
