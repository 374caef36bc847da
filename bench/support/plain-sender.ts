import { createHmac } from "node:crypto";
import { performance } from "node:perf_hooks";

/**
 * The same emails made and sent by Node alone, without a database or queues: what the machine could do at best. Takes the
 * provider's address and the number of calls from `process.argv`; sends its parent the milliseconds they took.
 */
const [providerUrl = "", calls = "0"] = process.argv.slice(2);
/** As many as the lanes have in flight. */
const AT_ONCE = 20;

type Mail = { html: string; text: string; tags: { name: string; value: string }[] };

const sample = (await (await fetch(`${providerUrl}/sample`)).json()) as Mail[];
const copies = sample.map((mail) => {
  const member = mail.tags.find(({ name }) => name === "member")?.value ?? "";
  const [html, text] = [mail.html.split(member), mail.text.split(member)];
  return (call: number) => {
    const id = `${call}.${member}`.slice(0, member.length);
    const [key, unsubscribeKey] = ["mail", "unsubscribe"].map((purpose) =>
      createHmac("sha256", "a-secret").update(`${purpose}:${id}`).digest("base64url"),
    );
    const headers = { "List-Unsubscribe": `<https://daybolt.test/unsubscribe?member=${id}&key=${unsubscribeKey}>` };
    return {
      ...mail,
      html: html.join(id),
      text: text.join(id),
      headers,
      tags: [{ name: "member", value: `${id}${key}` }],
    };
  };
});
let left = Number(calls);

async function sendInTurn(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const call = left;
    const answer = await fetch(`${providerUrl}/emails/batch`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(copies.map((copyFor) => copyFor(call))),
    });
    await answer.arrayBuffer();
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn));
process.send?.(performance.now() - startedAt, () => process.exit());
