import * as z from "zod";

/** A queue message: which page to send, and the tick that asked for it (epoch ms; ahead of the real clock only in trials). */
export const pageMessage = z.object({ pageId: z.string().min(1), tickAt: z.int() });
export type PageMessage = z.infer<typeof pageMessage>;
