import { Resend } from "resend";
import { onTestFinished } from "vitest";
import type { SandboxOptions } from "./app.ts";
import { sandboxClient } from "./sandbox-client.ts";
import { startSandbox } from "./start-sandbox.ts";

/** A sandbox for one test on a free port, with the real SDK pointed at it; closed when the test ends. */
export async function sandboxUnderTest(options: SandboxOptions = {}) {
  const { url, close } = await startSandbox({ ...options, port: 0 });
  onTestFinished(close);

  return {
    url,
    resend: new Resend("re_test", { baseUrl: url }),
    ...sandboxClient(url),
    /** A call without the SDK, for what the SDK can't send. */
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: "POST",
        headers: { authorization: "Bearer re_test", "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}

/** For `wait`: holds slow sends until `release`. `started` resolves once `count` of them are waiting. */
export function heldSends(count = 1) {
  const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let waiting = 0;
  const wait = () => {
    waiting += 1;
    if (waiting === count) started.resolve();
    return released.promise;
  };
  return { wait, started: started.promise, release: () => released.resolve() };
}

export const mailTo = (to: string | string[], more: { subject?: string; html?: string } = {}) => ({
  from: "Daybolt <wake-up@daybolt.test>",
  to,
  subject: "Your session is ready",
  html: "<p>Rise.</p>",
  text: "Rise.",
  ...more,
});
