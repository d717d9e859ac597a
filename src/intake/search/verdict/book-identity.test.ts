import { describe, expect, test } from 'bun:test'
import { checkSpellings } from '../../../testing/indexers/spellings'
import { volumeInName } from './book-identity'
import { judgeRelease } from './judge'
import { targetOf, type WantedFacts } from './wanted'

const book: WantedFacts = { kind: 'comic', series: '', issue: '1', booktype: 'tpb', issue_count: 1 }

checkSpellings(
  "the volume in a wanted book's own name",
  { ...book, series: 'Copper Girls Vol. 3', aliases: ['Copper Girls', 'CG'], year: 2017 },
  {
    accepted: `
    Copper Girls v03 (2017) (Digital) (ABC-Empire)
    Copper Girls Vol. 3 (2017)
    Copper Girls Volume Three
    Copper Girls, Vol. 3: Low Tide
    Copper Girls v03 - Low Tide (2017)
    Copper Girls TPB v03 (2017)
    Copper Girls TPB 3 (2017)
    Copper Girls v03 (#11-15) (2017)
    Copper.Girls.v03.2017.digital.ABC-Empire
    Copper Girls Book Three (2017)
    CG v03 (2017)
  `,
    refused: `
    Copper Girls v01 (2016) (Digital) (ABC-Empire)
    Copper Girls v01 (2017)
    Copper Girls v13 (2017)
    Copper Girls (2017) (TPB)
    Copper Girls (2017)
    Copper Girls v01-03 (2017)
    Copper Girls 001 (2017)
    Copper Girls 003 (2017)
    Copper Girls v03 #1 (2017)
    Copper Girls v03 (2009)
    Copper Girls v03 (2017) (German)
    Copper Girls Book One (2017)
    Copper Girls Book Three
    CG v01 (2017)
    Copper Boys v03 (2017)
  `,
  },
)

checkSpellings(
  'without the alias',
  { ...book, series: 'Copper Girls Vol. 3', issue_count: null },
  {
    accepted: 'Copper Girls v03 (2017) (Digital)\nCopper Girls Vol. 3 (2017)\nCopper Girls TPB v03',
    refused: 'Copper Girls v01 (2017)\nCopper Girls (2017) (TPB)\nCopper Girls 003 (2017)',
  },
)

checkSpellings(
  'a book numbered in words',
  { ...book, series: 'Copper Girls Book Two', aliases: ['Copper Girls'], year: 2017 },
  {
    accepted:
      'Copper Girls Book Two (2017)\nCopper Girls - Book 02 (2017)\nCopper Girls Book 2\nCopper Girls v02 (2017)',
    // Volumes of the same series may contain other issues: only the year shows that they are the same.
    refused: 'Copper Girls v01 (2017)\nCopper Girls Book One (2017)\nCopper Girls v02\nCopper Girls v02 (2013)',
  },
)

checkSpellings(
  'an omnibus',
  { ...book, series: 'Copper Girls Omnibus Vol. 3', aliases: ['Copper Girls'], booktype: 'omnibus' },
  {
    accepted: 'Copper Girls Omnibus v03 (2018)\nCopper Girls Omnibus Vol. 3 - Low Tide (2018)\nCopper Girls Omnibus 3',
    refused: 'Copper Girls Omnibus v01 (2018)\nCopper Girls v03 (2018)\nCopper Girls v01\nCopper Girls Omnibus (2018)',
  },
)

checkSpellings(
  'a compendium numbered after the word for it',
  { ...book, series: 'Copper Girls Compendium Two', aliases: ['Copper Girls'], year: 2013 },
  {
    accepted: `
    Copper Girls Compendium v02 (2013)
    Copper Girls Compendium Two (2013)
    Copper Girls Compendium Vol. 2 (2013)
    Copper Girls Compendium 2 (2013) (Digital)
  `,
    refused: 'Copper Girls Compendium v01\nCopper Girls v02\nCopper Girls Compendium One\nCopper Girls Compendium',
  },
)

