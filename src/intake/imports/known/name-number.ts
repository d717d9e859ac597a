import { basename, join } from 'node:path'
import { sortKey } from '../../../base/names/numbers'
import {
  type CandidateFile,
  type makeFolderReader,
  type ParseContext,
  parseFile,
} from '../../../library/recognition/service'

export interface NumbersInNames {
  from: string
  to: string
}

export type ReadFolder = Awaited<ReturnType<ReturnType<typeof makeFolderReader>>>

/**
 * The numbers in the old and new name of a file, if only the number changed: same series, same unit, one number each.
 */
export function numberInNames(
  was: string,
  { place, name }: CandidateFile,
  folder: ReadFolder,
  reading: ParseContext,
): NumbersInNames | undefined {
  const read = (each: string) =>
    parseFile({ place, name: each, path: join(place.path, each), size: 0, pages: 0 }, folder, reading)
  const [before, after] = [read(basename(was)), read(name)]
  const isAlike =
    before.key === after.key && before.kind === after.kind && before.unit === after.unit && before.end === after.end
  if (!isAlike || before.end !== '' || before.number === '' || after.number === '') return undefined
  return sortKey(before.number) === sortKey(after.number) ? undefined : { from: before.number, to: after.number }
}
