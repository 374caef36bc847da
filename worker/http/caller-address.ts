import type { Context } from "hono";

const NETWORK_GROUPS = 4;

/** The /64 of an IPv6 address: one line owns all of it, and could else count as a new caller at each attempt. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, "").toLowerCase())
    .join(":");
}

/** The network a request comes from, as Cloudflare's edge saw it; clients cannot set this header there. */
export function callerAddress(c: Context): string {
  return networkOf(c.req.header("cf-connecting-ip") ?? "unknown");
}
