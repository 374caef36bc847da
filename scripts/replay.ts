import { parseArgs } from "node:util";
import { doneResponse } from "#domain/contract/members.ts";
import { askWorker } from "./stack/ask-worker.ts";
import { exitWith, PlainError } from "./stack/run-tool.ts";
import { siteVars } from "./stack/site-vars.ts";

const USAGE = "Usage: npm run replay -- WH-… [https://your.domain]. WH-… is the ID of a PayPal event.";

// Replays a PayPal event from the last 30 days.
try {
  const [eventId, url] = parseArgs({ allowPositionals: true }).positionals;
  if (eventId === undefined) throw new PlainError(USAGE);
  const { answer } = await askWorker(`paypal/events/${encodeURIComponent(eventId)}/replay`, {}, siteVars(url));
  console.log(doneResponse.parse(answer).message);
} catch (error) {
  exitWith(error instanceof TypeError ? new PlainError(USAGE) : error);
}
