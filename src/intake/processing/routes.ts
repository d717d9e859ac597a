import { Elysia, t } from 'elysia'
import { IssueParams } from '../../base/http/wire'
import type { Files } from '../../base/platform/ports'
import { legacy, Refusal } from '../../base/refusal'
import { fileReply } from '../../library/reading/file-reply'
import type { Pages } from '../../library/reading/pages'
import type { FileSource } from '../../library/reading/source'
import { NO_ONE_OFFS } from '../downloads/states'
import type { ImportOffers } from './offers'
import type { ProcessRequests } from './requests'
import {
  IssueProcessBody,
  IssueProcessReply,
  isYes,
  OfferParams,
  OfferReply,
  ProcessBody,
  ProcessReply,
  textId,
} from './schema'

interface Deps {
  requests: ProcessRequests
  offers: ImportOffers
  pages: Pick<Pages, 'source'>
  files: Pick<Files, 'blob'>
  /** The reply may wait as long as the disk needs. */
  keepOpen: (request: Request) => void
}

/** 404 for a file that is gone from the disk, as for a file that never existed. */
async function sourceIn(pages: Deps['pages'], issueId: string): Promise<FileSource> {
  try {
    return await pages.source(issueId)
  } catch (error) {
    throw error instanceof Refusal && error.kind === 'gone' ? legacy('missing', error.detail) : error
  }
}

const Answer = t.Unsafe<Response>(t.Any())

/** Imports completed downloads on request, and serves the imported files. */
export const processingRoutes = ({ requests, offers, pages, files, keepOpen }: Deps) =>
  new Elysia({ tags: ['downloads'] })
    .post(
      '/api/downloads/process',
      ({ request, body: { nzb_name, nzb_folder, failed, issueid, comicid, ...rest } }) => {
        keepOpen(request)
        const ids = { issueid: textId(issueid), comicid: textId(comicid) }
        if (isYes('oneoff', rest.oneoff)) throw legacy('invalid', NO_ONE_OFFS)
        const waits = (textId(rest.apc_version) ?? textId(rest.comicrn_version)) !== undefined
        const flags = { failed: isYes('failed', failed), direct: isYes('ddl', rest.ddl), waits }
        return requests.process({ nzb_name, nzb_folder, ...ids, ...flags })
      },
      { body: ProcessBody, response: ProcessReply },
    )
    .post(
      '/api/downloads/process/issue',
      ({ request, body: { comicid, folder, issueid } }) => {
        keepOpen(request)
        return requests.issue({ comicid: textId(comicid), folder, issueid: textId(issueid) })
      },
      { body: IssueProcessBody, response: IssueProcessReply },
    )
    .post(
      '/api/downloads/items/:item_id/offers/:placement_id',
      ({ params }) => offers.accept(params.item_id, params.placement_id),
      { params: OfferParams, response: OfferReply },
    )
    .get(
      '/api/downloads/file/:issue_id',
      async ({ request, params }) =>
        fileReply(request, await sourceIn(pages, params.issue_id), files, 'application/octet-stream'),
      { params: IssueParams, response: Answer },
    )
