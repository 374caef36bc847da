import { expect, test } from "vitest";
import { networkOf, wideNetworkOf } from "./network.ts";

test.for([
  ["203.0.113.7", "203.0.113.7", null],
  ["::ffff:203.0.113.7", "203.0.113.7", null],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", "2001:db8:1::/48"],
  ["2001:db8:1:3::9", "2001:db8:1:3::", "2001:db8:1::/48"],
  ["2001:0DB8:0002::9", "2001:db8:2::", "2001:db8:2::/48"],
  [null, "unknown", null],
  ["nonsense", "unknown", null],
] as const)("the network of %s is %s, and its wider network is %s", ([address, network, wide]) => {
  expect(networkOf(address)).toBe(network);
  expect(wideNetworkOf(network)).toBe(wide);
});
