import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mailTo, sandboxUnderTest } from "./sandbox-under-test.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "daybolt-sandbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "deep");
}

test("emails survive a restart in the outbox file, except for a line that was cut off", async () => {
  const keptIn = newFolder();
  const first = await sandboxUnderTest({ keptIn });
  for (const to of ["ada@x.test", "bob@x.test"]) await first.resend.emails.send(mailTo(to));
  const sent = await first.outbox();
  appendFileSync(join(keptIn, "outbox.jsonl"), '{"id":"cut o');

  const second = await sandboxUnderTest({ keptIn });
  expect(await second.outbox()).toEqual(sent);
  expect(await second.outbox("ada@x.test")).toHaveLength(1);
  await second.resend.emails.send(mailTo("eve@x.test"));

  const third = await sandboxUnderTest({ keptIn, bodiesKept: 2 });
  expect((await third.outbox()).map(({ to }) => to)).toEqual([["eve@x.test"], ["bob@x.test"]]);
});

test("an emptied outbox stays empty", async () => {
  const keptIn = newFolder();
  const first = await sandboxUnderTest({ keptIn });
  await first.resend.emails.send(mailTo("ada@x.test"));
  await fetch(`${first.url}/outbox`, { method: "DELETE" });
  expect(await (await sandboxUnderTest({ keptIn })).count()).toBe(0);
});

test("a call repeated after a restart gets its first response again and sends nothing more", async () => {
  const keptIn = newFolder();
  const first = await sandboxUnderTest({ keptIn });
  const [mail, options] = [mailTo("ada@x.test"), { idempotencyKey: "wake-up/1" }];
  const { data } = await first.resend.emails.send(mail, options);
  expect(data?.id).toBeTruthy();

  const second = await sandboxUnderTest({ keptIn });
  expect((await second.resend.emails.send(mail, options)).data).toEqual(data);
  const other = await second.resend.emails.send(mailTo("bob@x.test"), options);
  expect(other.error).toMatchObject({ statusCode: 409, name: "invalid_idempotent_request" });
  expect(await second.count()).toBe(1);
});
