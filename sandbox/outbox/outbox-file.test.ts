import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mailTo, sandboxUnderTest } from "../sandbox-under-test.ts";

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "daybolt-outbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "deep", "outbox.jsonl");
}

test("emails survive a restart in the outbox file, except for a line that was cut off", async () => {
  const outboxFile = newFile();
  const first = await sandboxUnderTest({ outboxFile });
  for (const to of ["ada@x.test", "bob@x.test"]) await first.resend.emails.send(mailTo(to));
  const sent = await first.outbox();
  appendFileSync(outboxFile, '{"id":"cut o');

  const second = await sandboxUnderTest({ outboxFile });
  expect(await second.outbox()).toEqual(sent);
  expect(await second.outbox("ada@x.test")).toHaveLength(1);
  await second.resend.emails.send(mailTo("eve@x.test"));

  const third = await sandboxUnderTest({ outboxFile, bodiesKept: 2 });
  expect((await third.outbox()).map(({ to }) => to)).toEqual([["eve@x.test"], ["bob@x.test"]]);
});

test("an emptied outbox stays empty", async () => {
  const outboxFile = newFile();
  const first = await sandboxUnderTest({ outboxFile });
  await first.resend.emails.send(mailTo("ada@x.test"));
  await fetch(`${first.url}/outbox`, { method: "DELETE" });
  expect(await (await sandboxUnderTest({ outboxFile })).count()).toBe(0);
});
