import { expect, test } from "vitest";
import { hmac } from "./hashing.ts";

test("a value's hash differs by purpose and by secret", () => {
  const hashes = [
    hmac("secret", "gift", "1"),
    hmac("secret", "gift-order", "1"),
    hmac("other", "gift", "1"),
    hmac("secret", "gift", "2"),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hmac("secret", "gift", "1")).toBe(hashes[0]);
});
