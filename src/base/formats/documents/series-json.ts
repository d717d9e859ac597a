import { withoutUndefined } from './without-undefined'

/**
 * What series.json in a folder says about its series (the layout that Mylar writes, versions 1.0.0 to 1.0.2, and that
 * library servers read). Undefined stands for values that are absent, empty, "None" or out of range.
 */
export interface SeriesJson {
  name?: string
  /** The Comic Vine id, without `4050-`. */
  comicId?: string
  publisher?: string
  imprint?: string
  /** The year in which the series began. */
  year?: number
  volume?: number
  description?: string
  /** `Print`, `One-Shot`, `TPB`, `GN`, `HC`, `Digital` and so on. */
  booktype?: string
  ageRating?: string
  totalIssues?: number
  /** `January 2015 - Present`. */
  publicationRun?: string
  status?: 'continuing' | 'ended'
  imageUrl?: string
  /** For a collected edition: its contents. */
  collects: { series?: string; comicId?: string; issueId?: string; issues?: string }[]
}

/** The document is not a series.json. `message` is a sentence for the user. */
export class SeriesJsonError extends Error {
  override readonly name = 'SeriesJsonError'
}

const MOST_BYTES = 1024 * 1024
const MOST_ISSUES = 100_000

/** Reads a series.json of at most 1 MiB. Numbers may be text, and text may be numbers. Throws SeriesJsonError. */
export function parseSeriesJson(document: Uint8Array | string): SeriesJson {
  const fields = metadata(document)
  const series: SeriesJson = {
    name: text(fields.name),
    comicId: text(fields.comicid)?.replace(/^4050-/, ''),
    publisher: text(fields.publisher),
    imprint: text(fields.imprint),
    year: whole(fields.year, 1800, 9999),
    volume: whole(text(fields.volume)?.replace(/^v(?:ol(?:ume)?)?\.?\s*/i, ''), 0, 9999),
    description: text(fields.description_text) ?? text(fields.description_formatted),
    booktype: text(fields.booktype),
    ageRating: text(fields.age_rating),
    totalIssues: whole(fields.total_issues, 0, MOST_ISSUES),
    publicationRun: text(fields.publication_run),
    status: statusOf(text(fields.status)),
    imageUrl: text(fields.ComicImage) ?? text(fields.comic_image),
    collects: collectsOf(fields.collects),
  }
  return withoutUndefined(series)
}

type Said = Record<string, unknown>

const isRecord = (value: unknown): value is Said => typeof value === 'object' && value !== null && !Array.isArray(value)

function metadata(document: Uint8Array | string): Said {
  if (document.length > MOST_BYTES) throw new SeriesJsonError(`The document is larger than ${MOST_BYTES} bytes.`)
  const source = typeof document === 'string' ? document : new TextDecoder().decode(document)
  const whole = parsed(source.replace(/^\ufeff/, ''))
  // The first version wrapped its one record in a list.
  const entry = isRecord(whole) && Array.isArray(whole.metadata) ? whole.metadata[0] : isRecord(whole) && whole.metadata
  if (isRecord(entry)) return entry
  throw new SeriesJsonError('The document is not a series.json: it has no metadata.')
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (cause) {
    throw new SeriesJsonError('The document is not JSON.', { cause })
  }
}

function text(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  const trimmed = typeof value === 'string' ? value.trim() : ''
  return trimmed === '' || /^(?:none|null|unknown)$/i.test(trimmed) ? undefined : trimmed
}

function whole(value: unknown, least: number, most: number): number | undefined {
  const number = Number(text(value) ?? Number.NaN)
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined
}

function statusOf(text: string | undefined): SeriesJson['status'] {
  if (/^(?:continuing|ongoing)$/i.test(text ?? '')) return 'continuing'
  return /^(?:ended|completed?|cancell?ed)$/i.test(text ?? '') ? 'ended' : undefined
}

function collectsOf(value: unknown): SeriesJson['collects'] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).map((each) =>
    withoutUndefined({
      series: text(each.series),
      comicId: text(each.comicid)?.replace(/^4050-/, ''),
      issueId: text(each.issueid)?.replace(/^4000-/, ''),
      issues: text(each.issues),
    }),
  )
}
