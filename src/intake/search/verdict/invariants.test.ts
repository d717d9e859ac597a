import { expect, test } from 'bun:test'
import { judgeRelease } from './judge'
import { targetOf, type WantedFacts } from './wanted'

const NAMES = [
  'Copper Lantern', '100 Lanterns', '47', 'Lantern 2099', "Lantern '97", 'Lantern/Harbor', 'Lantern & Harbor', 'Kick-Tide 3',
  'Lantern: Low Tide', 'Tide 2', 'Tide War II', 'L.A.M.P.', 'Giant-Size Lantern', 'Lantern: Year One', 'Tide Runner 2039',
  'Harbor Season 8', '20th Century Tide', 'The Cover', 'Special Lantern', 'May Tide', 'Lantern: Part Two', 'No. 5 Tide',
] // biome-ignore format: a list

const TITLES: ((name: string, issue: string) => string)[] = [
  (name, issue) => `${name} ${issue.padStart(3, '0')} (2019) (Digital) (ABC-Empire).cbr`,
  (name, issue) => `${name} #${issue} (2019)`,
  (name, issue) => `${name} ${issue.padStart(2, '0')} (of 112) (2019) (c2c) (ABC-DCP)`,
  (name, issue) => `${name.replace(/ /g, '_')}_${issue.padStart(3, '0')}_(2019)_(Digital).cbz`,
  (name, issue) => `${name} (2019) ${issue.padStart(3, '0')} (2019) (digital)`,
  (name, issue) => `${name} ${issue.padStart(3, '0')} - The Long Goodbye (2019) (digital-ABC)`,
  (name, issue) => `${name} v1 ${issue.padStart(3, '0')} (May, 2019) (F) (ABC-DCP)`,
  (name, issue) => `${name} ${issue.padStart(3, '0')} [2019] [4 covers] [Digital] [ABC-DCP]`,
  (name, issue) => `"${name} ${issue.padStart(3, '0')} (2019) (Digital).cbr" yEnc (1/52)`,
]
const ISSUES = ['0', '1', '7', '12', '33', '112']

const item = (series: string, issue: string, year = 2019): WantedFacts => ({
  kind: 'comic',
  series,
  year,
  issue,
  issue_date: `${year}-05-15`,
})
const isAccepted = (wanted: WantedFacts, title: string) => judgeRelease(targetOf(wanted, {}), { title }, 2026).accepted

const ALL = NAMES.flatMap((series) =>
  ISSUES.flatMap((issue) => TITLES.map((make) => ({ series, issue, title: make(series.replace(/: /g, ' - ').replaceAll('/', '-'), issue) }))),
) // biome-ignore format: one product

test('every usual spelling of an issue is accepted', () => {
  const missed = ALL.filter(({ series, issue, title }) => !isAccepted(item(series, issue), title))
  expect(missed.map(({ title }) => title)).toEqual([])
})

test('another number is never accepted', () => {
  const others = [...ISSUES, '2', '3', '5', '8', '47', '97', '99', '100', '120', '2019', '2099']
  const grabbed = ALL.flatMap(({ series, issue, title }) =>
    others.filter((other) => other !== issue && isAccepted(item(series, other), title)).map((other) => `${other}: ${title}`),
  ) // biome-ignore format: one question
  expect(grabbed).toEqual([])
})

test('another year is never accepted', () => {
  const grabbed = ALL.filter(({ series, issue, title }) => isAccepted(item(series, issue, 1994), title))
  expect(grabbed.map(({ title }) => title)).toEqual([])
})

test('another series is never accepted', () => {
  const others = (name: string) =>
    [`${name} Annual`, `${name} Special`, `The Other ${name}`, `${name}: Origins`, `${name} Beyond`, `${name} 2`, `${name} II`]
      .concat(name.split(' ').slice(0, -1).join(' '), name.replace(/\s*\d+$/, ''), name.split(/[:/&]/)[0]!.trim())
      .filter((other) => other !== '' && other !== 'The' && other !== name) // biome-ignore format: one list
  const grabbed = ALL.flatMap(({ series, issue, title }) =>
    others(series).filter((other) => isAccepted(item(other, issue), title)).map((other) => `${other}: ${title}`),
  ) // biome-ignore format: one question
  expect(grabbed).toEqual([])
})
