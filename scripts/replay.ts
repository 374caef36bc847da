import { parseArgs } from "node:util";
import { doneResponse } from "#domain/contract/people.ts";
import { askWorker } from "./stack/ask-worker.ts";
import { exitWith, PlainError } from "./stack/run-tool.ts";

const USAGE = "Usage: npm run replay -- WH-…, the id of an event of PayPal's";

// Does again what follows from an event that PayPal has told within the last 30 days.
try {
  const [eventId] = parseArgs({ allowPositionals: true }).positionals;
  if (eventId === undefined) throw new PlainError(USAGE);
  const { answer } = await askWorker(`paypal/events/${encodeURIComponent(eventId)}/replay`, {});
  console.log(doneResponse.parse(answer).message);
} catch (error) {
  exitWith(error instanceof TypeError ? new PlainError(USAGE) : error);
}
