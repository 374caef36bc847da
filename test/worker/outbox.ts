import { sandboxClient } from "#sandbox/sandbox-client.ts";
import { sandboxUrl } from "./sandbox.ts";

const sandbox = sandboxClient(sandboxUrl);

/** The mails an address got, newest first. */
export const outboxOf = (address: string) => sandbox.mailsTo(address);

/** What Resend says of a domain that mails come from. */
export const setDomainStatus = sandbox.setDomainStatus;

/** Makes the sandbox misbehave for mails to one address. */
export const armFault = (fault: Parameters<typeof sandbox.arm>[0] & { to: string }) => sandbox.arm(fault);

/** What came to the operator's webhook of a name, and where that is. */
export const alarmsOf = (to: string) => sandbox.alarms(to);
export const alarmUrl = (to: string) => sandbox.alarmUrl(to);

/** What Resend says of the account's quotas. */
export const setUsage = sandbox.setUsage;
