import { performance } from "node:perf_hooks";

/**
 * The same emails sent by Node alone, without a database or queues: what the machine could do at best. Takes the
 * provider's address and the number of calls from `process.argv`; sends its parent the milliseconds they took.
 */
const [providerUrl = "", calls = "0"] = process.argv.slice(2);
/** As many as the lanes have in flight. */
const AT_ONCE = 20;

const mails: unknown = await (await fetch(`${providerUrl}/sample`)).json();
let left = Number(calls);

async function sendInTurn(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const answer = await fetch(`${providerUrl}/emails/batch`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(mails),
    });
    await answer.arrayBuffer();
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn));
process.send?.(performance.now() - startedAt, () => process.exit());
