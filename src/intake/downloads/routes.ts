import { Elysia } from 'elysia'
import { SuccessReply, UncheckedReply } from '../../base/http/wire'
import type { BlockedReleases } from './blocklist/blocked-releases'
import type { DownloadHistory } from './history/history'
import type { ItemControls } from './queue/control'
import type { DownloadQueue } from './queue/queue'
import * as schema from './schema'

interface Deps {
  queue: DownloadQueue
  history: DownloadHistory
  blocked: BlockedReleases
  controls: ItemControls
  detail: (itemId: string, files: schema.ItemFiles) => schema.ItemDetail
  /** The outcome of each file of a download. */
  filesOf: (itemId: string) => schema.ItemFiles
}

/** The queue, the history and the blocklist. */
export const queueRoutes = ({ queue, history, blocked, controls, detail, filesOf }: Deps) =>
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
    .post('/api/downloads/items/:item_id/control', ({ params, body }) => controls.change(params.item_id, body.change), {
      params: schema.ItemParams,
      body: schema.ControlBody,
      response: SuccessReply,
    })
    .post('/api/downloads/items/:item_id/remove', ({ params, body }) => controls.remove(params.item_id, body), {
      params: schema.ItemParams,
      body: schema.RemoveBody,
      response: SuccessReply,
    })
    .get('/api/downloads/blocklist', ({ query }) => blocked.list(query), {
      query: schema.BlocklistQuery,
      response: schema.Blocklist,
    })
    .delete('/api/downloads/blocklist/:digest', ({ params }) => blocked.unblock(params.digest), {
      params: schema.DigestParams,
      response: SuccessReply,
    })
