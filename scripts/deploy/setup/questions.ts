import { LOCATIONS } from "../deployment.ts";

export type Question = {
  name: string;
  says: string;
  /** An empty answer is one. */
  isOptional?: boolean;
  /** Asked only where this other setting has a value. */
  goesWith?: string;
};

const places = Object.entries(LOCATIONS).map(([code, place]) => `${code} ${place}`);

/** What an installation cannot do without, and what is worth asking for once; all other settings are taken when they are given. */
export const QUESTIONS: Question[] = [
  { name: "D1_LOCATION", says: `Where are most of your members? The database stays there (${places.join(", ")})` },
  { name: "APP_URL", says: "Where do members reach the product? https://…, without a slash at the end" },
  { name: "MAIL_FROM", says: "Who do mails come from? Name <address>" },
  { name: "SUPPORT_MAILBOX", says: "Your own mailbox, where letters to support are forwarded" },
  { name: "OPERATOR_EMAIL", says: "Who hears of trouble (empty: nobody by mail)", isOptional: true },
  { name: "UNSUBSCRIBE_ADDRESS", says: "Address for unsubscribing by mail (empty: the link alone)", isOptional: true },
  { name: "ADMIN_PASSWORD", says: "The administrator's password, 16 characters or more" },
  { name: "RESEND_API_KEY", says: "A key of your Resend account, with full access" },
  { name: "PAYPAL_CLIENT_ID", says: "Client id of your app at PayPal (empty: nobody can buy)", isOptional: true },
  { name: "PAYPAL_CLIENT_SECRET", says: "Secret of the same app", goesWith: "PAYPAL_CLIENT_ID" },
];
