import { expect, test } from "vitest";
import { heldSends, mailTo, sandboxUnderTest } from "../sandbox-under-test.ts";

const DAY = Date.parse("2025-08-12T10:00:00Z");

test("calls and emails are counted, with rejected calls separate", async () => {
  const { resend, traffic, forgetTraffic } = await sandboxUnderTest({ resendRate: 2, now: () => DAY });
  for (let calls = 0; calls < 3; calls += 1) await resend.batch.send([mailTo("a@x.test"), mailTo("b@x.test")]);
  await resend.domains.list();

  expect(await traffic()).toEqual({
    calls: 3,
    mails: 4,
    refusedForRate: 1,
    firstAt: DAY,
    lastAt: DAY,
    mostInFlight: 1,
    mostInASecond: 3,
  });
  await forgetTraffic();
  expect(await traffic()).toMatchObject({ calls: 0, mails: 0 });
});

test("the peak calls per second are measured over any one-second window, wherever it begins", async () => {
  let now = DAY;
  const { resend, traffic } = await sandboxUnderTest({ now: () => now });
  for (const at of [0, 900, 1000, 1899, 3000]) {
    now = DAY + at;
    await resend.emails.send(mailTo("a@x.test"));
  }
  expect(await traffic()).toMatchObject({ calls: 5, mostInASecond: 3 });
});

test("calls in progress are counted while the provider is slow", async () => {
  const { wait, started, release } = heldSends(4);
  const { resend, traffic } = await sandboxUnderTest({ resendTakesMs: 300, wait });
  const sends = ["a", "b", "c", "d"].map((name) => resend.batch.send([mailTo(`${name}@x.test`)]));
  await started;
  release();
  await Promise.all(sends);
  expect(await traffic()).toMatchObject({ mostInFlight: 4 });
});
