import type { Resend } from "resend";
import * as z from "zod";

const quota = z.object({ used: z.number(), limit: z.number().nullable() });
const usage = z.object({ emails: z.object({ daily: quota, monthly: quota }) });

type Quota = { used: number; limit: number; of: "day" | "month" };

/** The mails that the account may send, as far as there is a limit; null when Resend does not tell, as it does not every account. */
export async function askForQuotas(resend: Resend, timeoutMs: number): Promise<Quota[] | null> {
  try {
    const { data } = await resend.usage.get({ signal: AbortSignal.timeout(timeoutMs) });
    const told = usage.safeParse(data);
    if (!told.success) return null;
    const { daily, monthly } = told.data.emails;
    return [
      { ...daily, of: "day" as const },
      { ...monthly, of: "month" as const },
    ].flatMap(({ limit, ...rest }) => (limit === null ? [] : [{ ...rest, limit }]));
  } catch {
    return null;
  }
}
