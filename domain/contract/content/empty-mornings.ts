import * as z from "zod";
import { MAX_FALLBACKS } from "../../rules/fallbacks.ts";
import { optionalText } from "../fields.ts";
import { emptyMorning, fallback } from "./library.ts";

const EMPTY_MORNING_MODES = ["nothing", "fallback"] as const;
const VERSION = "Version must be a whole number";
const TOO_MANY = `Choose up to ${MAX_FALLBACKS} sessions`;
const mode = z.enum(EMPTY_MORNING_MODES, { error: "Choose no email or a fallback session" });
const contentIds = z.array(z.string(TOO_MANY), TOO_MANY).max(MAX_FALLBACKS, TOO_MANY);

export const emptyMorningsValue = z.object({ mode, contentIds });

export const emptyMorningsRequest = z.object({
  version: z.int(VERSION).min(0, VERSION),
  mode,
  contentIds: contentIds.refine((ids) => new Set(ids).size === ids.length, "Choose each session once"),
});
export type EmptyMorningsRequest = z.infer<typeof emptyMorningsRequest>;

export const emptyMorningsResponse = z.object({
  /** 0 until it's set for the first time. */
  version: z.int(),
  mode,
  fallbacks: z.array(
    fallback.extend({
      /** Why members can't open it, so it isn't sent; null if they can. */
      dropped: z.enum(["draft", "hidden", "deleted"]).nullable(),
    }),
  ),
  /** The first of the next thirty days without content, how many there are, and how many of them get no email. */
  next: emptyMorning.nullable(),
  empty: z.object({ days: z.int(), unfilled: z.int() }),
});
export type EmptyMorningsResponse = z.infer<typeof emptyMorningsResponse>;

export const fallbackChoicesQuery = z.object({ search: optionalText({ name: "Search", max: 80 }).optional() });

/** Released items whose title contains the search text, newest first. */
export const fallbackChoices = z.array(fallback);
export type FallbackChoices = z.infer<typeof fallbackChoices>;
