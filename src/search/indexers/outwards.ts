import { standsInside } from '../../outside/inside'
import type { Names } from '../../platform/ports'
import { Trouble } from './trouble'

/**
 * A link of an indexer of the open internet opens no door into this network. One that stands inside itself (Prowlarr,
 * Jackett) may point anywhere. Answers a check that throws Trouble.
 */
export function outwards(names: Names, indexer: string): (to: URL) => Promise<void> {
  const home = URL.parse(indexer)?.hostname ?? ''
  return async ({ hostname }) => {
    if (hostname === home || !(await standsInside(names, hostname)) || (await standsInside(names, home))) return
    throw new Trouble('refused', `its link leads to ${hostname}, which is no address of the open internet`)
  }
}
