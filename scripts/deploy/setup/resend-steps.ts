import type { Domain, DomainRecords, ErrorResponse, WebhookEvent } from "resend";
import { WEBHOOK_EVENT_TYPES } from "#domain/rules/mail-events.ts";
import { PlainError } from "../../stack/run-tool.ts";
import { type Installation, leftAsItIs, reach } from "./installation.ts";
import type { SetupStep } from "./step.ts";

type Answer<Data> = { data: Data | null; error: ErrorResponse | null };

/** @throws PlainError with Resend's message */
async function dataOf<Data>(what: string, answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error } = await answer;
  if (data !== null) return data;
  throw new PlainError(`Resend refused "${what}": ${error?.message ?? "no answer"}`);
}

/** The domain that emails come from. */
export function senderDomain(mailFrom: string): string {
  return (/@([^@>\s]+)>?$/.exec(mailFrom)?.[1] ?? "").toLowerCase();
}

function printRecords(say: (line: string) => void, domain: string, records: DomainRecords[]): void {
  say(
    `    Add these records at ${domain}'s DNS provider, with proxying off (names are relative to the registered domain):`,
  );
  for (const record of records) {
    const priority = "priority" in record && record.priority !== undefined ? ` (priority ${record.priority})` : "";
    say(`      ${record.type} ${record.name} → ${record.value}${priority}`);
  }
  say(`      TXT _dmarc → v=DMARC1; p=none   (as a start; npm run doctor checks it)`);
}

async function findDomain({ accounts }: Installation, name: string): Promise<Domain | undefined> {
  const { data } = await dataOf("list domains", reach(accounts, "resend").domains.list());
  return data.find((domain) => domain.name === name);
}

export function domainStep(installation: Installation, name: string): SetupStep {
  return {
    title: `Sender domain ${name}`,
    makes: "add it to Resend and show its DNS records",
    async check() {
      const left = leftAsItIs(installation, "resend", ["RESEND_WEBHOOK_SECRET"]);
      if (left) return left;
      const domain = await findDomain(installation, name);
      return domain ? `in Resend, ${domain.status}` : null;
    },
    async make() {
      const { resend } = installation.accounts;
      if (!resend) return "";
      const { records } = await dataOf("add the domain", resend.domains.create({ name }));
      printRecords(installation.say, name, records);
      return "added to Resend";
    },
  };
}

export function mailWebhookStep(installation: Installation): SetupStep {
  const { accounts, appUrl, secrets, stored } = installation;
  const endpoint = `${appUrl}/api/resend/webhook`;
  const events = WEBHOOK_EVENT_TYPES as WebhookEvent[];
  /** Resend shows a webhook's secret any number of times. */
  const keepSecret = async (id: string) => {
    const { signing_secret } = await dataOf("read the webhook", reach(accounts, "resend").webhooks.get(id));
    if (!stored.has("RESEND_WEBHOOK_SECRET")) secrets.set("RESEND_WEBHOOK_SECRET", signing_secret);
  };
  const find = async () => {
    const { data } = await dataOf("list webhooks", reach(accounts, "resend").webhooks.list());
    return data.find((webhook) => webhook.endpoint === endpoint);
  };
  return {
    title: "Resend's webhook",
    makes: `add ${endpoint}`,
    async check() {
      const left = leftAsItIs(installation, "resend", ["RESEND_WEBHOOK_SECRET"]);
      if (left) return left;
      const webhook = await find();
      if (!webhook || webhook.status === "disabled") return null;
      if (events.toSorted().join() !== webhook.events?.toSorted().join()) return null;
      await keepSecret(webhook.id);
      return endpoint;
    },
    async make() {
      const { webhooks } = reach(accounts, "resend");
      const webhook = await find();
      if (webhook) await dataOf("change the webhook", webhooks.update(webhook.id, { events, status: "enabled" }));
      const { id } = webhook ?? (await dataOf("add the webhook", webhooks.create({ endpoint, events })));
      await keepSecret(id);
      return webhook ? `set ${endpoint} to our events` : `added ${endpoint}`;
    },
  };
}

export type Patience = { waitMs: number; everyMs: number; sleep: (ms: number) => Promise<unknown> };

/** Resend checks the DNS records on request, then keeps checking on its own; a later run continues from there. */
export function verificationStep(
  installation: Installation,
  name: string,
  { waitMs, everyMs, sleep }: Patience,
): SetupStep {
  return {
    title: `Verification of ${name}`,
    makes: "ask Resend to check the DNS records, and wait until it finds them",
    async check() {
      const left = leftAsItIs(installation, "resend", ["RESEND_WEBHOOK_SECRET"]);
      if (left) return left;
      return (await findDomain(installation, name))?.status === "verified" ? "verified" : null;
    },
    async make() {
      const { domains } = reach(installation.accounts, "resend");
      const domain = await findDomain(installation, name);
      if (!domain) throw new PlainError(`${name} is no longer in Resend.`);
      if (domain.status !== "pending") await dataOf("verify the domain", domains.verify(domain.id));
      for (let waited = 0; ; waited += everyMs) {
        const { status, records } = await dataOf("read the domain", domains.get(domain.id));
        if (status === "verified") return "verified";
        if (waited === 0) installation.say(`  … ${name} is ${status}: waiting for its DNS records`);
        if (waited < waitMs) await sleep(everyMs);
        else {
          printRecords(installation.say, name, records);
          throw new PlainError(
            `${name} is ${status} in Resend. Add its records, then run npm run deploy:setup again. Everything else is set up.`,
          );
        }
      }
    },
  };
}
