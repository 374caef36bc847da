import type { Resend, SendAgainResponse } from "#domain/contract/wake-up.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { openResend, type ResendRow, stopResend } from "./resends.queries.ts";

type Input = { date: string; mayRepeat: boolean };

/** Asks the ticks to resend a morning: its failed batches, and the hours no one dispatched. Asking twice begins it once. */
export async function startResending(ctx: Ctx, { date, mayRepeat }: Input): Promise<SendAgainResponse> {
  const actor = "admin";
  const asked = { localDate: date, mayRepeat, askedBy: actor, askedAt: ctx.now };
  const [opened] = await ctx.db.batch([
    openResend(ctx.db, asked),
    auditChange(ctx, { actor, action: "resend.start", subject: date, ...(mayRepeat && { details: { mayRepeat } }) }),
  ]);
  return opened.length > 0
    ? { outcome: "queued", message: "Resending starts within a minute." }
    : { outcome: "under_way", message: "This morning is already being resent." };
}

/** What is already resent still goes out. */
export async function stopResending(ctx: Ctx, { date }: Pick<Input, "date">): Promise<void> {
  await ctx.db.batch([
    stopResend(ctx.db, date, ctx.now),
    auditChange(ctx, { actor: "admin", action: "resend.stop", subject: date }),
  ]);
}

function stateOf({ stoppedAt, endedAt }: ResendRow, isPaused: boolean): Resend["state"] {
  if (endedAt !== null) return "done";
  if (stoppedAt !== null) return "stopped";
  return isPaused ? "paused" : "running";
}

type Progress = Pick<Resend, "left" | "doubtful" | "tooLate"> & { isPaused: boolean };

export function toResend(row: ResendRow, { isPaused, ...counts }: Progress): Resend {
  const { askedAt, resent } = row;
  return { state: stateOf(row, isPaused), askedAt: new Date(askedAt).toISOString(), resent, ...counts };
}
