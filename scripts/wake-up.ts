import { parseArgs } from "node:util";
import { Secret, TOTP } from "otpauth";
import { sendWakeUpResponse } from "#domain/contract/admin.ts";
import { errorBody } from "#domain/contract/errors.ts";
import { readDevVars } from "./stack/dev-vars.ts";
import { exitWith, PlainError } from "./stack/run-tool.ts";

const USAGE = "Usage: npm run wake-up -- member@daybolt.test [--again]";

/** Asks with the password, and with the second factor's cookie where there is one. */
type Ask = (path: string, json: object, cookie?: string) => Promise<Response>;

/** The cookie that the second factor gives. A code works once: one that an administrator has just used is waited out. */
async function passSecondFactor(ask: Ask, secret: string): Promise<string> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const verify = () => ask("verify", { totp: totp.generate() });
  let response = await verify();
  if (response.status === 401) {
    console.log("That code was used before; waiting for the next one …");
    await new Promise((resolve) => setTimeout(resolve, totp.remaining()));
    response = await verify();
  }
  if (!response.ok) throw new PlainError("The Worker does not take the code of ADMIN_TOTP_SECRET.");
  const cookies = response.headers.getSetCookie();
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

async function sendWakeUp(email: string, again: boolean): Promise<void> {
  const vars = readDevVars(".dev.vars");
  const appUrl = vars.get("APP_URL");
  const password = vars.get("ADMIN_PASSWORD");
  if (!appUrl || !password) throw new PlainError("Nothing is set up yet. Run npm start first.");
  const ask: Ask = (path, json, cookie = "") =>
    fetch(`${appUrl}/api/admin/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-admin-password": password, cookie },
      body: JSON.stringify(json),
    }).catch(() => {
      throw new PlainError(`Nothing answers at ${appUrl}. Run npm start in another terminal first.`);
    });
  const totpSecret = vars.get("ADMIN_TOTP_SECRET");
  const cookie = totpSecret ? await passSecondFactor(ask, totpSecret) : "";
  const response = await ask("wake-up", { email, again }, cookie);
  const answer: unknown = await response.json();
  if (!response.ok) {
    const problem = errorBody.safeParse(answer);
    throw new PlainError(problem.success ? problem.data.error : `The Worker answered ${response.status}.`);
  }
  const { outcome, message } = sendWakeUpResponse.parse(answer);
  console.log(message);
  if (outcome === "failed" || outcome === "no_content" || outcome === "not_due") process.exitCode = 1;
  else console.log(`Outbox: ${vars.get("RESEND_BASE_URL")}`);
}

try {
  const { values, positionals } = parseArgs({
    options: { again: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [email] = positionals;
  if (email === undefined) throw new PlainError(USAGE);
  await sendWakeUp(email, values.again);
} catch (error) {
  exitWith(error instanceof TypeError ? new PlainError(USAGE) : error);
}
