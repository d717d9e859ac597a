import { matchKey } from '../../../base/names/titles'
import { sha256 } from '../../../base/platform/digest'
import type { FileDetails } from '../../../library/recognition/service'
import type { StatedFacts } from '../scan/read-facts'

/**
 * The metadata in a file, saved at each reading, so that only changes by other programs are applied and the user's
 * corrections stay.
 */
export interface FileStatement extends FileDetails {
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

export function statementOf({ row, info, details }: StatedFacts): FileStatement {
  const stated: FileStatement = {
    ...details,
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
  return new Set(fields.filter((field) => differsIn(field, before, now)))
}

/** Lists are compared by their words. */
export const differsIn = (field: keyof FileStatement, before: FileStatement, now: FileStatement): boolean =>
  JSON.stringify(before[field]) !== JSON.stringify(now[field])

/** Taggers append the year to the name. */
const plainName = (series: string) => series.replace(/(?<!\s)\s*\((?:19|20)\d\d\)$/, '').trim()

export const seriesKeyOf = ({ series = '' }: FileStatement): string => matchKey(series)
