import { parse } from 'node:path'
import { normalNumber, readNumber, sameNumber } from '../releases/numbers'
import { matchKey } from '../releases/titles'
import type { SeriesRun } from './folder-facts'
import type { ParsedFile } from './parsed-file'
import { numberKey } from './runs'
import { isTypoOf } from './typos'

/**
 * Lets the files of one folder hear each other: numbers that stand right behind one word count it; a number that all of a name have belongs to the name where another one
 * counts behind it; titles behind running numbers belong to the series of the folder; what
 * carries no ComicInfo takes the series, and the run, that the ComicInfo of its neighbours gives to files of the same
 * name; a number inside that a neighbour has yields to the one in the name that none has; and a name that is typed wrong is taken for that of its neighbours where its number is the one they lack.
 */
export function applyNeighbours(claims: readonly ParsedFile[]): void {
  hearFolder(claims)
  hearGlued(claims)
  hearCounters(claims)
  hearNumberedTitles(claims)
  hearComicInfo(claims)
  hearNumbers(claims)
  hearMost(claims)
}

/** A series.json or cvinfo speaks for files that all go by another name, as that of a translation. */
function hearFolder(claims: readonly ParsedFile[]): void {
  const { folder } = claims[0] ?? {}
  if (!folder?.isNamed || claims.some(({ key }) => key === folder.key)) return
  for (const claim of claims) {
    if (claim.basis !== 'name' || claim.held) continue
    const { series, key, year, ordinal, id } = folder
    Object.assign(claim, { series, key, folderId: id, basis: 'json', astray: false, run: { year, ordinal } })
  }
}

const FEWEST_COUNTED = 3
/** Words of programs, which name no series. */
const OF_PROGRAMS = /^(?:scan|img|image|file|comic|manga|book|issue|untitled|document|dokument|download)s?$/i

/** "tide001", "tide002", "tide003": three issues of one series, not three series. */
function hearGlued(claims: readonly ParsedFile[]): void {
  const glued = claims.flatMap((claim) => {
    const [, word, digits] = /^(\D*\p{L})(\d{1,4})$/u.exec(parse(claim.name).name) ?? []
    const open = claim.basis === 'name' && !claim.held && claim.number === '' && claim.kind === 'issue'
    return open && word && digits ? [{ claim, word, digits }] : []
  })
  for (const same of Map.groupBy(glued, ({ word }) => matchKey(word)).values()) {
    if (new Set(same.map(({ digits }) => Number(digits))).size < Math.max(FEWEST_COUNTED, same.length)) continue
    for (const { claim, word, digits } of same) {
      const named = { series: word, key: matchKey(word), nameKey: matchKey(word), number: normalNumber(digits) }
      Object.assign(claim, named, OF_PROGRAMS.test(word) ? { basis: 'guess' } : {})
    }
  }
}

/** "Hollow Orchard 3 (1987) 01", "… 02", "… 03": 3 is no issue of "Hollow Orchard". */
function hearCounters(claims: readonly ParsedFile[]): void {
  const counted = claims.filter(({ basis, held, title }) => basis === 'name' && !held && /^\d{1,4}$/.test(title))
  for (const same of Map.groupBy(counted, ({ key, number }) => `${key} ${number}`).values()) {
    const counters = new Set(same.map(({ title }) => Number(title)))
    if (counters.size < FEWEST_COUNTED || counters.size < same.length) continue
    for (const claim of same) {
      const series = `${claim.series} ${claim.number}`
      const key = matchKey(series)
      Object.assign(claim, { series, key, nameKey: key, number: normalNumber(claim.title), title: '' })
    }
  }
}

/** "01 - Low Tide", "02 - High Tide": each named like a series of its own, but the numbers run on. */
function hearNumberedTitles(claims: readonly ParsedFile[]): void {
  const titled = claims.filter(isTitleBehindNumber)
  const numbers = new Set(titled.map(({ number }) => number))
  const names = new Set(titled.map(({ nameKey }) => nameKey))
  if (titled.length < 3 || titled.length * 2 < claims.length) return
  if (names.size * 3 < titled.length || names.size < 2 || numbers.size * 1.2 < titled.length) return
  for (const claim of titled) {
    const { series, key, year, ordinal } = claim.folder
    Object.assign(claim, { title: claim.series, series, key, basis: 'title', astray: false, run: { year, ordinal } })
  }
}

