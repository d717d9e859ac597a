import { basename, dirname } from 'node:path'
import { matchKey } from '../../base/names/titles'
import type { ComicFolder } from './folder-facts'
import { booksOfFolder, collectedTypeOf } from './folder-words'
import { ISSUE_LIKE } from './numbering'
import type { ParsedFile } from './parsed-file'

/** Collected books of a series and its single issues, as folders separate them. */
export interface Shelved {
  /** TPB, HC, GN or Omnibus; undefined when it is not such a book. */
  books?: string
  files: ParsedFile[]
}

/** Folders that contain books. */
interface Shelf {
  path: string
  type: string
  /** Named after the series: everything inside is books. */
  named: boolean
}

/** Folders whose name only says that they collect. */
const USUAL = 'TPB'
const PAGES_OF_BOOK = 80

/**
 * Books in a folder beside the issues' folder are a series of their own, as services list them: "Harbor Lights TPB"
 * beside "Harbor Lights". Books in the folder of the issues, or below it, belong to the issues' series.
 */
export function splitBooks(family: readonly ParsedFile[]): Shelved[] {
  const shelves = new Map<ParsedFile, Shelf>()
  const known = new Map<ComicFolder, Shelf | undefined>()
  for (const parsed of family) {
    const { place } = parsed
    if (!known.has(place)) known.set(place, shelfOfFolder(parsed))
    const shelf = known.get(place) ?? shelfOfFile(parsed)
    if (shelf && (shelf.named || isVolume(parsed))) shelves.set(parsed, shelf)
  }
  const issues = family.filter((parsed) => !shelves.has(parsed) && parsed.kind === 'issue' && parsed.unit === 'issue')
  if (shelves.size === 0 || issues.length === 0) return [{ files: [...family] }]
  const folders = foldersOf(issues)
  for (const [parsed, shelf] of shelves) if (!isBeside(shelf, folders, parsed.key)) shelves.delete(parsed)
  const byType = Map.groupBy(family, (parsed) => {
    const shelf = shelves.get(parsed)
    return shelf && (parsed.bookType ?? shelf.type)
  })
  for (const parsed of shelves.keys()) becomeBook(parsed, shelves.get(parsed)!)
  return [...byType].map(([books, files]) => (books === undefined ? { files } : { books, files }))
}

const isVolume = ({ kind, unit }: ParsedFile) => kind === 'issue' && unit === 'volume'

function shelfOfFolder({ place, key }: ParsedFile): Shelf | undefined {
  for (let at = place.parts.length - 1, path = place.path; at >= 0; at--, path = dirname(path)) {
    const part = place.parts[at]!
    const of = booksOfFolder(part)
    if (of && matchKey(of.series) === key) return { path, type: of.type || USUAL, named: true }
    const type = collectedTypeOf(part)
    if (type !== undefined) return { path, type: type || USUAL, named: false }
  }
  return undefined
}

function shelfOfFile({ place, bookType, kind }: ParsedFile): Shelf | undefined {
  const isBook = bookType !== undefined && bookType !== 'One-Shot' && kind === 'issue'
  return isBook ? { path: place.path, type: bookType, named: false } : undefined
}

/** No issue is in the folder, in its parent, or anywhere in the series folder that contains it. */
function isBeside({ path, named }: Shelf, { own, above }: IssueFolders, key: string): boolean {
  const holder = dirname(path)
  const isOfSeries = matchKey(nameOf(holder)) === key
  if (isOfSeries && !named) return !above.has(holder)
  return !above.has(path) && !(own.has(holder) && (!named || isOfSeries))
}

interface IssueFolders {
  own: ReadonlySet<string>
  /** The folders and all their parents. */
  above: ReadonlySet<string>
}

function foldersOf(issues: readonly ParsedFile[]): IssueFolders {
  const own = new Map(issues.map(({ place }) => [place.path, place.parts.length]))
  const above = new Set<string>()
  for (let [path, depth] of own) for (; depth > 0 && !above.has(path); depth--, path = dirname(path)) above.add(path)
  return { own: new Set(own.keys()), above }
}

/** The name without a year in brackets. */
const nameOf = (path: string) => basename(path).replace(/\s*[([](?:19|20)\d\d[^()[\]]*[)\]]/g, '')

function becomeBook(parsed: ParsedFile, { type }: Shelf): void {
  const { kind, libraryIssue, name, pages, number } = parsed
  if (kind !== 'issue') return
  const isPlain = /^\d+(?:\.\d+)?$/.test(number) && (pages >= PAGES_OF_BOOK || !ISSUE_LIKE.test(name))
  if (isPlain && !libraryIssue) parsed.unit = 'volume'
  if (isVolume(parsed)) parsed.bookType ??= type
}
