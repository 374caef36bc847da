import * as z from "zod";
import type { PaceSettings } from "#domain/rules/invitations.ts";
import { count } from "../../kernel/variables.ts";

export const invitationsConfig = z
  .object({
    INVITATIONS_FIRST_DAY: count.default(50),
    /** Each day's invitations for each of the day before. */
    INVITATIONS_GROWTH: z.coerce.number().min(1).max(10).default(1.5),
  })
  .transform((given) => ({
    invitationPace: {
      firstDay: given.INVITATIONS_FIRST_DAY,
      growth: given.INVITATIONS_GROWTH,
    } satisfies PaceSettings,
  }));
