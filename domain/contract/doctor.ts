import * as z from "zod";

/**
 * For machines: `late` when no tick has come for three minutes, `failing` when the database does not answer, `misconfigured` when
 * the Worker refuses its variables and secrets, of which `wrong` has the names.
 */
export const health = z.object({
  status: z.enum(["ok", "late", "failing", "misconfigured"]),
  lastTickAt: z.iso.datetime().nullable(),
  wrong: z.array(z.string()).optional(),
});
export type Health = z.infer<typeof health>;

const FINDING_STATES = ["ok", "warning", "failing", "not_told"] as const;

/** `not_told`: it could not be asked, so nothing is known. `mend` says what to do, and is null where all is well. */
const finding = z.object({
  name: z.string(),
  state: z.enum(FINDING_STATES),
  says: z.string(),
  mend: z.string().nullable(),
});
export type Finding = z.infer<typeof finding>;

export const doctorReport = z.object({ findings: z.array(finding) });
export type DoctorReport = z.infer<typeof doctorReport>;
