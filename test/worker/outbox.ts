import { inject } from "vitest";
import { sandboxClient } from "#sandbox/sandbox-client.ts";

const sandbox = sandboxClient(inject("sandboxUrl"));

/** The mails an address got, newest first. */
export const outboxOf = (address: string) => sandbox.mailsTo(address);

/** What Resend says of a domain that mails come from. */
export const setDomainStatus = sandbox.setDomainStatus;

/** Makes the sandbox misbehave for mails to one address. */
export const armFault = (fault: Parameters<typeof sandbox.arm>[0] & { to: string }) => sandbox.arm(fault);
