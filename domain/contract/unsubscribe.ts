import * as z from "zod";

/** The parts of an unsubscribe link, as they stand in its query. */
export const unsubscribeLink = z.object({ member: z.string().min(1).max(64), key: z.string().min(1).max(128) });
export type UnsubscribeLink = z.infer<typeof unsubscribeLink>;

export const unsubscribeResponse = z.object({ emailEnabled: z.boolean() });
export type UnsubscribeResponse = z.infer<typeof unsubscribeResponse>;
