import { expect, test } from "vitest";
import { ApiError, hasErrorCode } from "./api-error.ts";

test("the message is the status, a colon and the server's text", async () => {
  const body = { error: "Your membership has ended", code: "no_access", requestId: "r1" };
  const error = await ApiError.from(Response.json(body, { status: 403 }));
  expect(error.message).toBe("403: Your membership has ended");
  expect(hasErrorCode(error, "no_access")).toBe(true);
});

test("a body that is not ours is shown as it came, an empty one by the status text", async () => {
  expect((await ApiError.from(new Response("upstream gone", { status: 502 }))).message).toBe("502: upstream gone");
  const empty = new Response("", { status: 503, statusText: "Service Unavailable" });
  expect((await ApiError.from(empty)).message).toBe("503: Service Unavailable");
});