for (const booktype of ['tpb', 'hc', ''])
  checkSpellings(
    `a deluxe edition (${booktype})`,
    { ...book, series: 'Copper Girls: Deluxe Edition Book 3', aliases: ['Copper Girls'], booktype, issue_count: null },
    {
      accepted: `
      Copper Girls Deluxe Edition Book 3 (2019)
      Copper Girls Deluxe Edition v03 (2019)
      Copper Girls - Book Three Deluxe Edition (2019)
    `,
      refused: `
      Copper Girls v03
      Copper Girls Book Three
      Copper Girls 001
      Copper Girls Deluxe Edition v01
      Copper Girls Book One Deluxe Edition
    `,
    },
  )

checkSpellings(
  'a paperback, named by the word for it',
  { ...book, series: 'Copper Girls TPB Vol. 3' },
  {
    accepted: 'Copper Girls v03 (2017)\nCopper Girls TPB v03\nCopper Girls TPB 3',
    refused: 'Copper Girls v01\nCopper Girls TPB v01\nCopper Girls 003',
  },
)

checkSpellings(
  'an epic collection',
  {
    ...book,
    series: 'Copper Girls Epic Collection Vol. 14',
    aliases: ['Copper Girls', 'Copper Girls Epic Collection'],
  },
  {
    accepted: 'Copper Girls Epic Collection v14 - Low Tide (2019)\nCopper Girls Epic Collection Vol. 14 (2019)',
    refused: `
    Copper Girls Epic Collection v01 - Low Tide (2014)
    Copper Girls v14 (2019)
    Copper Girls v01 - Low Tide (2001)
    Copper Girls 014 (2019)
  `,
  },
)

for (const [booktype, issue_count] of [['tpb', 1], ['Print', 1], ['tpb', null]] as const) // biome-ignore format: one line
  checkSpellings(
    `a subtitle (${booktype} of ${issue_count})`,
    { ...book, series: 'Copper Girls: Death of the Tide', aliases: ['Copper Girls'], booktype, issue_count },
    {
      accepted: `
      Copper Girls v03 - Death of the Tide (2013)
      Copper Girls - Death of the Tide (2013) (Digital)
      Copper Girls Death of the Tide (2013)
      Copper Girls - Death of the Tide TPB (2013)
    `,
      refused: `
      Copper Girls v01 - The Court of Crabs (2012)
      Copper Girls v01 (2012)
      Copper Girls TPB (2013)
      Copper Girls - The Court of Crabs (2013) (TPB)
      Copper Girls 001 (2011)
    `,
    },
  )

checkSpellings(
  'a volume and a subtitle',
  { ...book, series: 'Copper Girls Vol. 3: Death of the Tide', aliases: ['Copper Girls'] },
  {
    accepted: `
    Copper Girls v03 - Death of the Tide (2013)
    Copper Girls - Death of the Tide (2013)
    Copper Girls Vol. 3 - Death of the Tide (2013)
    Copper Girls v03 (2013)
  `,
    refused: `
    Copper Girls v01 - The Court of Crabs (2012)
    Copper Girls v01 - Death of the Tide (2013)
    Copper Girls v03 - The Court of Crabs (2013)
    Copper Girls v01 (2013)
  `,
  },
)

checkSpellings(
  'an alias that the books of another edition have as well',
  { ...book, series: 'Absolute Copper Girls Volume One', aliases: ['Copper Girls'] },
  {
    accepted: 'Absolute Copper Girls v01 (2006)\nAbsolute Copper Girls Volume One (2006)',
    refused: 'Copper Girls v01 - Low Tide\nCopper Girls v01\nAbsolute Copper Girls v02 (2006)',
  },
)

checkSpellings(
  'a volume of manga with the number in its name',
  { kind: 'manga', series: 'Clouds Vol. 3', aliases: ['Clouds'], unit: 'volume', issue: '1' },
  { accepted: 'Clouds v03 (2009) (Digital)\nClouds Vol. 3', refused: 'Clouds v01\nClouds c003\nClouds v01-06' },
)

