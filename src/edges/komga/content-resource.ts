import { FORMATS } from '../../base/formats/formats'
import type { ImageType } from '../../base/formats/images/images'
import type { RequestSite } from '../../base/http/origin'
import { sha256 } from '../../base/platform/digest'
import type { Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Covers } from '../../library/reading/covers'
import { fileReply } from '../../library/reading/file-reply'
import type { PageSizes } from '../../library/reading/page-sizes'
import type { Pages } from '../../library/reading/pages'
import { type PictureOffer, pictureReply } from '../../library/reading/pictures'
import type { Books } from './books'
import { manifestJson } from './manifest'
import { type AppRequest, type AppRoute, PRIVATE, route } from './replies'
import { thumbnail } from './thumbnail'
import { bookJson, pageEntryJson } from './wire'

interface Deps {
  books: Books
  pages: Pages
  sizes: PageSizes
  covers: Covers
  files: Files
  siteFor: (request: Request) => RequestSite
  keepOpen: (request: Request) => void
  /** Called for each issue whose file was sent. */
  onFileSent: (issueId: string) => void
}

const ALL_TYPES: readonly ImageType[] = ['jpeg', 'png', 'gif', 'webp', 'avif', 'bmp', 'jxl', 'tiff']
const THUMBNAIL = { type: 'jpeg', width: 300 } as const

/** Pages, covers and files of books. */
export function contentRoutes(deps: Deps): AppRoute[] {
  const { books, pages, sizes, covers, files, keepOpen, onFileSent } = deps
  const idOf = ({ params }: AppRequest) => books.one(params.issue_id!).issue.issue_id
  const entries = async (issueId: string) => {
    const { pages: found } = await pages.openIssue(issueId)
    const measured = await sizes.of(issueId)
    return found.map((page, at) => pageEntryJson(page, measured[at] ?? undefined, at))
  }
  const picture = async (request: AppRequest, negotiated: boolean) => {
    const { issue, file } = books.one(request.params.issue_id!)
    const index = pageIndex(request, file.page_count)
    const offer = await offered(deps, issue.issue_id, index, request, negotiated)
    const reply = await pictureReply(request.request, offer, { 'Content-Disposition': 'inline' })
    reply.headers.set('Cache-Control', PRIVATE)
    return reply
  }
  const file = async (request: AppRequest) => {
    const issueId = idOf(request)
    keepOpen(request.request)
    const source = await pages.source(issueId)
    const reply = fileReply(request.request, source, files, FORMATS[source.file.format].mediaType)
    onFileSent(issueId)
    return reply
  }
  return [
    route('GET', '/api/v1/books/:issue_id/thumbnail', (request) =>
      thumbnail(request.request, covers.ofIssue(idOf(request), THUMBNAIL)),
    ),
    route('GET', '/api/v1/books/:issue_id/pages', (request) => entries(idOf(request))),
    route('GET', '/api/v1/books/:issue_id/pages/:page', (request) => picture(request, true)),
    route('GET', '/api/v1/books/:issue_id/pages/:page/raw', (request) => picture(request, false)),
    route('GET', '/api/v1/books/:issue_id/pages/:page/thumbnail', async (request) => {
      const { issue, file } = books.one(request.params.issue_id!)
      const index = pageIndex(request, file.page_count)
      return thumbnail(request.request, await pages.page(issue.issue_id, index, { jpeg: true, width: 300 }))
    }),
    route('GET', '/api/v1/books/:issue_id/file', file),
    route('GET', '/api/v1/books/:issue_id/file/:filename', file),
    route('GET', '/api/v1/books/:issue_id/manifest', async (request) => {
      const book = books.one(request.params.issue_id!)
      const { origin, root } = deps.siteFor(request.request)
      const at = `${origin}${root}/komga/api/v1/books/${encodeURIComponent(book.issue.issue_id)}`
      const body = manifestJson(bookJson(book), book, await entries(book.issue.issue_id), at)
      const headers = { 'Content-Type': 'application/divina+json', 'Cache-Control': PRIVATE }
      return new Response(JSON.stringify(body), { headers })
    }),
  ]
}

/** Pages count from 1, and from 0 when the app asks so. Throws Refusal 'invalid' for a page that is not there. */
function pageIndex({ params, query }: AppRequest, pageCount: number): number {
  const number = /^\d{1,9}$/.test(params.page!) ? Number(params.page) : Number.NaN
  const index = query.flag('zero_based') ? number : number - 1
  if (index >= 0 && index < pageCount) return index
  throw new Refusal('invalid', 'Page number does not exist.')
}

/** The page as it is, unless the app asks for another type or does not accept this one. */
async function offered(
  { pages }: Deps,
  issueId: string,
  index: number,
  { request, query }: AppRequest,
  negotiated: boolean,
): Promise<PictureOffer> {
  const convert = query.text('convert')?.toLowerCase()
  if (convert !== undefined && convert !== 'jpeg' && convert !== 'png')
    throw new Refusal('invalid', 'convert has to be jpeg or png.')
  if (convert !== undefined) return pages.page(issueId, index, convert === 'png' ? { png: true } : { jpeg: true })
  const original = await pages.page(issueId, index, { shows: ALL_TYPES })
  const accepted = negotiated ? acceptedTypes(request) : undefined
  if (accepted === undefined) return original
  const make = async () => {
    const picture = await original.make()
    if (accepted.includes(picture.type)) return picture
    return (await pages.page(issueId, index, { jpeg: true })).make()
  }
  return { etag: `"${sha256(`${original.etag} ${accepted.join()}`).slice(0, 32)}"`, lasting: false, make }
}

/** Undefined when every picture is accepted: by `image/*`, and by a client that names none. */
function acceptedTypes(request: Request): string[] | undefined {
  const types = (request.headers.get('accept') ?? '*/*')
    .toLowerCase()
    .split(',')
    .map((type) => type.split(';')[0]!.trim())
  const pictures = types
    .filter((type) => type.startsWith('image/'))
    .map((type) => type.replace('image/jpg', 'image/jpeg'))
  return pictures.length === 0 || types.includes('*/*') || types.includes('image/*') ? undefined : pictures
}
