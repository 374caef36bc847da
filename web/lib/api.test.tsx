import { afterEach, expect, test, vi } from "vitest";
import { api, createClient, onSessionRefused, read } from "./api.ts";
import { ApiError } from "./api-error.ts";
import { dropAuthToken, storeAuthToken } from "./auth-token.ts";

function answerWith(response: () => Response) {
  const sent = vi.fn<typeof fetch>(async () => response());
  vi.stubGlobal("fetch", sent);
  return { headersSent: () => new Headers(sent.mock.calls.at(-1)?.[1]?.headers) };
}

const refusal = () => Response.json({ error: "Log in to continue.", code: "unauthorized" }, { status: 401 });

afterEach(() => {
  vi.unstubAllGlobals();
  dropAuthToken();
});

test("a member's refused token is reported, but not a visitor's wrong password or an administrator's 401", async () => {
  const { headersSent } = answerWith(refusal);
  const onMember = vi.fn();
  const onAdmin = vi.fn();
  onSessionRefused(onMember);
  const admin = createClient({ header: "x-admin-password", value: () => "secret", onRefused: onAdmin });

  await read(api.user.profile.$get()).catch(() => undefined);
  expect(headersSent().has("authorization")).toBe(false);
  storeAuthToken("t1");
  await read(admin.user.profile.$get()).catch(() => undefined);
  expect(headersSent().has("authorization")).toBe(false);
  expect([onMember.mock.calls.length, onAdmin.mock.calls.length]).toEqual([0, 1]);

  await expect(read(api.user.profile.$get())).rejects.toBeInstanceOf(ApiError);
  expect(headersSent().get("authorization")).toBe("Bearer t1");
  expect([onMember.mock.calls.length, onAdmin.mock.calls.length]).toEqual([1, 1]);
});

test("a success response from something other than our API counts as a failure", async () => {
  answerWith(() => new Response("<html>Please sign in to the hotel's network</html>"));
  await expect(read(api.user.profile.$get())).rejects.toThrow();
});
