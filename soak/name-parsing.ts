import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameLine } from '../src/base/names/lines'
import { readName } from '../src/base/names/read-name'
import { type Chance, chance, inventName, mangle, STORMS } from './mangled-names'
import type { Soak } from './soak'

const DATA = join(import.meta.dir, '../../shared/data')
const YEAR = 2026
const SEED = 7
/** The longest time to read a name. */
const LONGEST_MS = 250
const KEYS =
  'name kind series issue issue_end volume volume_end year count annual special format title publisher scan_group language extension'

export const soak: Soak = {
  name: 'names',
  about: 'mangled and invented file names are parsed: right shape, same result twice, time in proportion to length',
  full: 1_000_000,
  async run(amount, report) {
    const known = [...knownNames()]
    const pick = chance(SEED)
    let slowest = 0
    for (let round = 1; round <= amount; round++) {
      const name = round % 3 === 0 ? inventName(pick) : mangle(pick.from(known), pick)
      slowest = Math.max(slowest, check(name, pick))
      if (round % 100_000 === 0)
        report(`${round.toLocaleString('en')} names, the slowest took ${slowest.toFixed(1)} ms`)
    }
    for (const storm of STORMS) checkGrowth(storm)
    report(`${STORMS.length} kinds of endless names, time in proportion to their length`)
  },
}

/** Labelled names and titles of releases if present, and a few fixed ones. */
function* knownNames(): Generator<string> {
  yield 'Copper Lantern v2 012 (2019) (Digital) (Zone-Empire).cbr'
  yield '[Moon] Blue Orchard - c165.5 (v19) [HQ].cbz'
  yield 'Copper Lantern Vol. 3 #1 – 85 + Annuals (2016-2020)'
  yield '【Group】蓝色果园卷2第25话 106화 Том 3 Глава 5'
  yield 'Copper_20Lantern_20050_20_282018_29 %20 ½ ∞ -1 T-3 1,000,000'
  yield '/comics/Iron Lantern v2 (2012)/Specials/004 - 3/6 (of 06).cbz'
  for (const row of rows<{ name: string }>('names/cases.jsonl')) yield row.name
  for (const row of rows<{ release: { title: string } }>('releases.jsonl')) yield row.release.title
}

function rows<Row>(file: string): Row[] {
  const path = join(DATA, file)
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}

/** Checks what must hold for any name. Returns the milliseconds to read it. */
function check(name: string, pick: Chance): number {
  const since = performance.now()
  const line = nameLine(name, { year: YEAR })
  const took = performance.now() - since
  if (took > LONGEST_MS && isSlow(name)) wrong('took', `${took.toFixed(0)} ms`, name)
  checkShape(line, name)
  if (pick(8) === 0) {
    if (nameLine(name, { year: YEAR }) !== line) wrong('is not read the same way twice', '', name)
    checkExtension(name)
  }
  return took
}

function checkShape(line: string, name: string): void {
  if (/[\r\n]/.test(line)) wrong('gives more than one line', line, name)
  const fields = JSON.parse(line) as Record<string, unknown>
  if (Object.keys(fields).join(' ') !== KEYS) wrong('gives other keys', Object.keys(fields).join(' '), name)
  if (fields.name !== name && JSON.stringify(fields.name) !== JSON.stringify(name)) wrong('is not repeated', line, name)
  if (fields.kind !== 'comic' && fields.kind !== 'manga') wrong('is of no kind', String(fields.kind), name)
  for (const [key, value] of Object.entries(fields)) {
    const expected = key === 'annual' || key === 'special' ? 'boolean' : 'string'
    if (typeof value !== expected) wrong(`gives ${key} as`, typeof value, name)
  }
  if (!/^(?:\d{4})?$/.test(String(fields.year))) wrong('gives the year', String(fields.year), name)
  for (const key of ['issue', 'volume']) {
    if (fields[key] === '' && fields[`${key}_end`] !== '')
      wrong(`ends a range of ${key}s that does not start`, '', name)
  }
}

/** An archive extension does not change the result. */
function checkExtension(name: string): void {
  if (!canTakeExtension(name)) return
  const bare = readName(name, { year: YEAR })
  if (bare.extension !== '') return
  const more = readName(`${name}.cbz`, { year: YEAR })
  if (more.extension !== 'cbz') wrong('takes no extension, but', more.extension, name)
  if (JSON.stringify({ ...more, extension: bare.extension }) !== JSON.stringify(bare)) {
    wrong('changes with an extension, to', JSON.stringify(more), name)
  }
}

/** Names that are short enough to be read completely, separated by spaces, and end in a letter or a bracket. */
function canTakeExtension(name: string): boolean {
  return name.length < 900 && /^[^"./\\%&_+]*[\p{L})\]]$/u.test(name) && name.includes(' ')
}

/** Whether parsing is slow every time, since one slow run may be due to a busy machine. */
export function isSlow(name: string): boolean {
  for (let attempt = 0; attempt < 5; attempt++) if (timeOf(name, name.length) < LONGEST_MS) return false
  return true
}

/** A faster parse of a name of 80,000 characters is never suspicious: on a busy machine, memory access alone takes that long. */
const HARMLESS_MS = 30

/** Eight times the length may take eight times as long, plus noise; repeated runs tell noise from worse growth. */
function checkGrowth(unit: string): void {
  const ratios: number[] = []
  for (let attempt = 0; attempt < 5; attempt++) {
    const [short, long] = [timeOf(unit, 10_000), timeOf(unit, 80_000)]
    if (long < HARMLESS_MS) return
    ratios.push(long / short)
    if (long / short < 8 * 2) return
  }
  wrong(
    'takes more than in proportion: eight times the length',
    `${Math.min(...ratios).toFixed(0)} times the time`,
    unit,
  )
}

function timeOf(unit: string, length: number): number {
  const name = unit.repeat(Math.ceil(length / unit.length))
  const since = performance.now()
  nameLine(name, { year: YEAR })
  return performance.now() - since
}

function wrong(what: string, more: string, name: string): never {
  throw new Error(`${JSON.stringify(name)} ${what} ${more}`.trim())
}
