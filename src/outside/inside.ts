import { isAddress, isPublicAddress } from '../platform/addresses'
import type { Names } from '../platform/ports'

/** Whether a host stands on a network that is not the open internet. A name that nobody knows leads nowhere: asking it fails by itself. */
export async function standsInside(names: Names, host: string): Promise<boolean> {
  const found = isAddress(host) ? [host] : await names.addresses(host).catch(() => [])
  return found.some((address) => !isPublicAddress(address))
}
