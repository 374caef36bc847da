import { expect, test } from "vitest";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, uniqueAddress } from "#test/worker/factories.ts";
import { requestWith } from "#test/worker/request.ts";

function quickLogin(environment: string | undefined, json: unknown): Promise<Response> {
  return requestWith({ ENVIRONMENT: environment }, "/api/auth/quick-login", { json, address: uniqueAddress() });
}

test("in development an address alone signs in", async () => {
  const member = await createMember();
  const response = await quickLogin("development", { email: member.email });
  expect(response.status).toBe(200);
  const { token } = await response.json<{ token: string }>();
  const verified = await requestWith({}, "/api/auth/verify", { token });
  expect(await verified.json()).toMatchObject({ user: { id: member.id } });
  expect((await quickLogin("development", { email: uniqueEmail() })).status).toBe(404);
});

test.for(["production", undefined])(
  "with the environment %s there is no such entry point, however it is called",
  async (environment) => {
    const member = await createMember();
    for (const json of [{ email: member.email }, { email: uniqueEmail() }, { email: "ana" }, {}]) {
      const response = await quickLogin(environment, json);
      expect(response.status, JSON.stringify(json)).toBe(404);
      expect(response.headers.get("set-cookie")).toBeNull();
      expect(await response.json()).toMatchObject({ code: "not_found" });
    }
  },
);
