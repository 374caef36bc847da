import { LOCATIONS } from "../deployment.ts";

export type Question = {
  name: string;
  text: string;
  /** An empty answer is fine. */
  isOptional?: boolean;
  /** Asked only if this other setting has a value. */
  goesWith?: string;
};

const places = Object.entries(LOCATIONS).map(([code, place]) => `${code} ${place}`);

/** Settings that an installation needs or that are worth asking about once; all others are taken only if given. */
export const QUESTIONS: Question[] = [
  { name: "D1_LOCATION", text: `Where are most of your members? The database can't move later (${places.join(", ")})` },
  { name: "APP_URL", text: "What URL do members visit? https://…, no trailing slash" },
  { name: "MAIL_FROM", text: "Who do emails come from? Name <address>" },
  { name: "SUPPORT_MAILBOX", text: "Your own email address. We forward support emails there" },
  { name: "OPERATOR_EMAIL", text: "Who gets alarms by email? (empty: no one)", isOptional: true },
  { name: "UNSUBSCRIBE_ADDRESS", text: "Address for unsubscribing by email (empty: only by link)", isOptional: true },
  { name: "ADMIN_PASSWORD", text: "The administrator's password, 16 characters or more" },
  { name: "RESEND_API_KEY", text: "An API key from your Resend account, with full access" },
  { name: "PAYPAL_CLIENT_ID", text: "Client ID of your PayPal app (empty: no one can buy)", isOptional: true },
  { name: "PAYPAL_CLIENT_SECRET", text: "Client secret from the same app", goesWith: "PAYPAL_CLIENT_ID" },
];
