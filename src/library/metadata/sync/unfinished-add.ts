import type { ProviderName } from '../../../base/providers/descriptors'
import type { ReadHandle } from '../../../base/storage/database'
import { latestOperation } from '../../../base/work/store'
import { ADD } from '../add/series-adder'
import * as store from '../store'
import { refId } from '../wire-ids'
import type { Monitor } from './monitoring'

/**
 * The monitoring choice of an add that failed before the issues loaded: it applies to the refresh that loads them.
 * Undefined when the add was complete.
 */
export function unfinishedAddChoice(db: ReadHandle, comicId: string, provider: ProviderName): Monitor | undefined {
  const provider_id = store.seriesSourceOf(db, comicId, provider)?.provider_id
  if (!provider_id) return undefined
  const adding = latestOperation(db, ADD, refId({ provider, provider_id }))
  if (adding?.state !== 'failed') return undefined
  return (adding.payload as { monitor?: Monitor }).monitor
}
