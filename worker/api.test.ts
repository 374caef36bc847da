import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";

test("an unknown path below /api answers 404 in the one error form", async () => {
  const response = await exports.default.fetch("http://localhost/api/nothing");
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: "Not found", code: "not_found", requestId: expect.any(String) });
});
