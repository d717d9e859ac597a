import { expect, test } from 'bun:test'
import { nameLine } from './lines.ts'

/** A small generator with a fixed seed, so that a failing name is the same name tomorrow. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const NAMES = [
  'Copper Lantern v2 012 (2019) (Digital) (Zone-Empire).cbr',
  '[Moon] Blue Orchard - c165.5 (v19) [HQ].cbz',
  'Copper Lantern Vol. 3 #1 – 85 + Annuals (2016-2020)',
  '【Group】蓝色果园卷2第25话 106화 Том 3 Глава 5',
  'Copper.Lantern.Annual.02.2017.digital-Empire',
  'Copper_20Lantern_20050_20_282018_29 %20 ½ ∞ -1 T-3 1,000,000',
  '/comics/Iron Lantern v2 (2012)/Specials/004 - 3/6 (of 06).cbz',
]
const PIECES = ['(', ')', '[', ']', '{', '}', '--', '-', ' - ', '–', '#', '.', ',', '/', '\\', '_20', '%', '½', '第', '巻', 'v', 'c2c', 'of', '007', '2018', ' ', '"', '\u0000', '\ud83d', 'é', 'เล่ม'] // biome-ignore format: pieces

function mutate(name: string, pick: (below: number) => number): string {
  let text = name
  for (let turn = pick(6) + 1; turn > 0; turn--) {
    const at = pick(text.length + 1)
    const way = pick(3)
    if (way === 0) text = text.slice(0, at) + PIECES[pick(PIECES.length)] + text.slice(at)
    else if (way === 1) text = text.slice(0, at) + text.slice(at + 1 + pick(4))
    else text = text.slice(0, at) + text.slice(pick(text.length + 1))
    if (text.length > 400) text = text.slice(0, 400)
  }
  return text
}

test('20,000 mangled names are read without an error, each the same way twice', () => {
  const pick = chance(7)
  const broken: string[] = []
  for (let round = 0; round < 20_000; round++) {
    const name = mutate(NAMES[pick(NAMES.length)]!, pick)
    const line = nameLine(name, { year: 2026 })
    const sameTwice = round % 16 !== 0 || nameLine(name, { year: 2026 }) === line
    if (!sameTwice || JSON.parse(line).name === undefined) broken.push(name)
  }
  expect(broken).toEqual([])
}, 60_000)

test('names of 100,000 characters are answered at once', () => {
  const size = 100_000
  const units = ['(', ')', '[]', '(((a', '1', '1 ', '1-', '1.', '1,', '#', '# ', '-', '- ', '--1', '_20', '%20', '%', '/', 'a/', 'v1 ', 'c1-', '第1', '(1) ', 'of 1 ', 'a ', '"', '½', '1/2 ', 'Annual ', '2018 '] // biome-ignore format: units
  for (const unit of units) {
    const started = performance.now()
    nameLine(unit.repeat(size / unit.length), { year: 2026 })
    expect(`${unit} took ${performance.now() - started > 250}`).toBe(`${unit} took false`)
  }
}, 60_000)
