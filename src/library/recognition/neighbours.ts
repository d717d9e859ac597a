import { parse } from 'node:path'
import { normalNumber, readNumber, sameNumber } from '../../base/names/numbers'
import { matchKey } from '../../base/names/titles'
import { applyMarkedCopies } from './copies'
import { applyItemFolder } from './item-folders'
import type { ParsedFile } from './parsed-file'
import { numberKey } from './runs'
import type { SeriesRun } from './series-run'
import { isTypoOf } from './typos'

/**
 * Corrects the files of one folder by each other. Numbers right after the same word belong to that word. A number that
 * all files of a name share belongs to the name where another number after it counts. Titles after running numbers
 * belong to the series of the folder. Files without ComicInfo get the series and run that the ComicInfo of neighbours
 * gives to files of the same name. A number in the metadata that a neighbour has yields to the number in the name when
 * no file has that. A mistyped name becomes the neighbours' name when its number is the one that they lack. A second
 * copy of a file is what the first one is.
 */
export function applyNeighbours(parsedFiles: readonly ParsedFile[]): void {
  applyFolder(parsedFiles)
  applyItemFolder(parsedFiles)
  applyGlued(parsedFiles)
  applyGluedAfterNeighbours(parsedFiles)
  applyCounters(parsedFiles)
  applyNumberedTitles(parsedFiles)
  applyComicInfo(parsedFiles)
  applyNumbers(parsedFiles)
  applyMost(parsedFiles)
  applyMarkedCopies(parsedFiles)
}

/** A series.json or cvinfo applies to files that all have another name, such as a translation's. */
function applyFolder(parsedFiles: readonly ParsedFile[]): void {
  const { folder } = parsedFiles[0] ?? {}
  if (!folder?.isNamed || parsedFiles.some(({ key }) => key === folder.key)) return
  for (const parsed of parsedFiles) {
    if (parsed.basis !== 'name' || parsed.libraryIssue) continue
    const { series, key, year, ordinal, id } = folder
    Object.assign(parsed, { series, key, folderId: id, basis: 'json', astray: false, run: { year, ordinal } })
  }
}

const FEWEST_COUNTED = 3
/** Words from programs, which name no series. */
const OF_PROGRAMS = /^(?:scan|img|image|file|comic|manga|book|issue|untitled|document|dokument|download)s?$/i

/** Files whose names begin with a word and digits right after it. */
function gluedIn(parsedFiles: readonly ParsedFile[]) {
  return parsedFiles.flatMap((parsed) => {
    const [, word, digits, tail = ''] = /^(\D*\p{L})(\d{1,4})([\s._-].*)?$/u.exec(parse(parsed.name).name) ?? []
    return word && digits && !parsed.libraryIssue ? [{ parsed, word, digits, tail }] : []
  })
}

/** "tide001", "tide002_scan", "tide003_scan": issues of one series, not a series each. */
function applyGlued(parsedFiles: readonly ParsedFile[]): void {
  const glued = gluedIn(parsedFiles)
  for (const same of Map.groupBy(glued, ({ word, tail }) => `${matchKey(word)} ${tail}`).values()) {
    const isRead = ({ parsed, digits }: (typeof same)[0]) => sameNumber(parsed.number, digits)
    const open = same.filter(({ parsed }) => isOpen(parsed))
    const different = new Set(same.map(({ digits }) => Number(digits))).size
    const isSeries = open.length < same.length && same.every((each) => open.includes(each) || isRead(each))
    if (different < same.length || different < (isSeries ? 2 : FEWEST_COUNTED)) continue
    for (const { parsed, word, digits } of open) {
      const named = { series: word, key: matchKey(word), nameKey: matchKey(word), number: normalNumber(digits) }
      Object.assign(parsed, named, OF_PROGRAMS.test(word) ? { basis: 'guess' } : {})
    }
  }
}

