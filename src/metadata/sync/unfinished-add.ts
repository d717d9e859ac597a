import type { Reader } from '../../storage/database'
import { latest } from '../../work/store'
import { ADD } from '../add/series-adder'
import type { ProviderName } from '../states'
import * as store from '../store'
import { refId } from '../wire-ids'
import type { Monitor } from './monitoring'

/**
 * What was said of the issues of a series when it was added, while none of them came because the adding failed: it counts
 * for the round that brings them. Undefined when nothing was left undone.
 */
export function leftUndone(db: Reader, comicId: string, provider: ProviderName): Monitor | undefined {
  const provider_id = store.sourceOf(db, comicId, provider)?.provider_id
  if (!provider_id) return undefined
  const adding = latest(db, ADD, refId({ provider, provider_id }))
  if (adding?.state !== 'failed') return undefined
  return (adding.payload as { monitor?: Monitor }).monitor
}
