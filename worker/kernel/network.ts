import ipaddr from "ipaddr.js";

/**
 * The network of an address as the edge saw it: an IPv4 address, or the /64 of an IPv6 address, since one line owns all of it and
 * could else count as a new caller at each attempt. Null and what is no address are one unknown network.
 */
export function networkOf(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return "unknown";
  // IPv4 within IPv6 is told as IPv4.
  const known = ipaddr.process(address);
  if (known.kind() === "ipv4") return known.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${known}/64`).toString();
}

/** The /48 around an IPv6 network, which a line may own as well, and which many lines may share; null for any other. */
export function wideNetworkOf(network: string): string | null {
  if (!ipaddr.IPv6.isValid(network)) return null;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${network}/48`)}/48`;
}
