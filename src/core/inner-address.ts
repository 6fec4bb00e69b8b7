// Which addresses are not the public internet (IANA special-purpose registries, RFC 6890 and its successors).
import { BlockList, isIP } from "node:net"

const inner = new BlockList()
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  inner.addSubnet(net, prefix, "ipv4")
}
for (const [net, prefix] of [
  // Unspecified, loopback and the old way to write an IPv4 address.
  ["::", 96],
  // Ways through to IPv4 addresses, which could be any: NAT64, 6to4, Teredo.
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
  ["100::", 64],
  ["2001:db8::", 32],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const) {
  inner.addSubnet(net, prefix, "ipv6")
}

/** true for an address that no public site has, and for a text that is no address. */
export function isInnerAddress(address: string): boolean {
  // "fe80::1%eth0" names a network card: nothing public has one.
  if (address.includes("%")) return true
  const family = isIP(address)
  // An IPv4 address inside an IPv6 one ("::ffff:127.0.0.1") is checked as the former.
  return family === 0 || inner.check(address, family === 6 ? "ipv6" : "ipv4")
}
