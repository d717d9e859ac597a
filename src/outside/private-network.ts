import { isAddress, isPublicAddress } from '../platform/addresses'
import type { Names } from '../platform/ports'

/** Whether a host stands on a network that is not the open internet. A name that nobody knows leads nowhere: asking it fails by itself. */
export async function isOnPrivateNetwork(names: Names, host: string): Promise<boolean> {
  return (await addressesOf(names, host)).some((address) => !isPublicAddress(address))
}

/** None for a name that nobody knows. */
export async function addressesOf(names: Names, host: string): Promise<string[]> {
  return isAddress(host) ? [host] : names.addresses(host).catch(() => [])
}
