import { expect, test } from "vitest";
import { createMedium, createMember } from "#test/worker/factories.ts";
import { mediaPassOf } from "#test/worker/media-pass.ts";
import { request } from "#test/worker/request.ts";

function directives(response: Response): Record<string, string[]> {
  const policy = response.headers.get("content-security-policy") ?? "";
  return Object.fromEntries(
    policy.split(";").map((part) => {
      const [name = "", ...sources] = part.trim().split(" ");
      return [name, sources];
    }),
  );
}

test("pages, answers, errors and media alike carry the security headers", async () => {
  const cookie = await mediaPassOf(await createMember());
  const key = await createMedium("audio", new Uint8Array(4));
  const paths = ["/", "/login", "/no-such-page", "/favicon.svg", "/api/auth/verify", "/api/nothing", `/audio/${key}`];
  for (const path of paths) {
    const response = await request(path, { headers: { cookie } });
    expect(Object.fromEntries(response.headers), path).toMatchObject({
      "content-security-policy": expect.stringContaining("default-src 'self'"),
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": expect.any(String),
      "strict-transport-security": expect.stringContaining("max-age="),
      "permissions-policy": expect.stringContaining("camera=()"),
      "x-request-id": expect.any(String),
    });
  }
});

test("scripts come from here and from YouTube's player alone, never from within a page", async () => {
  const policy = directives(await request("/login"));
  expect(policy["script-src"]).toEqual(["'self'", "https://www.youtube.com"]);
  expect(policy["object-src"]).toEqual(["'none'"]);
  expect(policy["base-uri"]).toEqual(["'self'"]);
  expect(policy["form-action"]).toEqual(["'self'"]);
});

test("nobody frames the product, and it frames the two video players alone", async () => {
  const policy = directives(await request("/login"));
  expect(policy["frame-ancestors"]).toEqual(["'none'"]);
  expect(policy["frame-src"]).toEqual([
    "'self'",
    "https://player.vimeo.com",
    "https://www.youtube-nocookie.com",
    "https://www.youtube.com",
  ]);
});
