import type { CrossIds } from '../../library/metadata/providers/provider'
import { addDays, monthsOn, UNCHANGED_AT } from './calendar'
import { coverSeed } from './cover'
import type { FakeIssue, FakeSeries } from './provider-data'

/** Invented comics. Most are in ComicVine and Metron, some in only one of them. */
export function comics(): FakeSeries[] {
  return [
    // Two runs of one name, which only the year and the numbers of issues separate.
    run('harbor-2012', 'Harbor Lights', 2012, ['comicvine', 'metron'], {
      at: 101_000,
      numbers: upTo(12),
      end_year: 2013,
      publication: 'ended',
      arcs: { 'The Long Night': ['3', '4', '5'], Signals: ['10', '11', '12'] },
    }),
    run('harbor-2019', 'Harbor Lights', 2019, ['comicvine', 'metron'], {
      at: 102_000,
      volume: 2,
      numbers: ['½', ...upTo(24)],
      arcs: { 'Low Water': ['1', '2', '3', '4'] },
    }),
    // The services list the annuals of a run as their own series.
    run('harbor-annual', 'Harbor Lights Annual', 2020, ['comicvine', 'metron'], {
      at: 103_000,
      book_type: 'Annual Series',
      numbers: upTo(3),
      step: 12,
    }),
    run('copper', 'Copper Orchard', 2015, ['comicvine', 'metron'], {
      at: 104_000,
      publisher: 'Kestrel',
      imprint: 'Kestrel Night',
      numbers: ['1', '1.MU', '2', '3', '4', '4.1', '5', '6', 'Annual 1'],
      end_year: 2016,
      publication: 'ended',
      aliases: ['The Copper Orchard', 'Orchard'],
    }),
    // Only in Metron, so without a ComicVine id.
    run('quiet', 'Quiet Signal', 2021, ['metron'], {
      at: 105_000,
      publisher: 'Open Window',
      book_type: 'Limited Series',
      numbers: upTo(5),
      end_year: 2021,
      publication: 'ended',
    }),
    run('paper', 'Paper Wolves', 2003, ['comicvine'], {
      at: 106_000,
      publisher: 'Rookery',
      numbers: [...upTo(8), '-1', '0'],
      aliases: ['Wolves of Paper'],
    }),
    // More issues than a page of a reply.
    run('atlas', 'Winter Atlas', 1998, ['comicvine', 'metron'], {
      at: 107_000,
      publisher: 'Two Rivers',
      numbers: upTo(230),
      end_year: 2017,
      publication: 'ended',
    }),
    run('divers', 'Glass Divers', 2018, ['comicvine', 'metron'], {
      at: 108_000,
      publisher: 'Blue Lantern Press',
      book_type: 'Trade Paperback',
      numbers: ['1'],
      end_year: 2018,
      publication: 'ended',
    }),
  ]
}

interface Run extends Partial<FakeSeries> {
  /** First id: ComicVine's as given, Metron's a tenth of it. */
  at: number
  numbers: string[]
  /** Months from one issue to the next. */
  step?: number
  arcs?: Record<string, string[]>
}

function run(key: string, name: string, year: number, known: ('comicvine' | 'metron')[], fields: Run): FakeSeries {
  const { at, numbers, step, arcs, ...rest } = fields
  const series: FakeSeries = {
    key,
    name,
    aliases: [],
    content_type: 'comic',
    year,
    publisher: 'Northgate',
    book_type: 'Ongoing Series',
    description: `${name} began in ${year}. A town, its keepers & what they keep from each other.`,
    language: 'en',
    publication: 'ongoing',
    genres: ['Adventure', 'Mystery'],
    tags: [],
    authors: ['Ines Calder'],
    artists: ['Tomas Rehn'],
    ids: idsAt(at, known),
    cover: coverSeed(`${key}/${numbers[0]}`),
    changed: UNCHANGED_AT,
    issues: [],
    ...rest,
  }
  series.issues = numbers.map((number, index) => issueAt(series, { number, index, at, step, known, arcs }))
  return series
}

interface Place {
  number: string
  index: number
  at: number
  step?: number
  known: ('comicvine' | 'metron')[]
  arcs?: Record<string, string[]>
}

function issueAt(series: FakeSeries, { number, index, at, step = 1, known, arcs = {} }: Place): FakeIssue {
  const key = `${series.key}/${number}`
  const cover_date = monthsOn(`${series.year}-03-01`, index * step)
  const annual = /^Annual (.+)$/.exec(number)?.[1]
  return {
    key,
    kind: annual ? 'annual' : 'issue',
    unit: 'issue',
    number: annual ?? number,
    title: `${['The Keeper', 'Slack Tide', 'A Lamp', 'Salt', 'Undertow'][index % 5]} ${index + 1}`,
    cover_date,
    release_date: addDays(cover_date, -54),
    summary: `In part ${number} of ${series.name} somebody leaves & somebody stays.`,
    page_count: 32,
    price: '3.99',
    upc: `7619${String(at + index).padStart(8, '0')}`,
    credits: [
      { name: 'Ines Calder', roles: ['Writer'] },
      { name: 'Tomas Rehn', roles: ['Penciller', 'Inker'] },
      { name: 'Mara Olin', roles: ['Colorist', 'CoverArtist'] },
    ],
    characters: ['Ada Brandt', 'The Ferryman'],
    teams: ['The Harbor Watch'],
    locations: ['Northgate Pier'],
    arcs: Object.keys(arcs).flatMap((name, place) =>
      arcs[name]!.includes(number) ? [{ name, id: String(at + 900 + place) }] : [],
    ),
    ids: idsAt(at * 10 + index + 1, known),
    cover: coverSeed(key),
    changed: UNCHANGED_AT,
  }
}

function idsAt(at: number, known: ('comicvine' | 'metron')[]): CrossIds {
  return {
    ...(known.includes('comicvine') ? { comicvine: String(at) } : {}),
    ...(known.includes('metron') ? { metron: String(at + 5_000_000) } : {}),
  }
}

function upTo(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1))
}
