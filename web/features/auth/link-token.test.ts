import { expect, test } from "vitest";
import { splitLinkToken } from "./link-token.ts";

const split = (path: string) => splitLinkToken(new URL(path, "https://example.test"));

test("the token is taken out of the dashboard's address, the rest stays", () => {
  expect(split("/dashboard?year=2025&token=abc&month=8#top")).toEqual({
    token: "abc",
    cleanPath: "/dashboard?year=2025&month=8#top",
  });
  expect(split("/dashboard?token=abc")).toEqual({ token: "abc", cleanPath: "/dashboard" });
});

test("other addresses keep their query: the set-up link needs its token", () => {
  expect(split("/setup-password?token=abc&email=a@example.test")).toBeNull();
  expect(split("/dashboard?year=2025")).toBeNull();
});
