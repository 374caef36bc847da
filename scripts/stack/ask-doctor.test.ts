import { expect, test } from "vitest";
import { serverUnderTest } from "#sandbox/server-under-test.ts";
import { askDoctor, summaryOf } from "./ask-doctor.ts";

const BROKEN = { error: "Something went wrong on our side. Try again.", code: "internal", requestId: "r" };

/** A Worker that answers these paths with a status and a body. */
async function workerWith(answers: Record<string, [status: number, body: unknown]>): Promise<Map<string, string>> {
  const APP_URL = await serverUnderTest(({ url = "" }, answer) => {
    const [status, body] = answers[url] ?? [404, BROKEN];
    answer.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  return new Map(Object.entries({ APP_URL, ADMIN_PASSWORD: "the password" }));
}

test("a system check's report is returned unchanged", async () => {
  const findings = [{ name: "Database", state: "ok", text: "Responding.", fix: null }];
  expect(await askDoctor(await workerWith({ "/api/admin/doctor": [200, { findings }] }))).toEqual(findings);
});

test.for([
  ["the database down", { status: "failing", lastTickAt: null }, "Database", "D1 isn't responding"],
  ["a secret wrong", { status: "misconfigured", lastTickAt: null, wrong: ["APP_SECRET"] }, "Settings", "APP_SECRET"],
  ["nothing but a page of Cloudflare's", "<html>error code: 1101</html>", "Worker", "can't read its response"],
] as const)("with %s, a failed system check is explained by the Worker's health", async ([, said, name, words]) => {
  const vars = await workerWith({ "/api/admin/doctor": [500, BROKEN], "/api/health": [503, said] });
  const findings = await askDoctor(vars);
  expect(findings).toMatchObject([{ name, state: "failing", text: expect.stringContaining(words) }]);
  expect(findings[0]?.fix).toMatch(/\w/);
});

test("an error while checking the second factor is explained by the Worker's health too", async () => {
  const answers = { "/api/admin/verify": [500, BROKEN], "/api/health": [503, { status: "failing", lastTickAt: null }] };
  const vars = (await workerWith(answers as never)).set("ADMIN_TOTP_SECRET", "A".repeat(32));
  expect(await askDoctor(vars)).toMatchObject([{ name: "Database" }]);
});

test("a rejected call shows the Worker's own error message", async () => {
  const refused = { ...BROKEN, error: "Invalid admin password", code: "unauthorized" };
  await expect(askDoctor(await workerWith({ "/api/admin/doctor": [401, refused] }))).rejects.toThrow(refused.error);
});

test.for(["", "A".repeat(32)])(
  "a Turnstile challenge isn't reported as a wrong password, with the second factor set to %j",
  async (totp) => {
    const challenged: [number, unknown] = [
      403,
      { ...BROKEN, error: "Please show that you are a person.", code: "challenge_required" },
    ];
    const vars = await workerWith({ "/api/admin/doctor": challenged, "/api/admin/verify": challenged });
    await expect(askDoctor(vars.set("ADMIN_TOTP_SECRET", totp))).rejects.toThrow("Turnstile");
  },
);

test("the last line counts failures, warnings, and checks without an answer", () => {
  const states = (...all: Parameters<typeof summaryOf>[0][number]["state"][]) => all.map((state) => ({ state }));
  expect(summaryOf(states("ok", "warning", "warning"))).toBe("0 failing, 2 warnings");
  expect(summaryOf(states("failing", "warning", "unknown"))).toBe("1 failing, 1 warning, 1 without an answer");
});
