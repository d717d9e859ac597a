import { addressesOf } from '../../outside/private-network'
import { isPublicAddress } from '../../platform/addresses'
import type { Names } from '../../platform/ports'
import type { DirectLink } from './link'

/** An address that must not be requested; `message` is a sentence that names only its host. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'

  constructor(
    message: string,
    /** A later request may be allowed. */
    readonly passing = false,
  ) {
    super(message)
  }
}

/** `nas.local, 192.168.1.5:8080` as the settings hold them. */
export function hostsOf(setting: string): string[] {
  return setting
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
}

/**
 * Checks an address before a request: http or https, and not in this network, which a link from outside could lead
 * into, unless the user allowed the host or it belongs to a configured service. Throws AddressRefused. Returns the IP address
 * that was checked: the name may resolve differently a moment later.
 */
export async function checkAddress(
  url: URL,
  { names, allowed, link }: { names: Names; allowed: readonly string[]; link: Pick<DirectLink, 'url' | 'trusted'> },
): Promise<string | undefined> {
  if (!/^https?:$/.test(url.protocol)) throw new AddressRefused('The link is not a web address.')
  if (url.username !== '' || url.password !== '')
    throw new AddressRefused('The link contains a login, which is not sent.')
  const { host, hostname } = url
  if (allowed.includes(host) || allowed.includes(hostname)) return undefined
  if (link.trusted && URL.parse(link.url)?.hostname === hostname) return undefined
  const found = await addressesOf(names, hostname)
  if (found.length === 0) throw new AddressRefused(`Host not found: ${hostname}`, true)
  if (!found.every(isPublicAddress))
    throw new AddressRefused(
      `${hostname} is on a private network. Name it under ddl_allowed_hosts to download from it.`,
    )
  // Where there are both, one of the older kind is reached from everywhere.
  return found.find((address) => !address.includes(':')) ?? found[0]
}
