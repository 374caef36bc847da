import { expect, test } from "vitest";
import { mailDomain } from "#domain/contract/mail.ts";
import { setDomainStatus } from "#test/worker/outbox.ts";
import { requestWith } from "#test/worker/request.ts";

async function read(bindings: Record<string, unknown>) {
  const response = await requestWith(bindings, "/api/admin/mail-domain", { admin: true });
  expect(response.status).toBe(200);
  return mailDomain.parse(await response.json());
}

async function senderIn(status: string): Promise<Record<string, string>> {
  const domain = `${crypto.randomUUID().slice(0, 8)}.daybolt.test`;
  await setDomainStatus(domain, status);
  return { MAIL_FROM: `Daybolt <wake-up@${domain}>` };
}

test("a domain is configured once Resend has verified it, with its DKIM record listed first", async () => {
  const answer = await read(await senderIn("verified"));
  expect(answer).toMatchObject({ state: "configured", problem: null });
  expect(answer.records[0]).toMatchObject({
    purpose: "DKIM",
    type: "TXT",
    host: expect.stringMatching(/^resend\._domainkey/),
    value: expect.stringMatching(/^p=/),
    isVerified: true,
  });
});

test.for(["not_started", "pending", "failed", "temporary_failure"])(
  "a domain that's %s isn't verified",
  async (status) => {
    const answer = await read(await senderIn(status));
    expect(answer).toMatchObject({ state: "not_verified", problem: expect.stringContaining("hasn't verified") });
    expect(answer.records.map(({ isVerified }) => isVerified)).toEqual([false, false, false]);
  },
);

test("a domain unknown to Resend isn't verified and has no records yet", async () => {
  const answer = await read({ MAIL_FROM: "wake-up@nobody-has-this.example" });
  expect(answer).toMatchObject({ domain: "nobody-has-this.example", state: "not_verified", records: [] });
  expect(answer.problem).toContain("doesn't have");
});

test("nothing is claimed when Resend can't be reached", async () => {
  const refused = await read({ RESEND_API_KEY: "no_key_at_all" });
  expect(refused).toMatchObject({ state: "unknown", records: [], problem: expect.stringContaining("API key") });
  const unreachable = await read({ RESEND_BASE_URL: "http://localhost:9" });
  expect(unreachable).toMatchObject({ state: "unknown", problem: "Resend isn't responding. Try again." });
});
