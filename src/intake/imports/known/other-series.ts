import { basename, dirname } from 'node:path'
import { readName } from '../../../base/names/read-name'
import { matchKey } from '../../../base/names/titles'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle } from '../../../base/storage/database'
import { seriesSourceOf } from '../../../library/metadata/store'
import type { SeriesRow } from '../../../library/series/store'
import { type FileStatement, seriesKeyOf } from './statement'

interface Restated {
  /** The library series of the file. */
  series: SeriesRow
  path: string
  before: FileStatement | undefined
  now: FileStatement
  at: Instant
}

/**
 * Whether a rewritten file names a series that matches neither its series in the library, nor its file name, its folder
 * or its earlier content. It may be a different comic, so the user decides.
 */
export function statesOtherSeries(db: ReadHandle, { series, path, before, now, at }: Restated): boolean {
  const stated = seriesKeyOf(now)
  if (stated === '') return false
  const { comic_id, name, aliases, content_type: kind } = series
  const reading = { kind, year: Number(at.slice(0, 4)) }
  const known = [
    name,
    ...(aliases ?? []),
    seriesSourceOf(db, comic_id, 'file')?.facts.name ?? '',
    before?.series ?? '',
    readName(basename(path), reading).series,
    readName('', { ...reading, folder: [basename(dirname(path))] }).series,
  ]
  const keys = new Set(known.flatMap((each) => [matchKey(each), matchKey(each).replace(ANNUAL, '')]))
  return !keys.has(stated) && !keys.has(stated.replace(ANNUAL, ''))
}

/** Annuals are issues of their series. */
const ANNUAL = /annuals?$/
