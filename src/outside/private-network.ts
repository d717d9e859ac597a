import { isAddress, isPublicAddress } from '../platform/addresses'
import type { Names } from '../platform/ports'

/**
 * Whether a host is on a network other than the open internet. An unknown name is not: a request to it fails anyway.
 */
export async function isOnPrivateNetwork(names: Names, host: string): Promise<boolean> {
  return (await addressesOf(names, host)).some((address) => !isPublicAddress(address))
}

/** Empty for an unknown name. */
export async function addressesOf(names: Names, host: string): Promise<string[]> {
  return isAddress(host) ? [host] : names.addresses(host).catch(() => [])
}
