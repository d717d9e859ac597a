import { Elysia } from 'elysia'
import { SuccessReply, UncheckedReply } from '../http/wire'
import type { BlockedReleases } from './blocklist/blocked-releases'
import type { DownloadHistory } from './history/history'
import type { DownloadQueue } from './queue/queue'
import * as schema from './schema'

interface Deps {
  queue: DownloadQueue
  history: DownloadHistory
  blocked: BlockedReleases
  detail: (itemId: string, files: schema.ItemFiles) => schema.ItemDetail
  /** What became of the files of a download. */
  filesOf: (itemId: string) => schema.ItemFiles
}

/** What is on its way, what came of it, and what is not taken again. */
export const queueRoutes = ({ queue, history, blocked, detail, filesOf }: Deps) =>
  new Elysia({ tags: ['downloads'] })
    .get('/api/downloads/queue', ({ query }) => queue.list(query), {
      query: schema.QueueQuery,
      response: UncheckedReply(schema.Queue),
    })
    .get('/api/downloads/history', ({ query }) => history.list(query), {
      query: schema.HistoryQuery,
      response: UncheckedReply(schema.History),
    })
    .delete('/api/downloads/history', ({ query }) => history.clear(query.status), {
      query: schema.ClearQuery,
      response: SuccessReply,
    })
    .get('/api/downloads/items/:item_id', ({ params }) => detail(params.item_id, filesOf(params.item_id)), {
      params: schema.ItemParams,
      response: schema.ItemDetail,
    })
    .get('/api/downloads/blocklist', ({ query }) => blocked.list(query), {
      query: schema.BlocklistQuery,
      response: schema.Blocklist,
    })
    .delete('/api/downloads/blocklist/:digest', ({ params }) => blocked.unblock(params.digest), {
      params: schema.DigestParams,
      response: SuccessReply,
    })
