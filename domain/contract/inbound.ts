import * as z from "zod";
import { ACKNOWLEDGEMENTS } from "../rules/inbound-mail.ts";
import { instant } from "./fields.ts";

/** A mail that somebody sent us. Who it says it is from is not proven. */
export const inboundMail = z.object({
  id: z.string(),
  /** The member with that address, if there is one. */
  memberId: z.string().nullable(),
  fromAddress: z.string(),
  fromName: z.string(),
  subject: z.string(),
  preview: z.string(),
  receivedAt: instant,
  asksRefund: z.boolean(),
  /** Until when a refund request has to be answered; null for other mail. */
  answerBy: instant.nullable(),
  answeredAt: instant.nullable(),
  acknowledgement: z.enum(ACKNOWLEDGEMENTS).nullable(),
  forwardedAt: instant.nullable(),
  /** The whole of it can be had as a file. */
  hasFile: z.boolean(),
});
export type InboundMail = z.infer<typeof inboundMail>;

/** `refunds`: requests that nobody has answered, the oldest first. `strangers`: from addresses without an account, newest first. */
export const inboundQuery = z.object({
  list: z.enum(["refunds", "strangers"], "Say which mails"),
  cursor: z.string().max(200).optional(),
});
export type InboundQuery = z.infer<typeof inboundQuery>;

export const inboundList = z.object({ mails: z.array(inboundMail), next: z.string().nullable() });
export type InboundList = z.infer<typeof inboundList>;

const MAIL_ID = "A mail's id has 1 to 64 characters";
export const inboundRef = z.object({ id: z.string(MAIL_ID).min(1, MAIL_ID).max(64, MAIL_ID) });

export const markAnsweredRequest = z.object({ isAnswered: z.boolean("Say true or false") });
export type MarkAnsweredRequest = z.infer<typeof markAnsweredRequest>;
