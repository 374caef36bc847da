import * as z from "zod";

/** A queue message: which batch to send, and the tick that asked for it (epoch ms; ahead of the real clock only in trials). */
export const batchMessage = z.object({ batchId: z.string().min(1), tickAt: z.int() });
export type BatchMessage = z.infer<typeof batchMessage>;
