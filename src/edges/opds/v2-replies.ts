import type { Device } from '../../base/auth/devices'
import { refusalStatus, reply } from '../../base/http/errors'
import { nextTurn } from '../../base/platform/event-loop'
import { Refusal } from '../../base/refusal'
import { feedPagePath, ROOT } from './addresses'
import type { Audience } from './audience'
import { documentReply, pageReply } from './document-reply'
import type { PageDates } from './page-dates'
import type { Feed, PublicationRecord, SeriesBundle } from './records'
import type { Book } from './store'
import { manifestPath, manifestType, V2_TYPE, v2Path } from './v2-addresses'
import type { CatalogV2 } from './v2-catalog'
import type { Progression } from './v2-progression'
import type { ProgressionPosition, ProgressionUpdate } from './v2-progression-documents'
import { bundleJson } from './v2-publication'

interface Writing {
  v2: CatalogV2
  audience: Audience
  dates: PageDates
}

/** True only for apps that accept nothing but JSON: some prefer JSON but can stream pages only in Atom. */
export function takesJsonAlone(request: Request): boolean {
  const kinds = (request.headers.get('accept') ?? '').split(',').map((kind) => kind.split(';')[0]!.trim().toLowerCase())
  const takesAtom = kinds.some((kind) => ['application/atom+xml', 'application/*', '*/*'].includes(kind))
  return kinds.includes(V2_TYPE) && !takesAtom
}

export async function rootReply(request: Request, writing: Writing): Promise<Response> {
  const feed = writing.v2.root()
  // The lists of the groups take as long as the feed.
  await nextTurn()
  return v2FeedReply(request, feed, writing, writing.v2.groups())
}

/** `groups` are shown besides the navigation of the root. */
export function v2FeedReply(request: Request, feed: Feed, { v2, audience, dates }: Writing, groups: Feed[] = []) {
  const address = addressOf(audience, v2Path(feedPagePath(feed.path, feed.paging?.index ?? 0)))
  const body = JSON.stringify(v2.feed(feed, groups, audience))
  const vary = feed.path === ROOT ? 'Accept' : undefined
  return pageReply(request, { body, type: V2_TYPE, address, updated: feed.updated, vary }, dates)
}

/**
 * The address of the page for this app. The page contains absolute addresses, so it differs for each name of this
 * machine.
 */
const addressOf = ({ origin, root, comics }: Audience, path: string) => `${origin}${root}${path} ${comics}`

/** A document that changes without the issue, since page sizes become known during reading. */
export async function manifestReply(
  request: Request,
  publication: PublicationRecord,
  { v2, audience, dates }: Writing,
) {
  const body = JSON.stringify(await v2.manifest(publication, audience))
  const address = addressOf(audience, manifestPath(publication.book.issue.issue_id))
  return pageReply(request, { body, type: manifestType(publication), address, updated: publication.updated }, dates)
}

export function seriesBundleReply(request: Request, bundle: SeriesBundle, audience: Audience): Response {
  const body = JSON.stringify(bundleJson(bundle, audience))
  return documentReply(request, { body, type: 'application/opds-publication+json', updated: bundle.updated })
}

/** A document format for progress. */
export interface ProgressFormat {
  type: string
  read(body: unknown, book: Book): ProgressionUpdate
  write(place: ProgressionPosition, audience: Audience): object
  /** The status for an unread issue. */
  unread: 200 | 204
}

export function placeReply(
  request: Request,
  place: ProgressionPosition | undefined,
  form: ProgressFormat,
  audience: Audience,
): Response {
  const { type, unread } = form
  if (!place) {
    const headers = { 'Content-Type': type, 'Cache-Control': 'no-store' }
    return new Response(unread === 204 ? null : '', { status: unread, headers })
  }
  const body = JSON.stringify(form.write(place, audience))
  return documentReply(request, { body, type, updated: place.read_at })
}

interface Put {
  progression: Progression
  issueId: string
  form: ProgressFormat
  device: Device | undefined
  audience: Audience
}

/** Refusals in the form that the OPDS Progression draft requires (problem details, RFC 9457). */
export async function putReply(bodyText: () => Promise<string>, { progression, issueId, form, device, audience }: Put) {
  try {
    const body = parsed(await bodyText())
    const { place, isFirst } = progression.put(issueId, (book) => form.read(body, book), device)
    const headers = { 'Content-Type': form.type, 'Cache-Control': 'no-store' }
    return new Response(JSON.stringify(form.write(place, audience)), { status: isFirst ? 201 : 200, headers })
  } catch (error) {
    const type = error instanceof Refusal && PROBLEMS[error.kind]
    if (!type) throw error
    const { kind, detail } = error
    return reply(
      refusalStatus(kind),
      { type, title: TITLES[kind], detail },
      { 'Content-Type': 'application/problem+json' },
    )
  }
}

const PROBLEMS: Partial<Record<Refusal['kind'], string>> = {
  invalid: 'https://registry.opds.io/error#progression-invalid-payload',
  conflict: 'https://registry.opds.io/error#progression-date',
}
const TITLES: Partial<Record<Refusal['kind'], string>> = {
  invalid: 'The request has no reading position.',
  conflict: 'A newer place is known.',
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid', 'The body is not valid JSON.')
  }
}
