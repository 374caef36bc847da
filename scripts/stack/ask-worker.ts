import { Secret, TOTP } from "otpauth";
import { errorBody } from "#domain/contract/errors.ts";
import { readDevVars } from "./dev-vars.ts";
import { PlainError } from "./run-tool.ts";

/** Asks with the password, and with the second factor's cookie where there is one. */
type Ask = (path: string, json?: object, cookie?: string) => Promise<Response>;

/** The cookie that the second factor gives. A code works once: one that an administrator has just used is waited out. */
async function passSecondFactor(ask: Ask, secret: string): Promise<string> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const verify = () => ask("admin/verify", { totp: totp.generate() });
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

/**
 * What the local Worker, or the one of other variables, answers its administrator, who reads where no body is given.
 * @throws PlainError with the Worker's own sentence, or for a Worker that does not run
 */
export async function askWorker(path: string, json?: object, vars = readDevVars(".dev.vars")) {
  const appUrl = vars.get("APP_URL");
  const password = vars.get("ADMIN_PASSWORD");
  if (!appUrl || !password) throw new PlainError("Nothing is set up yet. Run npm start first.");
  const ask: Ask = (to, body, cookie = "") =>
    fetch(`${appUrl}/api/${to}`, {
      headers: { "content-type": "application/json", "x-admin-password": password, cookie },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    }).catch(() => {
      throw new PlainError(`Nothing answers at ${appUrl}. Run npm start in another terminal first.`);
    });
  const totpSecret = vars.get("ADMIN_TOTP_SECRET");
  const cookie = totpSecret ? await passSecondFactor(ask, totpSecret) : "";
  const response = await ask(path, json, cookie);
  const answer: unknown = await response.json();
  if (response.ok) return { answer, vars };
  const problem = errorBody.safeParse(answer);
  throw new PlainError(problem.success ? problem.data.error : `The Worker answered ${response.status}.`);
}
