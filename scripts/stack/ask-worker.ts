import { Secret, TOTP } from "otpauth";
import { errorBody } from "#domain/contract/errors.ts";
import { readDevVars } from "./dev-vars.ts";
import { PlainError } from "./run-tool.ts";

/** Calls the Worker with the password, and with the second factor's cookie if there is one. */
type Ask = (path: string, json?: object, cookie?: string) => Promise<Response>;

const CHALLENGED =
  "After too many wrong passwords, the Worker requires a Turnstile check from administrators, which only a browser can show. " +
  "Your password and code may be right. Log in at /admin, or wait 15 minutes and try again.";

/** The Worker's own error message. */
async function refusal(response: Response): Promise<PlainError> {
  const { status, url } = response;
  const problem = errorBody.safeParse(await response.json().catch(() => null));
  if (problem.data?.code === "challenge_required") return new PlainError(CHALLENGED);
  const sentence = problem.success ? problem.data.error : `The Worker returned ${status}.`;
  return status >= 500 ? new WorkerFailed(sentence, new URL(url).origin) : new PlainError(sentence);
}

/** The second factor's cookie. A code works only once, so we wait if an administrator has just used the current one. */
async function passSecondFactor(ask: Ask, secret: string): Promise<string> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const verify = () => ask("admin/verify", { totp: totp.generate() });
  let response = await verify();
  if (response.status === 401) {
    console.log("That code has been used. Waiting for the next one …");
    await new Promise((resolve) => setTimeout(resolve, totp.remaining()));
    response = await verify();
  }
  if (response.status === 401) throw new PlainError("The Worker rejected the code from ADMIN_TOTP_SECRET.");
  if (!response.ok) throw await refusal(response);
  const cookies = response.headers.getSetCookie();
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** The Worker had an internal error; /api/health may know the reason. */
export class WorkerFailed extends PlainError {
  readonly appUrl: string;

  constructor(sentence: string, appUrl: string) {
    super(sentence);
    this.appUrl = appUrl;
  }
}

/**
 * Calls the admin API of the local Worker, or of the one in `vars`. Without a body it's a GET.
 * @throws PlainError with the Worker's own message (WorkerFailed for a 5xx), or if no Worker is running
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
      throw new PlainError(`Nothing responds at ${appUrl}. Run npm start in another terminal first.`);
    });
  const totpSecret = vars.get("ADMIN_TOTP_SECRET");
  const cookie = totpSecret ? await passSecondFactor(ask, totpSecret) : "";
  const response = await ask(path, json, cookie);
  if (!response.ok) throw await refusal(response);
  const answer: unknown = await response.json();
  return { answer, vars };
}
