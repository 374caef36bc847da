import { LOCATIONS } from "../deployment.ts";

export type Question = {
  name: string;
  says: string;
  /** An empty answer is fine. */
  isOptional?: boolean;
  /** Asked only if this other setting has a value. */
  goesWith?: string;
};

const places = Object.entries(LOCATIONS).map(([code, place]) => `${code} ${place}`);

/** Settings that an installation needs or that are worth asking about once; all others are taken only if given. */
export const QUESTIONS: Question[] = [
  { name: "D1_LOCATION", says: `Where are most of your members? The database can't move later (${places.join(", ")})` },
  { name: "APP_URL", says: "What address do members open? https://…, without a slash at the end" },
  { name: "MAIL_FROM", says: "Who do emails come from? Name <address>" },
  { name: "SUPPORT_MAILBOX", says: "Your own address, where emails to support are forwarded" },
  { name: "OPERATOR_EMAIL", says: "Who gets alarms by email? (empty: no one)", isOptional: true },
  { name: "UNSUBSCRIBE_ADDRESS", says: "Address for unsubscribing by email (empty: only by link)", isOptional: true },
  { name: "ADMIN_PASSWORD", says: "The administrator's password, 16 characters or more" },
  { name: "RESEND_API_KEY", says: "An API key of your Resend account, with full access" },
  { name: "PAYPAL_CLIENT_ID", says: "Client ID of your PayPal app (empty: no one can buy)", isOptional: true },
  { name: "PAYPAL_CLIENT_SECRET", says: "Secret of the same app", goesWith: "PAYPAL_CLIENT_ID" },
];
