import { matchKey } from '../../../base/names/titles'
import { sha256 } from '../../../base/platform/digest'
import type { ReadFacts } from '../tables'

/**
 * The metadata in a file, saved at each reading, so that only changes by other programs are applied and the user's
 * corrections stay.
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
  writer?: string
  /** Shortened SHA-256, as it is only compared. */
  summary?: string
}

export function statementOf({ row, info }: Pick<ReadFacts, 'row' | 'info'>): FileStatement {
  const stated: FileStatement = {
    series: info?.series && plainName(info.series),
    number: info?.number,
    volume: info?.volume,
    publisher: info?.publisher,
    imprint: info?.imprint,
    language: info?.languageISO,
    title: row.title ?? undefined,
    date: row.release_date ?? undefined,
    writer: row.writer ?? undefined,
    summary: row.summary ? sha256(row.summary).slice(0, 16) : undefined,
  }
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined && value !== ''))
}

/** Fields whose value changed; none when the file has no earlier statement. */
export function changedFields(before: FileStatement | undefined, now: FileStatement): Set<keyof FileStatement> {
  if (!before) return new Set()
  const fields = [...Object.keys(before), ...Object.keys(now)] as (keyof FileStatement)[]
  return new Set(fields.filter((field) => before[field] !== now[field]))
}

/** Taggers append the year to the name. */
const plainName = (series: string) => series.replace(/(?<!\s)\s*\((?:19|20)\d\d\)$/, '').trim()

export const seriesKeyOf = ({ series = '' }: FileStatement): string => matchKey(series)
