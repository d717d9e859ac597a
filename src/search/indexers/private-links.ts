import { isOnPrivateNetwork } from '../../outside/private-network'
import { ServiceError } from '../../outside/service-error'
import type { Names } from '../../platform/ports'

/**
 * Links from a public indexer must not reach into this network. An indexer inside the network (Prowlarr, Jackett) may
 * link anywhere. Returns a check that throws ServiceError.
 */
export function refusePrivateLinks(names: Names, indexer: string): (to: URL) => Promise<void> {
  const home = URL.parse(indexer)?.hostname ?? ''
  return async ({ hostname }) => {
    if (hostname === home || !(await isOnPrivateNetwork(names, hostname)) || (await isOnPrivateNetwork(names, home)))
      return
    throw new ServiceError('refused', `its link leads to ${hostname}, which is no address of the open internet`)
  }
}
