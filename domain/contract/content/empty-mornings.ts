import * as z from "zod";
import { MAX_FALLBACKS } from "../../rules/fallbacks.ts";
import { optionalText } from "../fields.ts";
import { emptyMorning, fallback } from "./library.ts";

/** What the administrator sets, as opposed to the operator's variables. */

const EMPTY_MORNING_MODES = ["nothing", "fallback"] as const;
const VERSION = "Version must be the one that was read";
const TOO_MANY = `Choose up to ${MAX_FALLBACKS} sessions`;
const mode = z.enum(EMPTY_MORNING_MODES, { error: "Mode must be nothing or fallback" });
const contentIds = z.array(z.string(TOO_MANY), TOO_MANY).max(MAX_FALLBACKS, TOO_MANY);

/** The setting as its row holds it. */
export const emptyMorningsValue = z.object({ mode, contentIds });

export const emptyMorningsRequest = z.object({
  /** As last answered: what somebody else has set since is not overwritten. */
  version: z.int(VERSION).min(0, VERSION),
  mode,
  /** In the order in which they go out. */
  contentIds: contentIds.refine((ids) => new Set(ids).size === ids.length, "Choose each session once"),
});
export type EmptyMorningsRequest = z.infer<typeof emptyMorningsRequest>;

/** What happens on a morning without content. */
export const emptyMorningsResponse = z.object({
  /** 0 before anybody has set it. */
  version: z.int(),
  mode,
  fallbacks: z.array(
    fallback.extend({
      /** Why members cannot open it, so that it does not go out; null where they can. */
      dropped: z.enum(["draft", "hidden", "deleted"]).nullable(),
    }),
  ),
  /** The next of the coming thirty days without content, and what goes out on it. */
  next: emptyMorning.nullable(),
  /** How many of them there are, and on how many of these nothing goes out. */
  empty: z.object({ days: z.int(), unfilled: z.int() }),
});
export type EmptyMorningsResponse = z.infer<typeof emptyMorningsResponse>;

export const fallbackChoicesQuery = z.object({ search: optionalText({ name: "Search", max: 80 }).optional() });

/** Released items whose title holds the search, newest first. */
export const fallbackChoices = z.array(fallback);
export type FallbackChoices = z.infer<typeof fallbackChoices>;
