import { afterEach, expect, test, vi } from "vitest";
import { errorBody } from "#domain/contract/errors.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";

const brokenD1 = wrappedD1(async () => {
  throw new Error("D1_ERROR: the database is overloaded");
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function errorOf(response: Response) {
  const body = await response.json();
  expect(errorBody.parse(body)).toEqual(body);
  expect(errorBody.parse(body).requestId).toBe(response.headers.get("x-request-id") ?? "");
  return body;
}

test.for(["{", "{'email': 1}", '{"email":', "\u0000"])("the body %j isn't JSON and is refused", async (body) => {
  const headers = { "content-type": "application/json" };
  const response = await request("/api/auth/login", { body, headers, address: uniqueAddress() });
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toMatchObject({ code: "validation", error: expect.stringMatching(/JSON/) });
});

test.for([[], null, "text", 5, true])("the JSON body %j isn't an object and is refused", async (json) => {
  const response = await request("/api/auth/login", { json, address: uniqueAddress() });
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toMatchObject({ code: "validation" });
});

test("a body without a JSON content type isn't read as JSON", async () => {
  const body = JSON.stringify({ email: uniqueEmail(), password: "x" });
  const response = await request("/api/auth/login", {
    body,
    headers: { "content-type": "text/plain" },
    address: uniqueAddress(),
  });
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toMatchObject({ code: "validation" });
});

test("fields of the wrong type are named, each with its first message", async () => {
  const response = await request("/api/auth/login", { json: { email: 5, password: ["x"] }, address: uniqueAddress() });
  expect(await errorOf(response)).toMatchObject({
    error: "Please enter a valid email",
    fields: { email: "Please enter a valid email", password: "Password is required" },
  });
});

test.for([
  ["GET", "/api"],
  ["GET", "/api/nothing"],
  ["DELETE", "/api/auth/login"],
  ["PATCH", "/api/user/nothing"],
  ["GET", "/audio/"],
  ["GET", "/media/"],
  ["POST", "/media/clip.mp4"],
  ["POST", "/nowhere"],
] as const)("%s %s returns 404", async ([method, path]) => {
  const token = await tokenFor(await createMember());
  const response = await request(path, { method, token });
  expect(response.status).toBe(404);
  expect(await errorOf(response)).toMatchObject({ code: "not_found" });
});

test("an unexpected error returns a fixed sentence", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const token = await tokenFor(await createMember());
  const response = await requestWith({ DB: brokenD1 }, "/api/user/profile", { token });
  expect(response.status).toBe(500);
  expect(await errorOf(response)).toEqual({
    error: "Something went wrong on our side. Try again.",
    code: "internal",
    requestId: expect.any(String),
  });
});

test("an error is logged under the request's ID, without the query's values", async () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const email = uniqueEmail();
  const json = { email, password: "a-password-to-be-kept" };
  const response = await requestWith({ DB: brokenD1 }, "/api/auth/login", { json, address: uniqueAddress() });
  const lines = written.mock.calls.map(([line]) => String(line));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "error",
    event: "unhandled",
    requestId: response.headers.get("x-request-id"),
    message: expect.stringContaining("D1_ERROR: the database is overloaded"),
  });
  expect(lines[0]?.toLowerCase()).not.toContain(email);
  expect(lines[0]).not.toContain(json.password);
});
