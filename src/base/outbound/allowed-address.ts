import { isAddress, isPublicAddress } from '../platform/addresses'
import type { HostNames } from '../platform/ports'

/** An address that must not be requested; `message` is a sentence that names only the host. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'

  constructor(
    message: string,
    /** `unknown`: the name does not resolve now, so a later request may be allowed. */
    readonly why: 'form' | 'login' | 'unknown' | 'private',
    /** The `private` address that a name resolves to. */
    readonly address?: string,
  ) {
    super(message)
  }
}

export interface AddressRules {
  names: HostNames
  /** `host` or `host:port` on this network that the settings allow. */
  allowed?: readonly string[]
  /**
   * The host that the user entered for this service: its address is not restricted. No other host is reached through
   * it.
   */
  own?: string | undefined
}

/** `nas.local, 192.168.1.5:8080` as written in the settings. */
export function allowedHostsIn(setting: string): string[] {
  return setting
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
}

/**
 * Checks an address from outside before a request, and each redirect likewise: http or https, and on the open internet,
 * unless the user named its host. Throws AddressRefused. Returns the checked IP address, which the caller must contact,
 * since the name may resolve differently a moment later. Undefined for a host that the user named.
 */
export async function checkAddress(url: URL, { names, allowed = [], own }: AddressRules): Promise<string | undefined> {
  if (!/^https?:$/.test(url.protocol)) throw new AddressRefused('The link is not a web address.', 'form')
  if (url.username !== '' || url.password !== '')
    throw new AddressRefused('The link contains a login, which is not sent.', 'login')
  const { hostname } = url
  const name = plain(hostname)
  if (own !== undefined && plain(own) === name) return undefined
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (allowed.includes(name) || allowed.includes(`${name}:${port}`)) return undefined
  const found = await resolveHost(names, hostname)
  if (found.length === 0) throw new AddressRefused(`Host not found: ${hostname}`, 'unknown')
  const closed = found.find((address) => !isPublicAddress(address))
  if (closed !== undefined)
    throw new AddressRefused(
      `${hostname} is on a private network. Name it under ddl_allowed_hosts to download from it.`,
      'private',
      closed,
    )
  // Where a host has both kinds, an IPv4 address is reachable from everywhere.
  return found.find((address) => !address.includes(':')) ?? found[0]
}

/** IP addresses of a host in URL form; empty for an unknown name. */
export async function resolveHost(names: HostNames, host: string): Promise<string[]> {
  if (isAddress(host)) return [plain(host)]
  // Names of this machine, whatever a name server answers (RFC 6761).
  if (/(?:^|\.)localhost$/.test(plain(host))) return ['127.0.0.1']
  return names.addresses(host).catch(() => [])
}

/** `nas.local.` is `nas.local`, and IPv6 loses its brackets. */
const plain = (host: string) => host.replace(/^\[|\]$|\.$/g, '').toLowerCase()
