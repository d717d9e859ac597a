import { expect, test } from 'bun:test'
import { judge } from '../verdict/judge'
import { targetOf, type WantedFacts } from '../verdict/wanted'
import { FeedIndex } from './feed-index'

const words = ['Harbor', 'Glass', 'Salt', 'Copper', 'Quiet', 'Last', 'Night', 'Iron', 'Winter', 'Paper']
const nouns = ['Lights', 'Orchard', 'Road', 'Signal', 'Choir', 'Tide', 'Atlas', 'Garden', 'Fleet', 'Engine']
const names = words.flatMap((word) => nouns.map((noun) => `${word} ${noun}`))

const comics = names.flatMap((series): WantedFacts[] =>
  [3, 4, 5, 9].map((number) => ({
    kind: 'comic',
    series,
    year: 2015,
    issue: String(number),
    issue_date: '2016-02-10',
    allow_packs: true,
    missing: ['3', '4', '5', '9'],
  })),
)
const manga: WantedFacts[] = [
  { kind: 'manga', series: 'Kumo no Hashi', year: 2014, unit: 'volume', issue: '6', volume_count: 12 },
  { kind: 'manga', series: 'Kumo no Hashi', year: 2014, unit: 'chapter', issue: '45', in_volume: '5' },
]
const annual: WantedFacts = {
  kind: 'comic',
  series: 'Harbor Lights',
  year: 2016,
  booktype: 'annual',
  issue: '1',
  issue_date: '2016-08-03',
}
const wanted = [...comics, ...manga, annual]
const entries = wanted.map((each) => ({ item: each, target: targetOf(each, {}) }))
const index = new FeedIndex(entries)

const TITLES = [
  'Harbor Lights 004 (2016) (Digital)',
  'Harbor Lights 006 (2016) (Digital)',
  'Quiet Signal 009 (2016)',
  'Quiet Signal Annual 009 (2016)',
  'Harbor Lights Annual 001 (2016)',
  'Kumo no Hashi v06 (2016)',
  'Kumo no Hashi v05 (2016)',
  'Kumo no Hashi c045',
  'Nothing Wanted 003 (2016)',
  'Iron Fleet v04 - Low Tide (2016)',
]

test.each(TITLES)('%s is found for what judging everything would find it for', (title) => {
  const all = entries.filter(({ target }) => judge(target, { title }, 2026).accepted)
  const found = index.match({ title }, 2026).map(({ entry }) => entry)
  expect(new Set(found)).toEqual(new Set(all))
})

test('a pack is found once for each series it has, with all that it fills', () => {
  const hits = index.match({ title: 'Salt Road 001-012 (2015-2016)' }, 2026)
  expect(hits.map(({ verdict }) => verdict.satisfies)).toEqual([['3', '4', '5', '9']])
})

test('a pack of a week is found for everything that came out in it', () => {
  const hits = index.match({ title: '2016.02.10 Weekly Pack' }, 2026)
  expect(hits).toHaveLength(comics.length)
})
