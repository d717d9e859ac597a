import { type Shelved, splitBooks } from './books'
import { applyTwins } from './copies'
import { nameEditions } from './editions'
import { splitLanguages } from './languages'
import type { LibraryView } from './match'
import { applyNeighbours } from './neighbours'
import type { ParsedFile } from './parsed-file'
import { separateAnnualFolders, separateVolumes } from './restarts'
import type { LibrarySeries } from './runs'

/** Files of one name, edition and language, which are then divided into runs. */
export interface Family {
  key: string
  /** Only when the name has files in several languages. */
  language?: string
  /** The type of the books, when they are separate from the issues. */
  books?: string
  files: ParsedFile[]
  /** The library's series that the files may belong to. */
  series: LibrarySeries[]
  /** The library's series for other editions or languages of the name. */
  foreign: ReadonlySet<string>
}

/** Groups files by name, folder by folder; in steps, so that other work can run between. */
export function* collectFamilies(
  parsedFiles: Iterable<ParsedFile>,
  library: LibraryView,
): Generator<undefined, Family[]> {
  const folders = Map.groupBy(parsedFiles, (parsed) => parsed.place.path)
  for (const folder of folders.values()) {
    applyNeighbours(folder)
    yield
  }
  yield* applyTwins(folders.values())
  const named = new Map<string, ParsedFile[]>()
  for (const folder of folders.values()) {
    for (const parsed of folder) {
      const same = named.get(parsed.key)
      if (same) same.push(parsed)
      else named.set(parsed.key, [parsed])
    }
    yield
  }
  // One edition may have the name that is another's spelling.
  const families = new Map<string, Family[]>()
  for (const files of named.values()) {
    const parts = splitBooks(files).flatMap(partsOf)
    for (const part of parts) {
      const foreign = foreignSeries(part, parts)
      const known = families.get(part.key) ?? []
      families.set(part.key, known)
      const same = known.find(({ language, books }) => language === part.language && books === part.books)
      if (same) same.files.push(...part.files)
      else known.push({ ...part, foreign, series: [] })
    }
    yield
  }
  const found = [...families.values()].flat()
  for (const family of found) family.series = seriesOf(family, library)
  return found
}

type Part = Omit<Family, 'series' | 'foreign'>

function partsOf({ books, files }: Shelved): Part[] {
  nameEditions(files)
  separateVolumes(files)
  separateAnnualFolders(files)
  return [...Map.groupBy(files, ({ key }) => key)].flatMap(([key, same]) =>
    splitLanguages(same).map((translation) => ({ key, books, ...translation })),
  )
}

const seriesIdsOf = (files: readonly ParsedFile[]) =>
  new Set(files.flatMap(({ libraryIssue }) => (libraryIssue ? [libraryIssue.comic_id] : [])))

function foreignSeries(own: { files: ParsedFile[] }, parts: readonly { files: ParsedFile[] }[]): Set<string> {
  const others = parts.filter((part) => part !== own).flatMap(({ files }) => [...seriesIdsOf(files)])
  return new Set(others).difference(seriesIdsOf(own.files))
}

function seriesOf({ key, files, foreign, ...family }: Family, library: LibraryView): LibrarySeries[] {
  const language = family.language ?? languageSaid(files)
  const isOther = (series: LibrarySeries) =>
    language !== undefined && Boolean(series.language) && !series.language!.startsWith(language)
  const named = library.named(key).filter((series) => !foreign.has(series.comic_id) && !isOther(series))
  const found = new Map(named.map((series) => [series.comic_id, series]))
  for (const id of seriesIdsOf(files)) {
    const series = library.find(id)
    if (series) found.set(id, series)
  }
  return [...found.values()]
}

/** The language that the names or folders of all files state. */
function languageSaid(files: readonly ParsedFile[]): string | undefined {
  const [first] = files
  const isSaid = files.every(({ isLanguageNamed, language }) => isLanguageNamed && language === first?.language)
  return isSaid ? first?.language.split('-')[0] : undefined
}
