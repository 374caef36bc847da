import { Resend } from "resend";
import { onTestFinished } from "vitest";
import type * as z from "zod";
import type { SandboxOptions } from "./app.ts";
import type { Fault, faultSchema } from "./faults/fault-book.ts";
import type { OutboxMail } from "./outbox/outbox.ts";
import { startSandbox } from "./start-sandbox.ts";

/** A sandbox of the test's own on a free port, with the real SDK pointed at it; closed when the test ends. */
export async function sandboxUnderTest(options: SandboxOptions = {}) {
  const { url, close } = await startSandbox({ ...options, port: 0 });
  onTestFinished(close);
  const readJson = async <T>(path: string): Promise<T> => (await fetch(url + path)).json() as Promise<T>;

  return {
    url,
    resend: new Resend("re_test", { baseUrl: url }),
    outbox: (query = "") => readJson<OutboxMail[]>(`/outbox${query}`),
    count: async (to?: string) => (await readJson<{ count: number }>(`/outbox/count${to ? `?to=${to}` : ""}`)).count,
    faults: () => readJson<Fault[]>("/faults"),
    arm: async (fault: z.input<typeof faultSchema>) => {
      const answer = await fetch(`${url}/faults`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(fault),
      });
      if (answer.status !== 201) throw new Error(await answer.text());
    },
    /** A call past the SDK, for what the SDK cannot send. */
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: "POST",
        headers: { authorization: "Bearer re_test", "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}

export const mailTo = (to: string | string[], more: { subject?: string; html?: string } = {}) => ({
  from: "Daybolt <wake-up@daybolt.test>",
  to,
  subject: "Your session is ready",
  html: "<p>Rise.</p>",
  text: "Rise.",
  ...more,
});