/** "bone10_scan_by_kilroy" beside "bone09": its neighbours are issues of the word and lack the number. */
function applyGluedAfterNeighbours(parsedFiles: readonly ParsedFile[]): void {
  const counted = Map.groupBy(
    parsedFiles.filter((parsed) => !isOpen(parsed) && parsed.kind === 'issue'),
    ({ key }) => key,
  )
  for (const { parsed, word, digits } of gluedIn(parsedFiles)) {
    const key = matchKey(word)
    const siblings = counted.get(key) ?? []
    const number = normalNumber(digits)
    if (!isOpen(parsed) || !isLacking({ ...parsed, number }, siblings)) continue
    Object.assign(parsed, { series: siblings[0]!.series, key, nameKey: key, number })
    siblings.push(parsed)
  }
}

const isOpen = ({ basis, number, kind }: ParsedFile) => basis === 'name' && number === '' && kind === 'issue'

/** "Hollow Orchard 3 (1987) 01", "… 02", "… 03": 3 is not an issue of "Hollow Orchard". */
function applyCounters(parsedFiles: readonly ParsedFile[]): void {
  const counted = parsedFiles.filter(
    ({ basis, libraryIssue, title }) => basis === 'name' && !libraryIssue && /^\d{1,4}$/.test(title),
  )
  for (const same of Map.groupBy(counted, ({ key, number }) => `${key} ${number}`).values()) {
    const counters = new Set(same.map(({ title }) => Number(title)))
    if (counters.size < FEWEST_COUNTED || counters.size < same.length) continue
    for (const parsed of same) {
      const series = `${parsed.series} ${parsed.number}`
      const key = matchKey(series)
      Object.assign(parsed, { series, key, nameKey: key, number: normalNumber(parsed.title), title: '' })
    }
  }
}

/** "01 - Low Tide", "02 - High Tide": each named like its own series, but the numbers are consecutive. */
function applyNumberedTitles(parsedFiles: readonly ParsedFile[]): void {
  const titled = parsedFiles.filter(isTitleBehindNumber)
  const numbers = new Set(titled.map(({ number }) => number))
  const names = new Set(titled.map(({ nameKey }) => nameKey))
  if (titled.length < 3 || titled.length * 2 < parsedFiles.length) return
  if (names.size * 3 < titled.length || names.size < 2 || numbers.size * 1.2 < titled.length) return
  for (const parsed of titled) {
    const { series, key, year, ordinal } = parsed.folder
    Object.assign(parsed, { title: parsed.series, series, key, basis: 'title', astray: false, run: { year, ordinal } })
  }
}

