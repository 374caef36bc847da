import { Hono } from "hono";
import { expect, test } from "vitest";
import { callerAddress } from "./caller-address.ts";

const app = new Hono().get("/", (c) => c.text(callerAddress(c)));
const networkOf = async (address: string) =>
  (await app.request("/", { headers: { "cf-connecting-ip": address } })).text();

test("an IPv4 address stands for itself, an IPv6 address for its /64, however it is written", async () => {
  expect(await networkOf("203.0.113.7")).toBe("203.0.113.7");
  for (const address of ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::9", "2001:0DB8:0001:0002:ffff::"]) {
    expect(await networkOf(address)).toBe("2001:db8:1:2");
  }
  expect(await networkOf("2001:db8::1")).toBe("2001:db8:0:0");
  expect(await networkOf("2001:db8:1:3::9")).toBe("2001:db8:1:3");
  expect(await networkOf("::1")).toBe("0:0:0:0");
});
