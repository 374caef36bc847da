import type { Resend } from "resend";
import * as z from "zod";

const dnsRecord = z.object({
  record: z.string(),
  type: z.string(),
  name: z.string(),
  value: z.string(),
  status: z.string(),
});
const listed = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });
const found = z.object({ status: z.string(), records: z.array(dnsRecord) });
const refusal = z.object({ statusCode: z.number() });

export type DomainAnswer =
  | ({ kind: "known" } & z.infer<typeof found>)
  | { kind: "unknown" }
  /** `problem` is our own wording, not Resend's. */
  | { kind: "no_answer"; problem: string };

const MAY_NOT = "This Resend API key can't read domains. A key with full access can. Sending isn't affected.";
const NO_ANSWER = "Resend isn't responding. Try again.";

function noAnswer(error: unknown): DomainAnswer {
  const parsed = refusal.safeParse(error);
  const isRefusal = parsed.success && parsed.data.statusCode >= 400 && parsed.data.statusCode < 404;
  return { kind: "no_answer", problem: isRefusal ? MAY_NOT : NO_ANSWER };
}

export async function askForDomain(resend: Resend, name: string, timeoutMs: number): Promise<DomainAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const list = await resend.domains.list({ limit: 100 }, { signal });
    if (list.error) return noAnswer(list.error);
    const domain = listed.parse(list.data).data.find((other) => other.name === name);
    if (!domain) return { kind: "unknown" };
    const details = await resend.domains.get(domain.id, { signal });
    if (details.error) return noAnswer(details.error);
    return { kind: "known", ...found.parse(details.data) };
  } catch (error) {
    return noAnswer(error);
  }
}