/** Its name begins with its number, as those of titled issues do, and of albums. */
export function isTitleBehindNumber({ basis, folder, held, kind, name, number }: ParsedFile): boolean {
  const leading = /^(\d{1,4})[\s._]*[-–._][\s._-]*\p{L}/u.exec(name)?.[1]
  const open = basis === 'name' && folder.key !== '' && !held && kind === 'issue'
  return open && leading !== undefined && sameNumber(leading, number)
}

function hearComicInfo(claims: readonly ParsedFile[]): void {
  const said = claims.filter((claim) => claim.basis === 'info')
  if (said.length === 0 || said.length === claims.length) return
  for (const claim of claims) {
    if (claim.basis === 'info') continue
    const likeIt = said.filter((other) => other.nameKey === claim.nameKey || other.key === claim.key)
    const heard = likeIt.length === 0 && saysLittle(claim) ? said : likeIt
    const [first] = heard
    if (!first || heard.some((other) => other.key !== first.key)) continue
    claim.series = first.series
    claim.key = first.key
    claim.publisher ||= first.publisher
    claim.imprint ||= first.imprint
    const run = oneRun(heard)
    if (run && claim.kind === 'issue' && !namesAnother(claim, run)) claim.run = run
  }
}

/** Its own name says another run; that of its folder may be told better inside. */
function namesAnother({ run, folder }: ParsedFile, told: SeriesRun): boolean {
  const year = run.year !== undefined && told.year !== undefined && run.year !== told.year && run.year !== folder.year
  const ordinal = run.ordinal !== undefined && told.ordinal !== undefined && run.ordinal !== told.ordinal
  return year || (ordinal && run.year === undefined && run.ordinal !== folder.ordinal)
}

/** Its name is a number, or letters that stand for the folder's. */
function saysLittle({ basis, nameKey }: ParsedFile): boolean {
  return nameKey === '' || basis === 'initials'
}

/** The run that all of them are of; undefined when they are of several. */
function oneRun(claims: readonly ParsedFile[]): SeriesRun | undefined {
  const regular = claims.filter((claim) => claim.kind === 'issue')
  const first = regular[0]?.run
  const same = regular.every(({ run }) => run.year === first?.year && run.ordinal === first?.ordinal)
  return same ? first : undefined
}

/** A number inside that was copied from a neighbour: the one in the name stands where nothing else does. */
function hearNumbers(claims: readonly ParsedFile[]): void {
  const taken = Map.groupBy(claims, (claim) => `${claim.key} ${numberKey(claim)}`)
  for (const claim of claims) {
    const { namedNumber, key, held, numbersDiffer } = claim
    if (namedNumber === undefined || held || claim.disputed) continue
    const same = (taken.get(`${key} ${numberKey(claim)}`) ?? []).some(
      (other) => other !== claim && !other.numbersDiffer,
    )
    const free = !taken.has(`${key} ${numberKey({ ...claim, number: namedNumber })}`)
    if (numbersDiffer && same && free) claim.number = namedNumber
  }
}

const FEWEST_NEIGHBOURS = 4

/** A folder of one series says something of the few files in it that are another one. */
function hearMost(claims: readonly ParsedFile[]): void {
  const families = [...Map.groupBy(claims, ({ key }) => key).values()].sort((a, b) => b.length - a.length)
  const [most = []] = families
  if (most.length < FEWEST_NEIGHBOURS || most.length < claims.length * 0.7) return
  const first = most[0]!
  for (const claim of claims) {
    if (claim.key === first.key) continue
    const typed = claim.basis === 'name' && isTypoOf(claim.key, first.key) && isLacking(claim, most)
    if (typed) Object.assign(claim, { series: first.series, key: first.key, basis: 'near', astray: false })
    if (typed && claim.run.year === undefined && claim.kind === 'issue') claim.run = oneRun(most) ?? claim.run
    if (!typed) claim.odd = first.series
  }
}

/** The neighbours have no such number, and it stands between theirs or right behind them. */
function isLacking(claim: ParsedFile, most: readonly ParsedFile[]): boolean {
  const numbers = most.filter(({ kind, unit }) => kind === claim.kind && unit === claim.unit).map(exactNumber)
  const value = exactNumber(claim)
  if (value === undefined || numbers.includes(value)) return false
  const known = numbers.filter((number) => number !== undefined)
  return known.some((number) => Math.abs(number - value) <= 2)
}

function exactNumber({ number }: ParsedFile): number | undefined {
  const read = readNumber(number)
  return read && !read.negative && read.suffix === '' ? Number(`${read.whole}.${read.fraction || 0}`) : undefined
}