/** The name begins with its number, as names of titled issues and albums do. */
export function isTitleBehindNumber({ basis, folder, libraryIssue, kind, name, number }: ParsedFile): boolean {
  const leading = /^(?:#\s*)?(\d{1,4})[\s._]*[-–._][\s._-]*\p{L}/u.exec(name)?.[1]
  const open = basis === 'name' && folder.key !== '' && !libraryIssue && kind === 'issue'
  return open && leading !== undefined && sameNumber(leading, number)
}

function applyComicInfo(parsedFiles: readonly ParsedFile[]): void {
  const withInfo = parsedFiles.filter((parsed) => parsed.basis === 'info')
  for (const parsed of parsedFiles) {
    if (parsed.basis === 'info') continue
    const likeIt = withInfo.filter((other) => other.nameKey === parsed.nameKey || other.key === parsed.key)
    const neighbours = likeIt.length === 0 && saysLittle(parsed) ? withInfo : likeIt
    const [first] = neighbours
    if (!first || neighbours.some((other) => other.key !== first.key)) continue
    parsed.series = first.series
    parsed.key = first.key
    parsed.publisher ||= first.publisher
    parsed.imprint ||= first.imprint
    const run = oneRun(neighbours)
    // ComicInfo without a volume names no run, and must not erase the one in the file's own name.
    const isNamed = run?.year !== undefined || run?.ordinal !== undefined
    if (isNamed && parsed.kind === 'issue' && !namesAnother(parsed, run))
      parsed.run = { year: run.year ?? parsed.run.year, ordinal: run.ordinal ?? parsed.run.ordinal }
  }
}

/** The file's own name has another run; the folder's name may contain a more precise one. */
function namesAnother({ run, folder }: ParsedFile, neighbourRun: SeriesRun): boolean {
  const year =
    run.year !== undefined &&
    neighbourRun.year !== undefined &&
    run.year !== neighbourRun.year &&
    run.year !== folder.year
  const ordinal =
    run.ordinal !== undefined && neighbourRun.ordinal !== undefined && run.ordinal !== neighbourRun.ordinal
  return year || (ordinal && run.year === undefined && run.ordinal !== folder.ordinal)
}

/** The file's name is only a number, or an abbreviation of the folder's name. */
function saysLittle({ basis, nameKey }: ParsedFile): boolean {
  return nameKey === '' || basis === 'initials'
}

/** The run that all files share; undefined when there are several. */
function oneRun(parsedFiles: readonly ParsedFile[]): SeriesRun | undefined {
  const regular = parsedFiles.filter((parsed) => parsed.kind === 'issue')
  const first = regular[0]?.run
  const same = regular.every(({ run }) => run.year === first?.year && run.ordinal === first?.ordinal)
  return same ? first : undefined
}

/** The number in the metadata was copied from a neighbour: the number in the name wins where no other file has it. */
function applyNumbers(parsedFiles: readonly ParsedFile[]): void {
  const byNumber = Map.groupBy(parsedFiles, (parsed) => `${parsed.key} ${numberKey(parsed)}`)
  for (const parsed of parsedFiles) {
    const { namedNumber, key, libraryIssue } = parsed
    if (namedNumber === undefined || libraryIssue || parsed.disputed) continue
    const same = (byNumber.get(`${key} ${numberKey(parsed)}`) ?? []).some((other) => !other.numbersDiffer)
    const free = !byNumber.has(`${key} ${numberKey({ ...parsed, number: namedNumber })}`)
    if (same && free) parsed.number = namedNumber
  }
}

const FEWEST_NEIGHBOURS = 4

/** Most files of a folder are of one series, which is evidence about the few that seem to be of another. */
function applyMost(parsedFiles: readonly ParsedFile[]): void {
  const families = [...Map.groupBy(parsedFiles, ({ key }) => key).values()].sort((a, b) => b.length - a.length)
  const [most = []] = families
  if (most.length < FEWEST_NEIGHBOURS || most.length < parsedFiles.length * 0.7) return
  const first = most[0]!
  for (const parsed of parsedFiles) {
    if (parsed.key === first.key) continue
    const typed = parsed.basis === 'name' && isTypoOf(parsed.key, first.key) && isLacking(parsed, most)
    if (typed) Object.assign(parsed, { series: first.series, key: first.key, basis: 'near', astray: false })
    if (typed && parsed.run.year === undefined && parsed.kind === 'issue') parsed.run = oneRun(most) ?? parsed.run
    if (!typed) parsed.odd = first.series
  }
}

/** The neighbours lack this number, and it falls between theirs or right after them. */
function isLacking(parsed: ParsedFile, most: readonly ParsedFile[]): boolean {
  const numbers = most.filter(({ kind, unit }) => kind === parsed.kind && unit === parsed.unit).map(exactNumber)
  const value = exactNumber(parsed)
  if (value === undefined || numbers.includes(value)) return false
  const known = numbers.filter((number) => number !== undefined)
  return known.some((number) => Math.abs(number - value) <= 2)
}

function exactNumber({ number }: ParsedFile): number | undefined {
  const read = readNumber(number)
  return read && !read.negative && read.suffix === '' ? Number(`${read.whole}.${read.fraction}`) : undefined
}
