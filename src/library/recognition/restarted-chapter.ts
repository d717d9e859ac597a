import { basename } from 'node:path'
import { normalNumber, readNumber, sameNumber } from '../../base/names/numbers'
import { readName } from '../../base/names/read-name'
import type { ReadHandle } from '../../base/storage/database'
import { fileOf } from '../series/file-store'
import { issuesOf } from '../series/store'
import type { NumberOfFile } from './numbering'
import type { ParsedFile } from './parsed-file'
import { restartedNumber } from './restarts'
import { numberKey } from './runs'

type Issue = ReturnType<typeof issuesOf>[number]

/**
 * The number of a chapter with a stated volume, in a series of the library: chapter 1 of volume 2 differs from the
 * library's chapter 1 in volume 1. Where numbers continue across volumes, the last chapter of a volume may be counted
 * to the next one.
 */
export function chapterInLibrary(
  db: ReadHandle,
  comicId: string,
  { inVolume }: Pick<ParsedFile, 'inVolume'>,
  numbering: NumberOfFile,
): NumberOfFile {
  if (inVolume === '' || numbering.unit !== 'chapter' || numbering.kind !== 'issue') return numbering
  const volume = normalNumber(inVolume)
  const number = numbering.end === '' ? numbering.number : `${numbering.number}-${numbering.end}`
  const restarted = { ...numbering, number: restartedNumber('V', volume, number), end: '' }
  const issues = issuesOf(db, comicId)
  const find = (wanted: NumberOfFile) => issues.find((issue) => numberKey(issue) === numberKey(wanted))
  if (find(restarted)) return restarted
  const there = find(numbering)
  const kept = there && volumeOf(db, there)
  if (!there || kept === undefined || sameNumber(kept, volume)) return numbering
  return issues.some((issue) => isAfter(issue, there) && volumeOf(db, issue) === kept) ? restarted : numbering
}

const isAfter = (one: Issue, other: Issue) =>
  one.unit === other.unit && one.sort_key > other.sort_key && readNumber(one.number) !== null

/** From the provider, or the name of the issue's file. */
function volumeOf(db: ReadHandle, { volume_number, issue_id }: Issue): string | undefined {
  if (volume_number) return normalNumber(volume_number)
  const path = fileOf(db, issue_id)?.path
  const volume = path && readName(basename(path), { kind: 'manga', year: YEAR }).volume
  return volume ? normalNumber(volume) : undefined
}

/** A volume does not depend on the years. */
const YEAR = 2026
