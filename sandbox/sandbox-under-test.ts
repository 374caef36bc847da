import { Resend } from "resend";
import { onTestFinished } from "vitest";
import type { SandboxOptions } from "./app.ts";
import { sandboxClient } from "./sandbox-client.ts";
import { startSandbox } from "./start-sandbox.ts";

/** A sandbox of the test's own on a free port, with the real SDK pointed at it; closed when the test ends. */
export async function sandboxUnderTest(options: SandboxOptions = {}) {
  const { url, close } = await startSandbox({ ...options, port: 0 });
  onTestFinished(close);

  return {
    url,
    resend: new Resend("re_test", { baseUrl: url }),
    ...sandboxClient(url),
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
