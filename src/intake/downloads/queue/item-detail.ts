import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { findIssue } from '../../../library/series/store'
import { isBlocked } from '../blocklist/store'
import type { DownloadClient } from '../clients/client'
import { itemLabel } from '../journal/item-label'
import { failurePhrase, reasonToken } from '../journal/reasons'
import type { ItemDetail, ItemFiles } from '../schema'
import * as store from '../store'

interface Deps {
  db: Database
  clients: { named(name: string | null): Pick<DownloadClient, 'label'> | undefined }
}

/** One item from the grab to the file. `files`: the outcome of each downloaded file. Throws Refusal 'missing'. */
export function itemDetail({ db: { read }, clients }: Deps, itemId: string, files: ItemFiles): ItemDetail {
  const item = store.findDownload(read, itemId)
  if (!item) throw new Refusal('missing', 'This download no longer exists.')
  const { entity_id, comic_id, reason } = item
  return {
    ...pick(item),
    label: itemLabel(read, item),
    comic_id: comic_id || null,
    issue_id: findIssue(read, entity_id)?.issue_id ?? null,
    issue_ids: store.issuesOfItem(read, itemId),
    client_label: clients.named(item.client)?.label ?? item.client,
    reason_phrase: reason === null ? null : failurePhrase(reasonToken(reason)),
    digest: item.digest,
    blocked: isBlocked(read, item.digest),
    moves: store.logOf(read, itemId).map(({ at, from, to, why }) => ({ at, from, to, why })),
    ...files,
  }
}

function pick(item: store.DownloadItem) {
  const { item_id, release_key, title, indexer, protocol, size, pack, origin, requested_by, client, client_name } = item
  const { info_hash, added, stage, resolution, reason, content_path, held, again_at, grabbed_at, updated_at } = item
  const grab = { item_id, release_key, title, indexer, protocol, size, pack, origin, requested_by, grabbed_at }
  const handed = { client, client_name, info_hash, added, content_path, held }
  return { ...grab, ...handed, stage, resolution, reason, again_at, updated_at }
}
