import type { BlockList } from 'node:net'
import { embedded4, plain6 } from './ipv6'
import type { HostNames } from './ports'

export const systemNames: HostNames = {
  async addresses(host) {
    const { lookup } = await import('node:dns/promises')
    return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)
  },
}

/**
 * IPv4 ranges with a special purpose (IANA registry, RFC 6890, and multicast): this machine, this network, examples,
 * reserved. Also ranges that routers may answer (AS112, AMT): no comics are served from there.
 */
const CLOSED_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/** In IPv6, only 2000::/3 is the public internet, without the ranges with a special purpose. */
const CLOSED_6 = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

/** The runtime's address module, loaded with the first check: it brings sockets and streams along. */
const net = () => process.getBuiltinModule('node:net')
const closed: { ipv4?: BlockList; ipv6?: BlockList } = {}
const home: { ipv4?: BlockList; ipv6?: BlockList } = {}

/** Ranges of home networks, and addresses that a router gives out. */
const HOME_4 = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const
const HOME_6 = [['fc00::', 7]] as const

/** Whether `text` is an IP address of a home network; not loopback, and nothing reserved. */
export function isHomeAddress(text: string): boolean {
  const address = text.replace(/^\[|\]$/g, '')
  const family = net().isIP(address)
  home.ipv4 ??= blocked('ipv4', HOME_4)
  home.ipv6 ??= blocked('ipv6', HOME_6)
  return family === 4 ? home.ipv4.check(address, 'ipv4') : family === 6 && home.ipv6.check(address, 'ipv6')
}

/**
 * Whether `text` is an IP address on the open internet: not private, loopback, link-local, shared, for examples or
 * reserved, and not this machine's own. IPv6 that leads to IPv4 is judged as that IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  const address = text.replace(/^\[|\]$/g, '')
  switch (net().isIP(address)) {
    case 4:
      closed.ipv4 ??= blocked('ipv4', CLOSED_4)
      return !closed.ipv4.check(address, 'ipv4') && !isOwnAddress(address)
    case 6:
      return isPublic6(address)
    default:
      return false
  }
}

function isPublic6(address: string): boolean {
  // A zone names a network interface of this machine.
  if (address.includes('%') || isOwnAddress(address)) return false
  const inside = embedded4(address)
  if (inside.length > 0) return inside.every(isPublicAddress)
  closed.ipv6 ??= blocked('ipv6', CLOSED_6)
  return !closed.ipv6.check(address, 'ipv6')
}

/** Whether the host of an address is an IP address, not a name. `host` is in URL form: IPv6 in brackets. */
export function isAddress(host: string): boolean {
  return net().isIP(host.replace(/^\[|\]$/g, '')) !== 0
}

/** A server on the open internet, or any machine with IPv6, has public addresses of its own. */
function isOwnAddress(address: string): boolean {
  const { networkInterfaces } = process.getBuiltinModule('node:os')
  const same = plain6(address)
  return Object.values(networkInterfaces()).some((all) => all?.some((own) => plain6(own.address) === same))
}

function blocked(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new (net().BlockList)()
  for (const [net, bits] of subnets) list.addSubnet(net, bits, family)
  return list
}
