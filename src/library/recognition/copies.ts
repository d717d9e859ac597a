import { parse } from 'node:path'
import { readName } from '../../base/names/read-name'
import { matchKey } from '../../base/names/titles'
import type { ParsedFile } from './parsed-file'

/** Marks that systems and browsers add to a second copy: "(2)", " - Copy", "_1", "Copy of". */
const MARK =
  /(?:[\s._–-]*\b(?:copy|copie|kopie|copia|c[oó]pia|コピー|副本|사본)(?:\s*\(?\d{1,2}\)?)?|\s*[([]\d{1,2}[)\]]|[_~]\d)$|^copy of (?=\S)/iu
/** A year above those in names. */
const LATE = 2100
/** These marks may also count parts. */
const WEAK = /[_~]\d$/

/** The name before the copy; undefined when nothing marks it as a copy. */
function originalName(name: string): string | undefined {
  const stem = parse(name).name
  const before = stem.replace(MARK, '').trim()
  return before === '' || before === stem ? undefined : before
}

/** "Harbor 002 - Copy", "Harbor 002 copy 2": not part of the title. */
const WORD = /(?:\s+[-–]\s+|(?<=[\d)\]])\s+)(?:copy|copie|kopie|copia|c[oó]pia)(?:\s*\(?\d{1,2}\)?)?(?=\.\w{2,4}$)/iu
export const withoutCopyWord = (name: string): string => name.replace(WORD, '')

/** A file with the name of another one, plus a mark. */
export const isMarkedCopy = ({ name }: Pick<ParsedFile, 'name'>): boolean => originalName(name) !== undefined

/**
 * A second download of a file in the same folder, by its name: "Vol. 2 (2)" beside "Vol. 2". It has the same bytes, or
 * as many pages: another scan.
 */
export function applyMarkedCopies(parsedFiles: readonly ParsedFile[]): void {
  const marked = parsedFiles.filter((parsed) => !parsed.libraryIssue && isMarkedCopy(parsed))
  if (marked.length === 0) return
  const byName = new Map(parsedFiles.map((parsed) => [parse(parsed.name).name, parsed]))
  for (const parsed of marked) {
    const original = byName.get(originalName(parsed.name)!)
    if (original && original.number !== '' && isCopy(parsed, original)) becomeCopy(parsed, original)
  }
}

function isCopy(parsed: ParsedFile, { hash, pages }: ParsedFile): boolean {
  if (parsed.hash !== undefined && parsed.hash === hash) return true
  return !WEAK.test(parse(parsed.name).name) && parsed.pages === pages
}

/**
 * Files with the same bytes are copies, unless their names state two items: then one name is wrong, and the user has to
 * see both. Folder by folder, so that other work can run between.
 */
export function* applyTwins(folders: Iterable<readonly ParsedFile[]>): Generator<undefined, void> {
  const first = new Map<string, ParsedFile>()
  const twins: ParsedFile[] = []
  for (const folder of folders) {
    for (const parsed of folder) {
      if (parsed.hash === undefined) continue
      const other = first.get(parsed.hash)
      const isFirst = !other || isBetter(parsed, other)
      if (isFirst) first.set(parsed.hash, parsed)
      if (other) twins.push(isFirst ? other : parsed)
    }
    yield
  }
  for (const parsed of twins) {
    const original = first.get(parsed.hash!)!
    if (!parsed.libraryIssue && isNameless(parsed, original)) becomeCopy(parsed, original)
  }
}

const isBetter = (one: ParsedFile, other: ParsedFile) => rank(one) < rank(other)
const rank = (parsed: ParsedFile) => {
  if (parsed.libraryIssue) return 0
  return parsed.basis !== 'guess' && parsed.number !== '' ? (isMarkedCopy(parsed) ? 2 : 1) : 3
}

/** The file's own name says nothing, or is a name of the original with a mark. */
function isNameless(parsed: ParsedFile, original: ParsedFile): boolean {
  if (parsed.basis === 'guess' || (parsed.number === '' && parsed.key === original.key)) return true
  const before = originalName(parsed.name)
  if (before === undefined) return false
  return matchKey(before) === matchKey(parse(original.name).name) || namesItem(before, original)
}

/** The name states the number of the file, and no other series: "Vol. 2" for "Akira Vol. 2". */
function namesItem(name: string, { key, unit, number, year = LATE }: ParsedFile): boolean {
  const read = readName(name, { kind: unit === 'issue' ? 'comic' : 'manga', year })
  const stated = read.issue === '' && unit === 'volume' ? read.volume : read.issue
  return number !== '' && stated === number && (read.series === '' || matchKey(read.series) === key)
}

/** What a file is, apart from its location and its pictures. */
const IDENTITY = [
  'series',
  'key',
  'nameKey',
  'kind',
  'unit',
  'number',
  'end',
  'inVolume',
  'part',
  'folderVolume',
  'appeared',
  'annuals',
  'annualYear',
  'bare',
  'likeChapter',
  'run',
  'year',
  'date',
  'title',
  'language',
  'isLanguageNamed',
  'edition',
  'ids',
  'folderId',
  'bookType',
] as const satisfies readonly (keyof ParsedFile)[]

function becomeCopy(parsed: ParsedFile, original: ParsedFile): void {
  const root = original.copyOf ?? original
  if (root === parsed) return
  parsed.copyOf = root
  parsed.astray = false
  for (const field of IDENTITY) Object.assign(parsed, { [field]: root[field] })
}
