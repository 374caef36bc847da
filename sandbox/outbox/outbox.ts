import { randomUUID } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { openLinesFile } from "../lines-file.ts";

export type NewOutboxMail = {
  to: string[];
  from: string | null;
  replyTo: string[];
  subject: string;
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  tags: { name: string; value: string }[];
  idempotencyKey: string | null;
  payloadSha256: string;
};

export type OutboxMail = NewOutboxMail & { id: string; acceptedAt: string; bodyKept: boolean };

const known = z.object({ id: z.string(), to: z.array(z.string()), payloadSha256: z.string() });
const schema = z.custom<OutboxMail>((value) => known.safeParse(value).success);

type OutboxFilter = {
  /** A bare address in lower case. */
  to?: string | undefined;
  /** Part of an address or of the name before it. */
  search?: string | undefined;
  limit?: number | undefined;
};

type Stored = { mail: OutboxMail; haystack: string };

type OutboxOptions = {
  now: () => number;
  bodiesKept: number;
  /** A folder where emails outlive the sandbox. By default they don't. */
  keptIn?: string | undefined;
  newId?: () => string;
};

export function createOutbox({ now, bodiesKept, keptIn, newId = randomUUID }: OutboxOptions) {
  const file = keptIn === undefined ? null : openLinesFile(join(keptIn, "outbox.jsonl"), { schema, kept: bodiesKept });
  let stored: Stored[] = [];
  // Indexes: a load test looks up addresses and IDs among a hundred thousand emails.
  const byId = new Map<string, Stored>();
  const byAddress = new Map<string, Stored[]>();

  const matching = ({ to, search }: OutboxFilter): Stored[] => {
    const part = search?.trim().toLowerCase();
    const addressed = to === undefined ? stored : (byAddress.get(to) ?? []);
    return part ? addressed.filter(({ haystack }) => haystack.includes(part)) : addressed;
  };

  const put = (mail: OutboxMail) => {
    const entry = { mail, haystack: mail.to.join("\n").toLowerCase() };
    stored.push(entry);
    byId.set(mail.id, entry);
    for (const address of new Set(mail.to.map((text) => bareAddress(text) ?? text.toLowerCase()))) {
      const known = byAddress.get(address);
      if (known) known.push(entry);
      else byAddress.set(address, [entry]);
    }
    const tooOld = stored[stored.length - 1 - bodiesKept];
    if (tooOld) tooOld.mail = withoutBody(tooOld.mail);
  };
  file?.lines.forEach(put);

  return {
    add(newMail: NewOutboxMail): OutboxMail {
      const mail = { ...newMail, id: newId(), acceptedAt: new Date(now()).toISOString(), bodyKept: true };
      put(mail);
      file?.add(mail);
      return mail;
    },
    /** Newest first. */
    list: (filter: OutboxFilter = {}): OutboxMail[] =>
      matching(filter)
        .slice(-(filter.limit ?? 500))
        .reverse()
        .map(({ mail }) => mail),
    count: (filter: OutboxFilter = {}): number => matching(filter).length,
    find: (id: string): OutboxMail | undefined => byId.get(id)?.mail,
    clear(): number {
      const { length } = stored;
      stored = [];
      byId.clear();
      byAddress.clear();
      file?.clear();
      return length;
    },
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
  bodyKept: false,
});

const WITH_NAME = /^[^<>]*<([^<>]+)>$/;

/** The bare address of `a@b.c` or `Name <a@b.c>` in lower case; null if the text is neither. */
export function bareAddress(text: string): string | null {
  const address = (WITH_NAME.exec(text.trim())?.[1] ?? text).trim();
  return z.regexes.email.test(address) ? address.toLowerCase() : null;
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
