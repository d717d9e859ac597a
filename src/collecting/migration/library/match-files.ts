import { lastPart } from '../path-map'
import type { FileInLibrary } from './own-files-store'
import type { SourceFile } from './rows'

/** What two files have in common, the surest first. */
export type MatchedBy = 'path' | 'content' | 'name and size' | 'size' | 'name'

export interface FileMatch {
  own: FileInLibrary
  by: MatchedBy
}

type Facts = Pick<SourceFile, 'id' | 'path' | 'size' | 'pages' | 'digest'>

/** Systems write composed letters in one way or the other; Windows ignores case. */
export function pathKey(path: string): string {
  const key = path.normalize('NFC')
  return /^(?:[a-z]:[\\/]|\\\\)/i.test(key) ? key.replaceAll('\\', '/').toLowerCase() : key
}

const nameKey = (path: string) => lastPart(path).normalize('NFC').toLowerCase()
/** "001.cbz" is the name of thousands of files. */
const saysSomething = (name: string) => /\p{L}{3}/u.test(name.slice(0, Math.max(0, name.lastIndexOf('.'))))
/** Smaller files are of one size too easily. */
const LEAST_BYTES = 65_536

/**
 * The files of the library that are files of the source, whose paths `here` maps to this machine. Below the path, a
 * sign counts only when one file on either side has it.
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
  /** Undefined: the file does not have it. */
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

/** A file without pages that can be shown has 0. */
const haveSamePages = ({ pages }: Facts, { page_count }: FileInLibrary) =>
  pages === null || page_count === 0 || pages === page_count

/** A file that earlier moves named by several paths, or that was found since. */
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
    // The last counts: files on disk come after those that are only named.
    found.set(sign, found.has(sign) && !(known && isSame(known, file)) ? undefined : file)
  }
  return new Map([...found].filter((entry): entry is [string, T] => entry[1] !== undefined))
}
