import { Elysia, t } from 'elysia'
import { FORMATS } from '../../base/formats/formats'
import { ComicParams, Id, IssueParams, RawReply } from '../../base/http/wire'
import type { Files } from '../../base/platform/ports'
import { fileReply } from './file-reply'
import type { Pages } from './pages'
import { wholeReply } from './whole-reply'
import type { WholeSeries } from './whole-series'

interface Deps {
  pages: Pages
  files: Pick<Files, 'blob'>
  whole: WholeSeries
  /** Large files take long, and a slow disk sends nothing while it reads the next one. */
  keepOpen: (request: Request) => void
}

const File = RawReply(
  Object.values(FORMATS).map(({ mediaType }) => mediaType),
  { ranges: true },
)
const Whole = RawReply(['application/zip'], { ranges: true })

/** Downloads of an issue or a whole series. */
export const downloadRoutes = ({ pages, files, whole, keepOpen }: Deps) =>
  new Elysia({ tags: ['reading'] })
    .get(
      '/api/reading/issues/:issue_id/file',
      async ({ request, params, query }) => {
        const source = await pages.source(params.issue_id, query.file_id)
        return fileReply(request, source, files, FORMATS[source.file.format].mediaType)
      },
      // For an issue with several files the best one, unless the request names another.
      { params: IssueParams, query: t.Object({ file_id: t.Optional(Id) }), response: File },
    )
    .get(
      '/api/reading/series/:comic_id/download',
      async ({ request, params }) => {
        keepOpen(request)
        return wholeReply(request, await whole.of(params.comic_id))
      },
      { params: ComicParams, response: Whole },
    )
