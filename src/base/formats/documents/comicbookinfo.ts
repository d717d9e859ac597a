import { withoutUndefined } from './without-undefined'

/**
 * What ComicBookInfo 1.0 says: JSON that some taggers write into the comment of an archive. Undefined stands for values
 * that are absent, empty or out of range.
 */
export interface ComicBookInfo {
  series?: string
  title?: string
  publisher?: string
  year?: number
  month?: number
  /** As printed. */
  issue?: string
  issueCount?: number
  volume?: number
  volumeCount?: number
  /** 0 to 5. */
  rating?: number
  genre?: string[]
  /** As written: "English", "en". */
  language?: string
  country?: string
  credits: { name: string; role: string }[]
  tags?: string[]
  comments?: string
}

/** A comment holds at most 64 KB; JSON of another kind is no error, since a comment may hold anything. */
const MOST_LETTERS = 65_536
const KEY = 'ComicBookInfo/1.0'

/** Undefined when the comment is not a ComicBookInfo. */
export function parseComicBookInfo(comment: string | undefined): ComicBookInfo | undefined {
  const text = comment?.trim()
  if (!text?.startsWith('{') || text.length > MOST_LETTERS) return undefined
  const fields = fieldsOf(text)
  if (!fields) return undefined
  return withoutUndefined<ComicBookInfo>({
    series: textOf(fields.series),
    title: textOf(fields.title),
    publisher: textOf(fields.publisher),
    year: whole(fields.publicationYear, 1, 9999),
    month: whole(fields.publicationMonth, 1, 12),
    issue: textOf(fields.issue),
    issueCount: whole(fields.numberOfIssues, 1, 100_000),
    volume: whole(fields.volume, 0, 100_000),
    volumeCount: whole(fields.numberOfVolumes, 1, 100_000),
    rating: ratingOf(fields.rating),
    genre: wordsOf(fields.genre),
    language: textOf(fields.language),
    country: textOf(fields.country),
    credits: creditsOf(fields.credits),
    tags: wordsOf(fields.tags),
    comments: textOf(fields.comments),
  })
}

type Fields = Record<string, unknown>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fieldsOf(text: string): Fields | undefined {
  try {
    const whole: unknown = JSON.parse(text)
    const fields = isRecord(whole) ? whole[KEY] : undefined
    return isRecord(fields) ? fields : undefined
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return (typeof value === 'string' && value.trim()) || undefined
}

function whole(value: unknown, least: number, most: number): number | undefined {
  const number = Number(textOf(value) ?? Number.NaN)
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined
}

function ratingOf(value: unknown): number | undefined {
  const rating = Number(textOf(value) ?? Number.NaN)
  return rating >= 0 && rating <= 5 ? rating : undefined
}

/** A list, or one text with commas. */
function wordsOf(value: unknown): string[] | undefined {
  const parts = Array.isArray(value) ? value.map(textOf) : textOf(value)?.split(',')
  const words = new Set(parts?.flatMap((part) => part?.trim() || []))
  return words.size > 0 ? [...words] : undefined
}

function creditsOf(value: unknown): ComicBookInfo['credits'] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).flatMap(({ person, role }) => {
    const name = textOf(person)
    return name ? [{ name, role: textOf(role) ?? 'Other' }] : []
  })
}
