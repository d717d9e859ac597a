import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readingListSteps } from '../../base/formats/documents/cbl'
import type { ContentType } from '../../library/series/states'
import { runSteps } from '../harness/run-steps'
import { Dice } from './dice'
import type { TrueItem, TrueSeries } from './truth'

const FIRST =
  'Harbor Copper Quiet Amber Hollow Paper Silver Winter Northern Broken Velvet Iron Salt Crimson Last'.split(' ')
const SECOND = 'Lights Orchard Signal Wolves Divers Garden Parade Tide Choir Engine Kingdom Letters Detective'.split(
  ' ',
)
const SHAPES = [
  '{a} {b}',
  'The {a} {b}',
  '{a} {b}',
  '{b} of {a}',
  '{a}-{b}',
  'Dr. {a} & the {b}',
  '{a} {b}: Year One',
  '{a} {b} 2099',
  'X-{b}',
  '{a} {b} 3',
  '100 {b}',
  '{a} {b} vs. {a}',
]
const TITLES = ['Low Tide', 'The Long Way Home', 'Part Two', '7 Days', 'Homecoming', 'Into the Dark', 'A Cold Morning']
const PUBLISHERS = ['Marvel', 'DC Comics', 'Image', 'Northgate', 'Dark Horse']

/** Invented series, some with several runs of one name. */
export function inventedSeries(seed: number, names: number, kind: ContentType): TrueSeries[] {
  const dice = new Dice(seed)
  const all = new Map<string, TrueSeries[]>()
  while (all.size < names) {
    const shape = dice.pick(SHAPES)
    const name = shape.replaceAll('{a}', () => dice.pick(FIRST)).replaceAll('{b}', () => dice.pick(SECOND))
    if (all.has(name)) continue
    const runs = kind === 'comic' ? dice.pick([1, 1, 1, 1, 1, 1, 2, 3]) : 1
    let year = dice.whole(1965, 2021)
    const made: TrueSeries[] = []
    for (let ordinal = 1; ordinal <= runs && year <= 2024; ordinal++) {
      const items = kind === 'comic' ? issues(dice, year) : mangaItems(dice, year)
      const volumeId = String(10_000 + all.size * 10 + ordinal)
      made.push({
        id: `${kind} ${seed} ${name} ${ordinal}`,
        name,
        year,
        ordinal,
        publisher: dice.pick(PUBLISHERS),
        volumeId,
        items,
      })
      year = (items.at(-1)?.year ?? year) + dice.whole(0, 9)
      // Sometimes two volumes of one name begin in the same year, such as reprints for another country.
      if (year === made.at(-1)!.year && dice.chance(0.7)) year++
    }
    all.set(name, made)
  }
  return [...all.values()].flat()
}

const LENGTHS: Record<string, [number, number]> = { one: [1, 1], mini: [3, 8], run: [9, 40], long: [41, 90] }

function issues(dice: Dice, began: number): TrueItem[] {
  const [least, most] = LENGTHS[dice.weighed({ one: 3, mini: 6, run: 7, long: 1 })]!
  const count = dice.whole(least, most)
  const early = dice.whole(0, 11)
  return Array.from({ length: count }, (_, at) => ({
    kind: 'issue',
    unit: 'issue',
    number: count === 1 && dice.chance(0.5) ? '' : String(at + 1),
    year: Math.min(2026, began + Math.floor((at + (count > 6 ? early : 0)) / 12)),
    title: dice.pick(TITLES),
  }))
}

function mangaItems(dice: Dice, began: number): TrueItem[] {
  const unit = dice.chance(0.6) ? 'volume' : 'chapter'
  const first = dice.chance(0.2) ? dice.whole(2, 60) : 1
  const count = dice.whole(1, unit === 'volume' ? 20 : 60)
  return Array.from({ length: count }, (_, at) => ({
    kind: 'issue',
    unit,
    number: String(first + at),
    year: Math.min(2026, began + Math.floor(at / (unit === 'volume' ? 4 : 50))),
    title: dice.pick(TITLES),
  }))
}

