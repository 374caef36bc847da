import { Hono } from "hono";
import { expect, test } from "vitest";
import { callerNetwork } from "./caller-network.ts";

const app = new Hono().get("/", (c) => c.text(callerNetwork(c)));
const networkOf = async (address: string) =>
  (await app.request("/", { headers: { "cf-connecting-ip": address } })).text();

test("an IPv4 address is its own network, and an IPv6 address belongs to its /64, however it's written", async () => {
  expect(await networkOf("203.0.113.7")).toBe("203.0.113.7");
  for (const address of ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::9", "2001:0DB8:0001:0002:ffff::"]) {
    expect(await networkOf(address)).toBe("2001:db8:1:2::");
  }
  expect(await networkOf("2001:db8::1")).toBe("2001:db8::");
  expect(await networkOf("2001:db8:1:3::9")).toBe("2001:db8:1:3::");
  expect(await networkOf("::1")).toBe("::");
});

test("an IPv4 address inside IPv6 is that IPv4 address, and invalid addresses share one unknown network", async () => {
  expect(await networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  for (const text of ["", "unknown", "2001:db8", "1.2.3.4.5"]) expect(await networkOf(text)).toBe("unknown");
});
