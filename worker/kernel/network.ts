import ipaddr from "ipaddr.js";

/** The IPv4 address, or an IPv6 address's /64, which one subscriber owns. Null and invalid addresses share one unknown network. */
export function networkOf(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return "unknown";
  const known = ipaddr.process(address);
  if (known.kind() === "ipv4") return known.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${known}/64`).toString();
}

/** Returns the /48 around an IPv6 network, or null for IPv4. One subscriber may own a /48, or many may share it. */
export function wideNetworkOf(network: string): string | null {
  if (!ipaddr.IPv6.isValid(network)) return null;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${network}/48`)}/48`;
}
