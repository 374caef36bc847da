import { sandboxClient } from "#sandbox/sandbox-client.ts";
import { sandboxUrl } from "./sandbox.ts";

const sandbox = sandboxClient(sandboxUrl);

/** Newest first. */
export const outboxOf = (address: string) => sandbox.mailsTo(address);

/** The link in an email to set a password. */
export function passwordLinkIn(html: string | undefined): URL {
  const [, href = ""] = /href="([^"]*\/setup-password\?[^"]*)"/.exec(html ?? "") ?? [];
  return new URL(href.replaceAll("&amp;", "&"));
}

export const setDomainStatus = sandbox.setDomainStatus;

/** Makes the sandbox fail for emails to one address. */
export const armFault = (fault: Parameters<typeof sandbox.arm>[0] & { to: string }) => sandbox.arm(fault);

/** Alarms sent to the operator's webhook of a name, and its address. */
export const alarmsOf = (to: string) => sandbox.alarms(to);
export const alarmUrl = (to: string) => sandbox.alarmUrl(to);

export const setUsage = sandbox.setUsage;
