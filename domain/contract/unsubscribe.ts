import * as z from "zod";

export const NOT_OUR_LINK = "This unsubscribe link is not valid. Please use the link from your latest mail.";
const error = NOT_OUR_LINK;

/** The parts of an unsubscribe link, as they stand in its query. */
export const unsubscribeLink = z.object(
  { member: z.string({ error }).min(1, error).max(64, error), key: z.string({ error }).min(1, error).max(128, error) },
  { error },
);
export type UnsubscribeLink = z.infer<typeof unsubscribeLink>;

export const undoRequest = unsubscribeLink.extend({ undo: z.string({ error }).min(1, error).max(128, error) });
export type UndoRequest = z.infer<typeof undoRequest>;

/** `undo` takes the stop back for a day; only the call that really stopped the mails gets one. */
export const unsubscribeResponse = z.object({ emailEnabled: z.boolean(), undo: z.string().optional() });
export type UnsubscribeResponse = z.infer<typeof unsubscribeResponse>;
