import { generateKeyPairSync } from "node:crypto";
import { BRAND } from "../../domain/brand.ts";
import { bareAddress, domainOf } from "../outbox/outbox.ts";
import { uuidOf } from "../uuid-of.ts";
import { type ResendError, resendError } from "./resend-errors.ts";

/**
 * Knows one verified domain: the configured one, or the latest sender's, or before any email the brand's. Domains with
 * an explicit status come on top.
 */
export function createDomains({ now, verifiedDomain }: { now: () => number; verifiedDomain: string | undefined }) {
  const createdAt = new Date(now()).toISOString();
  const dkimKey = dkimPublicKey();
  let name = (verifiedDomain ?? domainOf(bareAddress(BRAND.mailSender) ?? BRAND.mailSender)).toLowerCase();

  // Statuses that a developer or test has set; the sender's own domain is otherwise verified.
  const statuses = new Map<string, string>();
  const statusOf = (domain: string) => statuses.get(domain) ?? "verified";
  const known = () => [...new Set([name, ...statuses.keys()])];

  const summary = (domain: string) => ({
    // A domain keeps its ID across restarts.
    id: uuidOf(domain),
    name: domain,
    status: statusOf(domain),
    created_at: createdAt,
    region: "us-east-1",
    capabilities: { sending: "enabled", receiving: "disabled" },
    open_tracking: false,
    click_tracking: false,
  });

  return {
    list: () => known().map(summary),
    find(id: string) {
      const domain = known().find((other) => uuidOf(other) === id);
      if (domain === undefined) return null;
      return { object: "domain", ...summary(domain), records: records(domain, statusOf(domain), dkimKey) };
    },
    setStatus: (domain: string, status: string) => void statuses.set(domain.toLowerCase(), status),
    /** Adds an unverified domain; null if it exists already. */
    add(domain: string) {
      if (known().includes(domain.toLowerCase())) return null;
      statuses.set(domain.toLowerCase(), "not_started");
      return this.find(uuidOf(domain.toLowerCase()));
    },
    /** Starts looking for the records; Resend keeps looking until it finds them. */
    verify(id: string) {
      const domain = known().find((other) => uuidOf(other) === id);
      if (domain === undefined) return null;
      if (statusOf(domain) !== "verified") statuses.set(domain, "pending");
      return { object: "domain", id };
    },
    /** The error for a sender with an unverified domain, or null. */
    admitSender(from: string): ResendError | null {
      const sender = domainOf(bareAddress(from) ?? from);
      if (verifiedDomain === undefined && !statuses.has(sender)) name = sender;
      if (sender === name && statusOf(sender) === "verified") return null;
      const message = `The ${sender} domain is not verified. Please, add and verify your domain on https://resend.com/domains`;
      return resendError("validation_error", message, 403);
    },
  };
}

export type Domains = ReturnType<typeof createDomains>;

/** Record names are relative to the registrable domain, taken as two labels: good enough for a developer's machine. */
function records(name: string, status: string, dkimKey: string) {
  const subdomain = name.split(".").slice(0, -2).join(".");
  const under = (label: string) => (subdomain ? `${label}.${subdomain}` : label);
  const common = { ttl: "Auto", status };
  return [
    {
      record: "SPF",
      name: under("send"),
      type: "MX",
      value: "feedback-smtp.us-east-1.amazonses.com",
      priority: 10,
      ...common,
    },
    { record: "SPF", name: under("send"), type: "TXT", value: "v=spf1 include:amazonses.com ~all", ...common },
    { record: "DKIM", name: under("resend._domainkey"), type: "TXT", value: `p=${dkimKey}`, ...common },
  ];
}

const dkimPublicKey = () =>
  generateKeyPairSync("rsa", { modulusLength: 1024 })
    .publicKey.export({ type: "spki", format: "der" })
    .toString("base64");