/** The series and issues of published reading lists. Empty when the folder is missing. */
export function listedSeries(folder: string): TrueSeries[] {
  const all = new Map<string, TrueSeries & { items: TrueItem[] }>()
  for (const name of entriesOf(folder)) {
    if (!name.endsWith('.cbl')) continue
    for (const book of runSteps(readingListSteps(readFileSync(join(folder, name)))).books) {
      const { series, volume, number, year } = book
      if (volume === undefined || number === undefined || /annual|special/i.test(series)) continue
      const id = `listed ${series} ${volume}`
      const volumeId = book.ids[0]?.series ?? ''
      const made = all.get(id) ?? { id, name: series, year: volume, ordinal: 0, publisher: '', volumeId, items: [] }
      all.set(id, made)
      if (!made.items.some((item) => item.number === number))
        made.items.push({ kind: 'issue', unit: 'issue', number, year, title: 'The Long Way Home' })
    }
  }
  const byAge = [...all.values()].sort((a, b) => a.year! - b.year!)
  for (const runs of Map.groupBy(byAge, ({ name }) => name).values())
    for (const [at, series] of runs.entries()) series.ordinal = at + 1
  return byAge.filter(({ items }) => items.length > 0)
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** A real file name with its meaning. */
export interface RealName {
  kind: ContentType
  name: string
  series: TrueSeries
  item: TrueItem
}

type Row = Record<string, unknown>

/** Names of `names/cases.jsonl` and titles of `releases.jsonl` below `folder`. Empty when the files are missing. */
export function realNames(folder: string): RealName[] {
  const cases = rows(join(folder, 'names/cases.jsonl')).flatMap((row) => ofCase(row))
  const releases = rows(join(folder, 'releases.jsonl')).flatMap((row) => ofRelease(row))
  return [...cases, ...releases]
}

function rows(path: string): Row[] {
  try {
    const lines = readFileSync(path, 'utf8').split('\n')
    return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]))
  } catch {
    return []
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

function ofCase(row: Row): RealName[] {
  const kind = row.kind as ContentType
  const [series, issue, volume] = [textOf(row.series), textOf(row.issue), textOf(row.volume)]
  const plain = series !== '' && issue !== '' && textOf(row.issue_end) === '' && !textOf(row.name).includes('/')
  if (!plain || row.special || row.format || (row.any_of as unknown[]).length > 0) return []
  const unit = kind === 'manga' ? 'chapter' : 'issue'
  const item = { kind: row.annual ? 'annual' : 'issue', unit, number: issue, title: '' } as const
  const id = `case ${series} ${volume}`
  return [{ kind, name: textOf(row.name), series: bareSeries(id, series), item }]
}

function ofRelease(row: Row): RealName[] {
  const wanted = row.wanted as Row
  const right = row.expect === 'accept' && row.certainty === 'clear' && row.reason_code === 'accepted.issue'
  const bookType = textOf(wanted.booktype)
  const plain = bookType === 'issue' || bookType === 'annual' || (bookType === '' && wanted.unit !== undefined)
  const aliases = (wanted.aliases as unknown[] | undefined) ?? []
  if (!right || !plain || aliases.length > 0 || textOf(wanted.issue) === '') return []
  const unit = wanted.kind === 'manga' ? (wanted.unit as 'chapter' | 'volume') : 'issue'
  const item = {
    kind: bookType === 'annual' ? 'annual' : 'issue',
    unit,
    number: textOf(wanted.issue),
    title: '',
  } as const
  const name = textOf((row.release as Row).title)
  const series = bareSeries(`release ${textOf(wanted.series)} ${textOf(wanted.year)}`, textOf(wanted.series))
  return [{ kind: wanted.kind as ContentType, name, series, item }]
}

const bareSeries = (id: string, name: string): TrueSeries => ({
  id,
  name,
  ordinal: 0,
  publisher: '',
  volumeId: '',
  items: [],
})
