import type { ClientItem } from '../clients/client'
import type { DownloadItem } from '../store'

type Owned = Pick<DownloadItem, 'added' | 'client_name' | 'client_instance' | 'protocol' | 'grabbed_at'>

/**
 * Whether Panelkeep added the client's item with the id of this download. Torrents of earlier versions have no record
 * of that: they count as ours if they have our category and were added after the grab.
 */
export function isOurs(item: Owned, seen: ClientItem, category: string): boolean {
  if (!isSameItem(item, seen)) return false
  if (item.added !== null) return item.added
  if (item.protocol !== 'torrent') return true
  const isAfter = seen.added_at !== undefined && seen.added_at.slice(0, SECONDS) >= item.grabbed_at.slice(0, SECONDS)
  return category !== '' && seen.category?.toLowerCase() === category.toLowerCase() && isAfter
}

/** False when the client has reused the id for another item since it was last seen. */
function isSameItem(
  { client_name, client_instance }: Pick<DownloadItem, 'client_name' | 'client_instance'>,
  { name, instance }: Pick<ClientItem, 'name' | 'instance'>,
): boolean {
  if (name !== undefined && name !== client_name) return false
  return client_instance === null || instance === undefined || instance === client_instance
}

/** Clients report whole seconds: `2015-05-06T12:30:00`. */
const SECONDS = 19
