import { parseArgs } from "node:util";
import { sendWakeUpResponse } from "#domain/contract/wake-up.ts";
import { askWorker } from "./stack/ask-worker.ts";
import { exitWith, PlainError } from "./stack/run-tool.ts";

const USAGE = "Usage: npm run wake-up -- member@daybolt.test [--again]";

async function sendWakeUp(email: string, again: boolean): Promise<void> {
  const { answer, vars } = await askWorker("admin/wake-up", { email, again });
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
