import { basename, dirname } from 'node:path'
import { mapYielding } from '../../base/platform/event-loop'
import { type FileInspection, type Identification, identifyFiles } from '../../library/recognition/service'
import type { ContentType } from '../../library/series/states'
import { insideOf, nameToParse, shownPath } from './downloaded-file'
import type { Comparison } from './evidence/compared-issue'
import { FileComparer } from './evidence/comparer'
import { type ExpectedIssues, type FileIdentity, fileIdentityOf } from './identity'
import type { Placement } from './store'

export interface InspectedPlacement {
  row: Placement
  inspection: FileInspection
  /** The name to use in place of the file's own. */
  name?: string
}

interface Library extends Comparison {
  /** Content type of a file without any sign of comic or manga. */
  usual: ContentType
}

/**
 * Identifies the issues in each file, from what the download was for, its ComicInfo, its name and its neighbours, among
 * the series of the library. `files`: how many files the whole download has.
 */
export async function identify(
  seen: readonly InspectedPlacement[],
  files: number,
  expected: ExpectedIssues,
  library: Library,
): Promise<Map<string, FileIdentity>> {
  const { series, title, grabbed } = expected
  const release = grabbed && series ? { title, comic_id: series.comic_id } : undefined
  const deps = { db: library.db, comparer: new FileComparer(library, release) }
  const found = async (inspected: readonly InspectedPlacement[]) => {
    const guesses = await guessed(inspected, expected, library)
    return mapYielding(inspected, FILES, (each) => {
      const guess = guesses.get(shownPath(each.row)) as Identification
      const evidence = { ...evidenceOf(each), inPack: files > 1 }
      return { guess, identity: fileIdentityOf({ guess, evidence }, files, expected, deps) }
    })
  }
  const identities = await found(seen)
  const [only] = seen
  const [first] = identities
  if (files === 1 && only && first && isUnknown(first)) {
    // A single file without a number is identified by the name of its release, or of its folder.
    const [named] = await found([{ ...only, name: `${title}.cbz` }])
    if (named && !('problem' in named.identity && !named.identity.contrary)) first.identity = named.identity
  }
  return new Map(seen.map(({ row }, at) => [row.placement_id, identities[at]!.identity]))
}

/** A file without a number, and without evidence against the wanted issue. */
const isUnknown = ({ guess, identity }: { guess: Identification; identity: FileIdentity }) =>
  'problem' in identity && !identity.contrary && guess.number === '' && guess.match_source !== 'comicinfo'

function guessed(
  seen: readonly InspectedPlacement[],
  { series }: ExpectedIssues,
  library: Library,
): Promise<Map<string, Identification>> {
  const year = Number(library.today.slice(0, 4))
  return identifyFiles(seen.map(fileToIdentify), { db: library.db, year, usual: series?.content_type ?? library.usual })
}

/** Files between two turns of the event loop. Each may read all issues of a series. */
const FILES = 4

function fileToIdentify({ row, inspection, name = nameToParse(row) }: InspectedPlacement) {
  const { pages, info, saidBy, numberBy } = inspection
  const folder = dirname(row.source_path)
  const place = { root: folder, path: folder, parts: [], beside: { lists: [] } }
  const seen = { place, name, path: shownPath(row), size: row.size, pages, info, saidBy, numberBy }
  return { info, seen, modified_ms: row.modified_ms }
}

/** The names of a file and of the archives that it is packed in, with its metadata. */
function evidenceOf({ row, inspection: { info }, name = nameToParse(row) }: InspectedPlacement) {
  const outer = row.inner === '' ? [] : [...insideOf(row).slice(0, -1).reverse(), row.source_path]
  return { names: [name, ...outer.map((path) => basename(path.replaceAll('\\', '/')))], info }
}
