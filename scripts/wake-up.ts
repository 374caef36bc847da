import { sendWakeUpResponse } from "#domain/contract/wake-up.ts";
import { askWorker } from "./stack/ask-worker.ts";
import { FLAG, readArguments } from "./stack/read-arguments.ts";

const usage = `Usage: npm run wake-up -- member@daybolt.test [--again]

Sends the member today's wake-up email now, on this machine.
  --again   send another copy, which doesn't count as today's`;

async function sendWakeUp(email: string, again: boolean): Promise<void> {
  const { answer, vars } = await askWorker("admin/wake-up", { email, again });
  const { outcome, message } = sendWakeUpResponse.parse(answer);
  console.log(message);
  if (outcome === "failed" || outcome === "no_content" || outcome === "not_due") process.exitCode = 1;
  else console.log(`Outbox: ${vars.get("RESEND_BASE_URL")}`);
}

const { values, positionals, refuse } = readArguments({ usage, options: { again: FLAG }, takes: 1 });
const [email = refuse("The member's email is missing.")] = positionals;
await sendWakeUp(email, values.again);
