import { parseArgs } from "node:util";
import { sendWakeUpResponse } from "#domain/contract/admin.ts";
import { errorBody } from "#domain/contract/errors.ts";
import { readDevVars } from "./stack/dev-vars.ts";
import { exitWith, PlainError } from "./stack/run-tool.ts";

const USAGE = "Usage: npm run wake-up -- member@daybolt.test [--again]";

async function sendWakeUp(email: string, again: boolean): Promise<void> {
  const vars = readDevVars(".dev.vars");
  const appUrl = vars.get("APP_URL");
  const password = vars.get("ADMIN_PASSWORD");
  if (!appUrl || !password) throw new PlainError("Nothing is set up yet. Run npm start first.");
  const response = await fetch(`${appUrl}/api/admin/wake-up`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-admin-password": password },
    body: JSON.stringify({ email, again }),
  }).catch(() => {
    throw new PlainError(`Nothing answers at ${appUrl}. Run npm start in another terminal first.`);
  });
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
