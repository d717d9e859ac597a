import { AddressRefused, checkAddress } from '../../../base/outbound/allowed-address'
import { ServiceError } from '../../../base/outbound/service-error'
import type { HostNames } from '../../../base/platform/ports'

/**
 * Links of an indexer may lead to its own host, to the internet, and to hosts that the settings allow, but never to
 * other machines on the local network. Returns a check that returns the IP address to contact, or undefined for a host
 * that the user named. It throws ServiceError.
 */
export function refusePrivateLinks(names: HostNames, indexer: string, allowed: readonly string[]) {
  const own = URL.parse(indexer)?.hostname
  return async (to: URL): Promise<string | undefined> => {
    try {
      return await checkAddress(to, { names, allowed, own })
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error
      throw new ServiceError(error.why === 'unknown' ? 'unreachable' : 'refused', reasonOf(error, to.hostname))
    }
  }
}

function reasonOf({ why, message }: AddressRefused, host: string): string {
  if (why === 'private')
    return `its link leads to ${host}, which is no address of the open internet; name it among the allowed private hosts to download from it`
  return message.replace(/\.$/, '').replace(/^The /, 'its ').replace(/^Host/, 'host')
}