checkSpellings(
  'a book in several volumes, of a numbered run',
  { ...book, series: 'Copper Girls Vol. 2', aliases: ['Copper Girls'], issue: '3', issue_count: 4 },
  { accepted: 'Copper Girls Vol. 2 v03', refused: 'Copper Girls v03\nCopper Girls v02' },
)

checkSpellings(
  'an issue of a run that only its name numbers',
  { kind: 'comic', series: 'Copper Girls Vol. 2', aliases: ['Copper Girls'], issue: '5', issue_count: 40 },
  { accepted: 'Copper Girls v2 005 (1999)\nCopper Girls 005 (1999)', refused: 'Copper Girls v1 005 (1964)' },
)

describe('aliases that stay names of a book', () => {
  test.each([
    ['with a word for books after it', 'Copper Girls TPB', 'Copper Girls', 'Copper Girls v03'],
    ['of manga', 'Clouds: Kumo no Hashi', 'Clouds', 'Clouds v03'],
    ['that is the subtitle', 'Copper Girls: Death of the Tide', 'Death of the Tide', 'Death of the Tide v03'],
    ['in another language', 'Copper Girls: Low Tide', 'Kupfermädchen', 'Kupfermädchen v03'],
  ])('%s', (_, series, alias, title) => {
    const kind = series.startsWith('Clouds') ? ('manga' as const) : ('comic' as const)
    const wanted = { ...book, kind, series, aliases: [alias], issue: '3', issue_count: 9, unit: 'volume' as const }
    expect(judgeRelease(targetOf(wanted, {}), { title }, 2026).accepted).toBe(true)
  })
})

describe('the volume in a name', () => {
  test.each([
    ['Copper Girls Vol. 3', 'Copper Girls', '3', ''],
    ['Copper Girls, Volume Three', 'Copper Girls', '3', ''],
    ['Copper Girls v03', 'Copper Girls', '3', ''],
    ['Copper Girls - Book Two', 'Copper Girls', '2', ''],
    ['Copper Girls (Vol. 2)', 'Copper Girls', '2', ''],
    ['Copper Girls Volume II', 'Copper Girls', '2', ''],
    ['Copper Girls Vol. 3: Low Tide', 'Copper Girls', '3', 'Low Tide'],
    ['Copper Girls Compendium Two', 'Copper Girls Compendium', '2', ''],
    ['Copper Girls Omnibus 3: Low Tide', 'Copper Girls Omnibus', '3', 'Low Tide'],
    ['Copper Girls Book 1: Deluxe Edition', 'Copper Girls Deluxe Edition', '1', ''],
  ])('%s', (name, stem, volume, subtitle) => {
    expect(volumeInName(name)).toMatchObject({ stem, volume, subtitle })
  })

  test.each(['Copper Girls', 'Copper Girls 3', 'Book of Crabs', 'The Comic Book', 'V for Crab', 'Red Band', ''])(
    'none: %s',
    (name) => expect(volumeInName(name)).toBeUndefined(),
  )
})

describe('the reason names what differs', () => {
  const wanted = { ...book, series: 'Copper Girls Vol. 3', aliases: ['Copper Girls'] }
  const titled = { ...book, series: 'Copper Girls: Low Tide', aliases: ['Copper Girls'] }
  test.each([
    [wanted, 'Copper Girls v01', 'Wrong volume: 1 (wanted: 3)'],
    [wanted, 'Copper Girls (2017) (TPB)', 'No volume in the name (wanted: Copper Girls Vol. 3)'],
    [titled, 'Copper Girls v01 - High Tide', 'Different book: High Tide (wanted: Copper Girls: Low Tide)'],
    [titled, 'Copper Girls v01', 'Not by the full name of the book (wanted: Copper Girls: Low Tide)'],
  ])('%o: %s', (facts, title, message) => {
    const verdict = judgeRelease(targetOf(facts, {}), { title }, 2026)
    expect(verdict.reasons.map((reason) => reason.message)).toEqual([message])
  })
})
