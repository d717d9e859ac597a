import { unlessUnknown } from '../../../base/formats/documents/xml-lenient'
import { nextTurn } from '../../../base/platform/event-loop'
import type { ParsedFile } from '../../../library/recognition/service'
import type { SidecarInspection } from '../known/known-files'
import type { ReadFolder } from '../known/name-number'
import type { SidecarStatement } from '../known/sidecars'

const FILES_A_TURN = 5000

/** The metadata in series.json and cvinfo beside the files, each with the series of the library that it describes. */
export async function sidecarInspections(
  parsedFiles: readonly ParsedFile[],
  folderOf: (place: ParsedFile['place']) => Promise<ReadFolder>,
): Promise<SidecarInspection[]> {
  const beside = new Map<string, ParsedFile[]>()
  for (const [at, file] of parsedFiles.entries()) {
    const path = file.place.beside?.seriesJson ?? file.place.beside?.cvinfo
    if (path !== undefined) beside.getOrInsertComputed(path, () => []).push(file)
    if (at % FILES_A_TURN === 0) await nextTurn()
  }
  const sights: SidecarInspection[] = []
  for (const [path, files] of beside) {
    const stated = statementOf(await folderOf(files[0]!.place))
    const comics = new Set(files.flatMap(({ libraryIssue }) => libraryIssue?.comic_id ?? []))
    const [only, ...others] = comics
    sights.push({ path, stated, comic_id: others.length === 0 ? only : undefined })
  }
  return sights
}

function statementOf({ json, series, year, ordinal, volumeId }: ReadFolder): SidecarStatement {
  const isPrint = /^print$/i.test(json?.booktype ?? '')
  const stated: SidecarStatement = json
    ? {
        name: json.name && series,
        year,
        volume: ordinal,
        publisher: json.publisher,
        imprint: json.imprint,
        description: json.description?.slice(0, 10_000),
        book_type: isPrint ? undefined : json.booktype?.slice(0, 100),
        age_rating: unlessUnknown(json.ageRating)?.slice(0, 100),
        total: json.totalIssues,
        volume_id: volumeId,
      }
    : { volume_id: volumeId }
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined))
}
