import type * as z from "zod";
import type { RequestOptions } from "./request.ts";

export type Call = RequestOptions & { path?: string };

/** A route's successful response, and a call that gets it. */
export type Answer = { schema: z.ZodType; call: () => Promise<Call> };

/** `ids` take the places of the route's parameters. */
type CallAbout = RequestOptions & { ids?: string[]; query?: string };

/** Answers by route, to calls that needn't say their path. */
export function answersOf(answers: Record<string, [schema: z.ZodType, call: () => Promise<CallAbout>]>) {
  const entries = Object.entries(answers).map(([route, [schema, callAbout]]): [string, Answer] => {
    const call = async () => {
      const { ids = [], query = "", ...options } = await callAbout();
      const path = route.replace(/^\w+ /, "").replace(/:\w+/g, () => ids.shift() ?? "");
      return { ...options, path: path + query };
    };
    return [route, { schema, call }];
  });
  return Object.fromEntries(entries);
}

export const asAdmin = async (call: CallAbout = {}): Promise<CallAbout> => ({ admin: true, ...call });
