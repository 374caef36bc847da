import { randomUUID } from "node:crypto";
import { bareAddress } from "./addresses.ts";

export type NewOutboxMail = {
  to: string[];
  cc: string[];
  bcc: string[];
  from: string | null;
  replyTo: string[];
  subject: string;
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  tags: { name: string; value: string }[];
  attachments: { filename: string | null; contentType: string | null }[];
  idempotencyKey: string | null;
  payloadSha256: string;
};

export type OutboxMail = NewOutboxMail & { id: string; acceptedAt: string; bodyKept: boolean };

export type OutboxFilter = {
  /** Exact address, among to, cc and bcc. */
  to?: string | undefined;
  /** Part of an address or of the name before it. */
  search?: string | undefined;
  limit?: number | undefined;
};

type Stored = { mail: OutboxMail; addresses: string[]; haystack: string };

export function createOutbox({ now, bodiesKept }: { now: () => number; bodiesKept: number }) {
  let stored: Stored[] = [];
  let revision = 0;

  const matching = ({ to, search }: OutboxFilter) => {
    const address = to?.trim().toLowerCase();
    const part = search?.trim().toLowerCase();
    return stored.filter(
      ({ addresses, haystack }) => (!address || addresses.includes(address)) && (!part || haystack.includes(part)),
    );
  };

  return {
    add(newMail: NewOutboxMail): OutboxMail {
      const mail = { ...newMail, id: randomUUID(), acceptedAt: new Date(now()).toISOString(), bodyKept: true };
      const recipients = [...mail.to, ...mail.cc, ...mail.bcc];
      const addresses = recipients.map((text) => bareAddress(text) ?? text.toLowerCase());
      stored.push({ mail, addresses, haystack: recipients.join("\n").toLowerCase() });
      const tooOld = stored[stored.length - 1 - bodiesKept];
      if (tooOld) tooOld.mail = withoutBody(tooOld.mail);
      revision += 1;
      return mail;
    },
    /** Newest first. */
    list: (filter: OutboxFilter = {}): OutboxMail[] =>
      matching(filter)
        .slice(-(filter.limit ?? 500))
        .reverse()
        .map(({ mail }) => mail),
    count: (filter: OutboxFilter = {}): number => matching(filter).length,
    find: (id: string): OutboxMail | undefined => stored.findLast(({ mail }) => mail.id === id)?.mail,
    clear(): number {
      const { length } = stored;
      stored = [];
      revision += 1;
      return length;
    },
    /** Changes whenever the content does. */
    revision: () => revision,
  };
}

export type Outbox = ReturnType<typeof createOutbox>;

const withoutBody = (mail: OutboxMail): OutboxMail => ({
  ...mail,
  from: null,
  replyTo: [],
  html: null,
  text: null,
  headers: {},
  tags: [],
  attachments: [],
  bodyKept: false,
});
