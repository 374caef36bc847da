import { expect, test, vi } from "vitest";
import { profileResponse } from "#domain/contract/profile.ts";
import { createMember, tokenFor } from "#test/worker/factories.ts";
import { requestWith } from "#test/worker/request.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";

const END = Date.parse("2099-01-01T00:00:00Z");

/** Whether the server considers a membership until 2099 to have ended. */
async function isOver(environment: string | undefined, clock: string): Promise<boolean> {
  const member = await createMember({ accessEndsAt: END });
  const token = await tokenFor(member, clock === "" || environment !== "development" ? Date.now() : END - 1000);
  const headers = { "x-daybolt-now": clock };
  const response = await requestWith({ ENVIRONMENT: environment }, "/api/user/profile", { token, headers });
  return !profileResponse.parse(await response.json()).hasAccess;
}

test("in development, a header sets the request's clock, in ISO format or milliseconds", async () => {
  expect(await isOver("development", "2099-01-01T00:00:00Z")).toBe(true);
  expect(await isOver("development", String(END))).toBe(true);
  expect(await isOver("development", String(END - 1))).toBe(false);
});

test("outside development, the clock header is ignored", async () => {
  for (const environment of ["production", undefined]) {
    expect(await isOver(environment, "2099-01-01T00:00:00Z")).toBe(false);
  }
});

test("a failure after the response is logged without its query's values", async () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { email } = await createMember();
  let isAnswered = false;
  const DB = wrappedD1(async (run) => {
    if (isAnswered) throw new Error("D1_ERROR: the database is overloaded");
    return run();
  });
  const bindings = { DB, ENVIRONMENT: "production" };
  const response = await requestWith(bindings, "/api/auth/request-password-reset", { json: { email } }, () => {
    isAnswered = true;
  });
  const lines = written.mock.calls.map(([line]) => String(line));
  vi.restoreAllMocks();
  expect(response.status).toBe(200);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      event: "deferred_work_failed",
      requestId: response.headers.get("x-request-id"),
      message: expect.stringMatching(/D1_ERROR/),
    },
  ]);
  expect(lines.join()).not.toContain(email);
});

test("an invalid clock header leaves the clock alone", async () => {
  for (const clock of ["soon", "99999999999999999999999999"]) {
    const token = await tokenFor(await createMember());
    const response = await requestWith({}, "/api/user/profile", { token, headers: { "x-daybolt-now": clock } });
    expect(response.status, clock).toBe(200);
  }
});
