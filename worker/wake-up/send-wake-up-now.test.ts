import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { dateIn } from "#domain/rules/local-time.ts";
import { createItem, createMember } from "#test/worker/factories.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request } from "#test/worker/request.ts";

test("sends today's mail once through the ledger, and a copy only when asked for one", async () => {
  const member = await createMember();
  const item = await createItem(dateIn("America/Chicago", Date.now()));
  const send = async (again: boolean) => {
    const response = await request("/api/admin/wake-up", { admin: true, json: { email: member.email, again } });
    return response.json();
  };

  expect(await send(false)).toMatchObject({ outcome: "sent" });
  const [mail] = await outboxOf(member.email);
  expect(mail?.subject).toContain(item.title);
  expect(mail?.html).toContain(`${"http://localhost:8787"}/content/${item.date}`);
  expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");

  expect(await send(false)).toMatchObject({ outcome: "already_sent" });
  expect(await outboxOf(member.email)).toHaveLength(1);
  expect(await send(true)).toMatchObject({ outcome: "copy_sent" });
  expect(await outboxOf(member.email)).toHaveLength(2);
  expect(env.RESEND_BASE_URL).toMatch(/^http/);
});
