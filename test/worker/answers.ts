import type * as z from "zod";
import type { RequestOptions } from "./request.ts";

export type Call = RequestOptions & { path?: string };

/** A route's successful response, and a call that gets it. */
export type Answer = { schema: z.ZodType; call: () => Promise<Call> };

export const asAdmin = async (call: Call = {}): Promise<Call> => ({ admin: true, ...call });
