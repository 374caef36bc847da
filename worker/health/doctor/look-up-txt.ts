import * as z from "zod";

const TIMEOUT_MS = 5000;
const TXT = 16;

/** DNS over HTTPS as JSON; the types are numbers (https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https). */
const answer = z.object({
  Status: z.int(),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]),
});

/** A record's quoted parts in one piece (RFC 7208, section 3.3). */
function joined(data: string): string {
  return data.replace(/^"|"$/g, "").replace(/"\s*"/g, "").replace(/\\"/g, '"');
}

/** The TXT records of a name, none where there is no such name; null when they could not be asked for. */
export async function lookUpTxt(dnsUrl: string, name: string): Promise<string[] | null> {
  try {
    const response = await fetch(`${dnsUrl}?${new URLSearchParams({ name, type: "TXT" })}`, {
      headers: { accept: "application/dns-json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const said = answer.safeParse(response.ok ? await response.json() : null);
    // 0 is no error, 3 that there is no such name (RFC 1035, section 4.1.1).
    if (!said.success || ![0, 3].includes(said.data.Status)) return null;
    return said.data.Answer.filter(({ type }) => type === TXT).map(({ data }) => joined(data));
  } catch {
    return null;
  }
}
