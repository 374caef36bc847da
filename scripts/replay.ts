import { doneResponse } from "#domain/contract/members.ts";
import { askWorker } from "./stack/ask-worker.ts";
import { readArguments } from "./stack/read-arguments.ts";
import { siteVars } from "./stack/site-vars.ts";

const usage = `Usage: npm run replay -- WH-… [https://your.domain]

Processes a PayPal event from the last 30 days again, by its ID.
If you give a URL, set ADMIN_PASSWORD. If the site uses a second factor, set ADMIN_TOTP_SECRET, too.`;

const { positionals, refuse } = readArguments({ usage, takes: 2 });
const [eventId = refuse("The event's ID is missing."), url] = positionals;
const { answer } = await askWorker(`paypal/events/${encodeURIComponent(eventId)}/replay`, {}, siteVars(url));
console.log(doneResponse.parse(answer).message);
