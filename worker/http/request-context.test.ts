import { expect, test } from "vitest";
import { profileResponse } from "#domain/contract/members.ts";
import { createMember, tokenFor } from "#test/worker/factories.ts";
import { requestWith } from "#test/worker/request.ts";

const END = Date.parse("2099-01-01T00:00:00Z");

/** Whether the server thinks that a membership which lasts until 2099 is over. */
async function isOver(environment: string | undefined, clock: string): Promise<boolean> {
  const member = await createMember({ accessEndsAt: END });
  const token = await tokenFor(member, clock === "" || environment !== "development" ? Date.now() : END - 1000);
  const headers = { "x-daybolt-now": clock };
  const response = await requestWith({ ENVIRONMENT: environment }, "/api/user/profile", { token, headers });
  return !profileResponse.parse(await response.json()).hasAccess;
}

test("in development a header sets the request's clock, in ISO form or in milliseconds", async () => {
  expect(await isOver("development", "2099-01-01T00:00:00Z")).toBe(true);
  expect(await isOver("development", String(END))).toBe(true);
  expect(await isOver("development", String(END - 1))).toBe(false);
});

test("anywhere else the header is ignored", async () => {
  for (const environment of ["production", undefined]) {
    expect(await isOver(environment, "2099-01-01T00:00:00Z")).toBe(false);
  }
});

test("text that is no instant leaves the clock alone", async () => {
  for (const clock of ["soon", "99999999999999999999999999"]) {
    const token = await tokenFor(await createMember());
    const response = await requestWith({}, "/api/user/profile", { token, headers: { "x-daybolt-now": clock } });
    expect(response.status, clock).toBe(200);
  }
});
