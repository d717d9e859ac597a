import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { between, plus } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import { urn } from './atom'
import type { Audience } from './audience'
import type { Book } from './store'
import { absolute, pagePath } from './v2-addresses'

/** Reading progress in the forms of apps: OPDS Progression 1.0, and the older Readium locator. */

/** The reading position of an issue. */
export interface ProgressionPosition {
  book: Book
  /** Counted from 0. */
  page: number
  /** From 0 to 1. */
  share: number
  read_at: Instant
  device: { id: string | null; name: string | null }
}

/** Progress that an app sent. */
export interface ProgressionUpdate {
  at: Instant
  /** Counted from 0: the named page, or the page at the share. */
  page: number
  device?: { id: string; name: string }
}

type ProgressionReader = (body: unknown, book: Book) => ProgressionUpdate

const Word = Type.String({ minLength: 1, maxLength: 255 })
const Device = Type.Object({ id: Word, name: Word })
const Share = Type.Number({ minimum: 0, maximum: 1 })
const Modified = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:[Zz]|[+-]\\d{2}:\\d{2})$',
})
const Progression = Type.Object({
  modified: Modified,
  device: Device,
  progression: Share,
  references: Type.Optional(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 50 })),
})
const Located = Type.Object({
  modified: Modified,
  device: Type.Optional(Device),
  locator: Type.Object({
    href: Type.Optional(Type.String({ maxLength: 2000 })),
    locations: Type.Optional(
      Type.Object({
        // The schema requires a number, but some apps send text.
        position: Type.Optional(
          Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9]\\d{0,8}$' })]),
        ),
        totalProgression: Type.Optional(Share),
      }),
    ),
  }),
})

/** Throws Refusal 'invalid' when the body is not a valid OPDS Progression 1.0 document. */
export const readProgression: ProgressionReader = (body, book) => {
  if (!Value.Check(Progression, body)) throw new Refusal('invalid', 'The body is not an OPDS Progression 1.0 document.')
  const named = body.references?.map((reference) => pageNamed(reference, book)).find((page) => page !== undefined)
  return {
    at: instant(body.modified),
    page: within(named ?? pageAt(body.progression, book), book),
    device: body.device,
  }
}

/** Throws Refusal 'invalid' when the body is not a valid locator of a Readium publication. */
export const readLocator: ProgressionReader = (body, book) => {
  if (!Value.Check(Located, body)) throw new Refusal('invalid', 'The body is not a progression with a Readium locator.')
  const { modified, device, locator } = body
  const { position, totalProgression } = locator.locations ?? {}
  const counted = position === undefined ? undefined : Number(position) - 1
  const reached = totalProgression === undefined ? undefined : pageAt(totalProgression, book)
  const page = counted ?? pageNamed(locator.href ?? '', book) ?? reached
  if (page === undefined) throw new Refusal('invalid', 'The locator names neither a position nor a page.')
  return { at: instant(modified), page: within(page, book), ...(device ? { device } : {}) }
}

export function progressionJson(place: ProgressionPosition, audience: Audience) {
  const { book, page, share, read_at } = place
  return {
    title: `Page ${page + 1} of ${book.file.page_count}`,
    modified: read_at,
    device: deviceJson(place),
    progression: share,
    references: [absolute(audience, pagePath(book, page))],
  }
}

export function locatorJson(place: ProgressionPosition, audience: Audience) {
  const { book, page, share, read_at } = place
  return {
    modified: read_at,
    device: deviceJson(place),
    locator: {
      title: `Page ${page + 1}`,
      href: absolute(audience, pagePath(book, page)),
      type: 'image/jpeg',
      locations: { position: page + 1, progression: 0, totalProgression: share },
    },
  }
}

/** Ids must be URIs; an id that an app sent is returned unchanged. */
function deviceJson({ device: { id, name } }: ProgressionPosition) {
  const isUri = id !== null && /^[a-z][a-z\d+.-]*:./i.test(id) && URL.canParse(id)
  return { id: isUri ? id : urn(`device ${id ?? ''}`), name: name ?? 'Panelkeep' }
}

/** Inverse of the share that is sent: half of ten pages is the fifth page. */
const pageAt = (share: number, { file }: Book) => Math.round(share * file.page_count) - 1

const within = (page: number, { file }: Book) => Math.max(0, Math.min(page, file.page_count - 1))

/** The page in one of our own addresses, or in a PDF. */
function pageNamed(reference: string, { issue }: Book): number | undefined {
  const ofPdf = /^#page=([1-9]\d{0,8})$/.exec(reference)?.[1]
  if (ofPdf) return Number(ofPdf) - 1
  if (!URL.canParse(reference, 'http://here')) return undefined
  const { pathname, searchParams } = new URL(reference, 'http://here')
  const page = searchParams.get('page') ?? ''
  const isHere = pathname.endsWith(`/opds/stream/${encodeURIComponent(issue.issue_id)}`)
  return isHere && /^\d{1,9}$/.test(page) ? Number(page) : undefined
}

function instant(modified: string): Instant {
  if (Number.isNaN(between(modified, modified))) throw new Refusal('invalid', `${modified} is not a valid time.`)
  return plus(modified, 0)
}
