import { matchKey } from '../../../base/names/titles'
import { sha256 } from '../../../base/platform/digest'
import type { StatedFacts } from '../scan/read-facts'

/**
 * The metadata in a file, saved at each reading, so that only changes by other programs are applied and the user's
 * corrections stay. Long fields are shortened SHA-256, as they are only compared: `issue_sources` has their values.
 */
export interface FileStatement {
  series?: string
  number?: string
  volume?: number
  publisher?: string
  imprint?: string
  language?: string
  title?: string
  date?: string
  age_rating?: string
  summary?: string
  credits?: string
  /** All other fields of the file, in one. */
  details?: string
  // Files of older readings.
  writer?: string
  genres?: string[]
  tags?: string[]
}

export function statementOf({ row, info, details }: StatedFacts): FileStatement {
  const { credits, age_rating, ...others } = details
  const stated: FileStatement = {
    series: info?.series && plainName(info.series),
    number: info?.number,
    volume: info?.volume,
    publisher: info?.publisher,
    imprint: info?.imprint,
    language: info?.languageISO,
    title: row.title ?? undefined,
    date: row.release_date ?? undefined,
    age_rating,
    summary: row.summary ? digestOf(row.summary) : undefined,
    credits: credits && digestOf(JSON.stringify(credits)),
    details: Object.keys(others).length > 0 ? digestOf(JSON.stringify(others)) : undefined,
  }
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined && value !== ''))
}

const digestOf = (text: string) => sha256(text).slice(0, 16)

/** Fields whose value changed; none when the file has no earlier statement. */
export function changedFields(before: FileStatement | undefined, now: FileStatement): Set<keyof FileStatement> {
  if (!before) return new Set()
  const fields = [...Object.keys(before), ...Object.keys(now)] as (keyof FileStatement)[]
  return new Set(fields.filter((field) => before[field] !== now[field]))
}

/** Taggers append the year to the name. */
const plainName = (series: string) => series.replace(/(?<!\s)\s*\((?:19|20)\d\d\)$/, '').trim()

export const seriesKeyOf = ({ series = '' }: FileStatement): string => matchKey(series)
