import { lastPart } from '../path-map'
import type { FileInLibrary } from './own-files-store'
import type { SourceFile } from './rows'

/** Features that two files have in common, strongest first. */
export type MatchedBy = 'path' | 'content' | 'name and size' | 'size' | 'name'

export interface FileMatch {
  own: FileInLibrary
  by: MatchedBy
}

type Facts = Pick<SourceFile, 'id' | 'path' | 'size' | 'pages' | 'digest'>

/** Systems write accented letters composed or decomposed; Windows ignores case. */
export function pathKey(path: string): string {
  const key = path.normalize('NFC')
  return /^(?:[a-z]:[\\/]|\\\\)/i.test(key) ? key.replaceAll('\\', '/').toLowerCase() : key
}

const nameKey = (path: string) => lastPart(path).normalize('NFC').toLowerCase()
/** "001.cbz" is the name of thousands of files. */
const saysSomething = (name: string) => /\p{L}{3}/u.test(name.slice(0, Math.max(0, name.lastIndexOf('.'))))
/** Smaller files have the same size by chance too often. */
const LEAST_BYTES = 65_536

/**
 * Files of the library that match files of the source. `here` maps the source's paths to this machine. Except for the
 * path, a feature counts only when a single file on each side has it.
 */
export function matchFiles(
  theirs: Iterable<Facts>,
  ours: readonly FileInLibrary[],
  here: (path: string) => string,
): Map<string, FileMatch> {
  const matches = new Map<string, FileMatch>()
  const free = new Map(ours.map((file) => [pathKey(file.path), file]))
  let rest: Facts[] = []
  for (const file of theirs) {
    const key = pathKey(here(file.path))
    const own = free.get(key)
    if (own === undefined) rest.push(file)
    else {
      matches.set(file.id, { own, by: 'path' })
      free.delete(key)
    }
  }
  for (const { by, their, our } of SIGNS) {
    const found = pairs(rest, [...free.values()], their, our)
    for (const [file, own] of found) {
      matches.set(file.id, { own, by })
      free.delete(pathKey(own.path))
    }
    rest = rest.filter((file) => !matches.has(file.id))
  }
  return matches
}

interface Sign {
  by: MatchedBy
  /** Undefined when the file lacks the feature. */
  their: (file: Facts) => string | undefined
  our: (file: FileInLibrary) => string | undefined
}

const named = (path: string) => (saysSomething(nameKey(path)) ? nameKey(path) : undefined)
const sized = (size: number | null) => (size !== null && size >= LEAST_BYTES ? String(size) : undefined)
const both = (one: string | undefined, other: string | undefined) =>
  one === undefined || other === undefined ? undefined : `${one} ${other}`

const SIGNS: Sign[] = [
  { by: 'content', their: ({ digest }) => digest ?? undefined, our: ({ digest }) => digest ?? undefined },
  {
    by: 'name and size',
    their: ({ path, size }) => both(nameKey(path), sized(size)),
    our: ({ path, size }) => both(nameKey(path), sized(size)),
  },
  { by: 'size', their: ({ size }) => sized(size), our: ({ size }) => sized(size) },
  { by: 'name', their: ({ path }) => named(path), our: ({ path }) => named(path) },
]

function* pairs(
  theirs: readonly Facts[],
  ours: readonly FileInLibrary[],
  theirSign: Sign['their'],
  ourSign: Sign['our'],
): Generator<[Facts, FileInLibrary]> {
  const own = onlyOnes(ours, ourSign, isOneIssue)
  for (const [sign, file] of onlyOnes(theirs, theirSign, () => false)) {
    const same = own.get(sign)
    if (same && haveSamePages(file, same)) yield [file, same]
  }
}

/** Whether the page counts agree. 0 stands for a file without readable pages. */
const haveSamePages = ({ pages }: Facts, { page_count }: FileInLibrary) =>
  pages === null || page_count === 0 || pages === page_count

/** Whether both are one issue: earlier moves may name a file by several paths, or it was found since. */
const isOneIssue = (one: FileInLibrary, other: FileInLibrary) =>
  (one.file_id === null || other.file_id === null) && one.issues[0]?.issue_id === other.issues[0]?.issue_id

function onlyOnes<T>(
  files: readonly T[],
  signOf: (file: T) => string | undefined,
  isSame: (one: T, other: T) => boolean,
): Map<string, T> {
  const found = new Map<string, T | undefined>()
  for (const file of files) {
    const sign = signOf(file)
    if (sign === undefined) continue
    const known = found.get(sign)
    // The last one wins: files on disk come after files that are only named.
    found.set(sign, found.has(sign) && !(known && isSame(known, file)) ? undefined : file)
  }
  return new Map([...found].filter((entry): entry is [string, T] => entry[1] !== undefined))
}
