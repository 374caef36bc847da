import { inject } from "vitest";

export type OutboxMail = {
  id: string;
  to: string[];
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  tags: { name: string; value: string }[];
  idempotencyKey: string | null;
};

/** The mails an address got, newest first. */
export async function outboxOf(address: string): Promise<OutboxMail[]> {
  const response = await fetch(`${inject("sandboxUrl")}/outbox?to=${encodeURIComponent(address)}`);
  return response.json();
}

export type Fault = {
  kind:
    | "delay"
    | "rate_limit"
    | "server_error"
    | "drop_after_accept"
    | "cut"
    | "daily_quota"
    | "monthly_quota"
    | "unauthorized";
  to: string;
  times?: number;
  status?: number;
  delayMs?: number;
  retryAfterSeconds?: number;
};

/** Makes the sandbox misbehave for mails to one address. */
export async function armFault(fault: Fault): Promise<void> {
  await fetch(`${inject("sandboxUrl")}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ times: 1, ...fault }),
  });
}
