import * as z from "zod";
import { storedAs } from "./stored-mail.ts";

/** The id of the mail that it answers, where that can stand in a header. */
const answer = z.object({ messageId: z.string().nullable() });

/** The answers to mail that comes in. */
export const inboundAnswers = [
  storedAs("inbound-received", answer),
  storedAs("inbound-received-refund", answer),
  storedAs("inbound-received-stop", answer),
] as const;

/** No program answers an answer (RFC 3834); with the reference it stands below the mail that it is about. */
export function answerHeaders(messageId: string | null): Record<string, string> {
  const own = { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" };
  return messageId === null ? own : { ...own, "In-Reply-To": messageId, References: messageId };
}
