import { describe, expect, test } from 'bun:test'
import { basename } from 'node:path'
import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import { runSteps } from '../../testing/harness/run-steps'
import { type Input, parseFiles } from '../../testing/imports/parsed-files'
import type { ContentType } from '../series/states'
import { type FileGroup, groupSteps, type LibraryView, localId } from './match'
import type { IssueInLibrary } from './parsed-file'
import type { LibrarySeries } from './runs'

const EMPTY: LibraryView = { named: () => [], find: () => undefined, bareNumbers: () => 'auto' }

const parseBelow = (files: Input[], kind: ContentType = 'comic', root = '/comics') => parseFiles(files, kind, { root })

/** `Harbor Lights (2015) 1,2,annual 1`: the form of a group in the tables below. */
function groupLine({ name, year, files }: FileGroup): string {
  const numbers = [...files.values()].map(({ kind, unit, number, end }) => {
    const word = kind === 'annual' ? 'annual ' : unit === 'issue' ? '' : `${unit} `
    return `${word}${number || '-'}${end ? `..${end}` : ''}`
  })
  return `${name}${year === undefined ? '' : ` (${year})`}: ${numbers.join(', ')}`
}

const groups = (files: Input[], kind: ContentType = 'comic', library = EMPTY) =>
  runSteps(groupSteps(parseBelow(files, kind), kind, library))
const read = (files: Input[], kind: ContentType = 'comic') => groups(files, kind).map(groupLine).sort()

const HARBOR = { series: 'Harbor Lights', year: 2015 } as const

describe('comics are grouped', () => {
  test.each<[string, Input[], string[]]>([
    [
      'by their folder and name',
      ['Harbor Lights (2015)/Harbor Lights 001 (2015).cbz', 'Harbor Lights (2015)/Harbor Lights 002 (2016).cbz'],
      ['Harbor Lights (2015): 1, 2'],
    ],
    [
      'by their folder when the names are numbers',
      ['Northgate/Harbor Lights (2015)/01.cbz', 'Northgate/Harbor Lights (2015)/02.cbz'],
      ['Harbor Lights (2015): 1, 2'],
    ],
    [
      'by name when they are not in folders',
      ['Harbor Lights 001 (2015).cbz', 'Copper Orchard 1 (2012).cbz'],
      ['Copper Orchard (2012): 1', 'Harbor Lights (2015): 1'],
    ],
    [
      'by ComicInfo, whatever their names',
      [
        ['scans/a.cbz', { ...HARBOR, number: '1' }],
        ['scans/b.cbz', { ...HARBOR, number: '2' }],
        ['scans/c.cbz', { series: 'Copper Orchard', number: '7', year: 2012 }],
      ],
      ['Copper Orchard: 7', 'Harbor Lights (2015): 1, 2'],
    ],
    [
      'together when only some carry ComicInfo',
      [
        ['Harbor Lights (2015)/Harbor Lights 001.cbz', { ...HARBOR, number: '1', volume: 2015 }],
        'Harbor Lights (2015)/Harbor Lights 002.cbz',
      ],
      ['Harbor Lights (2015): 1, 2'],
    ],
    [
      'with the series that ComicInfo gives to files of the same name',
      [['HL/HL 001.cbz', { ...HARBOR, number: '1' }], 'HL/HL 002.cbz', 'HL/003.cbz'],
      ['Harbor Lights (2015): 1, 2, 3'],
    ],
    [
      'across two folders when name and year agree',
      ['Harbor Lights (2015)/Harbor Lights 001.cbz', 'New/Harbor Lights (2015)/Harbor Lights 002.cbz'],
      ['Harbor Lights (2015): 1, 2'],
    ],
    [
      'apart when the folders name two runs',
      ['Harbor Lights (2011)/001.cbz', 'Harbor Lights (2016)/001.cbz', 'Harbor Lights (2016)/002.cbz'],
      ['Harbor Lights (2011): 1', 'Harbor Lights (2016): 1, 2'],
    ],
    [
      'apart when the numbers restart in later years',
      [
        'Harbor Lights 001 (2011).cbz',
        'Harbor Lights 002 (2012).cbz',
        'Harbor Lights 001 (2016).cbz',
        'Harbor Lights 002 (2017).cbz',
      ],
      ['Harbor Lights (2011): 1, 2', 'Harbor Lights (2016): 1, 2'],
    ],
    [
      'into the run whose years they fit',
      ['Harbor Lights (2011)/001.cbz', 'Harbor Lights (2016)/001.cbz', 'Harbor Lights 020 (2013).cbz'],
      ['Harbor Lights (2011): 1, 20', 'Harbor Lights (2016): 1'],
    ],
    [
      'by the ordinal of the run',
      [
        'Harbor Lights v3 (2016)/Harbor Lights v3 001 (2016).cbz',
        'Harbor Lights v3 002 (2016).cbz',
        'Harbor Lights v2 001 (2011).cbz',
      ],
      ['Harbor Lights (2011): 1', 'Harbor Lights (2016): 1, 2'],
    ],
    [
      'apart when ComicInfo has volume 1 for every run',
      [2011, 2016].flatMap((year) =>
        [1, 2].map(
          (n): Input => [
            `${year}/${n}.cbz`,
            { series: 'Harbor Lights', number: `${n}`, volume: 1, year: year + n - 1 },
          ],
        ),
      ),
      ['Harbor Lights (2011): 1, 2', 'Harbor Lights (2016): 1, 2'],
    ],
    [
      'apart by their ordinals when nothing else is known',
      ['Harbor Lights v1 001.cbz', 'Harbor Lights v2 001.cbz', 'Harbor Lights v1 002.cbz'],
      ['Harbor Lights: 1', 'Harbor Lights: 1, 2'],
    ],
    [
      'with their annuals',
      [
        'Harbor Lights (2015)/Harbor Lights 001 (2015).cbz',
        'Harbor Lights (2015)/Annuals/Harbor Lights Annual 01 (2016).cbz',
        'Harbor Lights Annual (2017)/Harbor Lights Annual 002 (2017).cbz',
        ['loose/x.cbz', { series: 'Harbor Lights Annual', number: '3', year: 2018, volume: 2018 }],
      ],
      ['Harbor Lights (2015): 1, annual 1, annual 2, annual 3'],
    ],
    [
      'by the first letters of their folder',
      ['Harbor Lights (2015)/HL 01.cbz', 'Harbor Lights (2015)/HL 02.cbz'],
      ['Harbor Lights (2015): 1, 2'],
    ],
    [
      'by the first letters, beside others that state more',
      ['Harbor Lights (2015)/Copper Orchard 01.cbz', 'Harbor Lights (2015)/Harbor Lights 01.cbz'],
      ['Copper Orchard: 1', 'Harbor Lights (2015): 1'],
    ],
    [
      'under the spelling of the better source',
      ['the harbor lights 1.cbz', ['x.cbz', { series: 'The Harbor Lights', number: '2' }]],
      ['The Harbor Lights: 1, 2'],
    ],
    ['even when no name is stated', ['001.cbz', '002.cbz'], ['comics: 1, 2']],
    [
      'apart when the ids of their series differ and their numbers meet',
      [
        ['a/1.cbz', { series: 'Harbor Lights', number: '1', providerIds: { comicvineVolume: '7' } }],
        ['a/2.cbz', { series: 'Harbor Lights', number: '2', providerIds: { comicvineVolume: '7' } }],
        ['a/x.cbz', { series: 'Harbor Lights', number: '1', providerIds: { comicvineVolume: '9' } }],
      ],
      ['Harbor Lights: 1', 'Harbor Lights: 1, 2'],
    ],
    [
      'together when the ids match, whatever year their folders state',
      [
        ['Harbor Lights (2015)/1.cbz', { series: 'Harbor Lights', number: '1', providerIds: { comicvineVolume: '7' } }],
        ['Harbor Lights (2016)/2.cbz', { series: 'Harbor Lights', number: '2', providerIds: { comicvineVolume: '7' } }],
      ],
      ['Harbor Lights (2015): 1, 2'],
    ],
    [
      'together when one id of a run is another',
      [
        ['a/1.cbz', { ...HARBOR, volume: 2015, number: '1', providerIds: { comicvineVolume: '7' } }],
        ['a/2.cbz', { ...HARBOR, volume: 2015, number: '2', providerIds: { comicvineVolume: '8' } }],
      ],
      ['Harbor Lights (2015): 1, 2'],
    ],
    [
      'under their folder when titles follow running numbers',
      ['Harbor Lights/01 - Low Tide.cbz', 'Harbor Lights/02 - High Tide.cbz', 'Harbor Lights/03 - Salt.cbz'],
      ['Harbor Lights: 1, 2, 3'],
    ],
    [
      'with neighbours whose name was typed wrong, where their number is the one that lacks',
      [1, 2, 3, 5, 6]
        .map((n): Input => `Harbor Lights (2015)/Harbor Lights ${n}.cbz`)
        .concat(['Harbor Lights (2015)/Harbor Lihgts 4.cbz', 'Harbor Lights (2015)/Harbor Lihgts 2.cbz']),
      ['Harbor Lights (2015): 1, 2, 3, 5, 6, 4', 'Harbor Lihgts: 2'],
    ],
    [
      "by the run in their names, whatever their neighbours' metadata states",
      [
        ['Harbor Lights/Harbor Lights v2 001.cbz', { ...HARBOR, number: '1', volume: 2 }],
        'Harbor Lights/Harbor Lights v1 001.cbz',
        ['Harbor Lights/Harbor Lights v3 001.cbz', { ...HARBOR, number: '1', volume: 1 }],
      ],
      ['Harbor Lights (2015): 1', 'Harbor Lights (2015): 1', 'Harbor Lights: 1'],
    ],
  ])('%s', (_, files, expected) => expect(read(files)).toEqual(expected))
})

describe('comics are numbered', () => {
  test.each<[string, Input[], string[]]>([
    [
      'as printed, copies as one issue',
      [
        'Harbor Lights (2015)/Harbor Lights ½ (2015).cbz',
        'Harbor Lights (2015)/Harbor Lights 1.MU (2015).cbz',
        'Harbor Lights (2015)/Harbor Lights 001 (2015) (digital).cbz',
        'Harbor Lights (2015)/Harbor Lights 1 (2015) (c2c).cbr',
      ],
      ['Harbor Lights (2015): ½, 1.MU, 1, 1'],
    ],
    [
      'with the range of a double issue',
      ['Harbor Lights (2015)/Harbor Lights 007-008 (2015).cbz'],
      ['Harbor Lights (2015): 7..8'],
    ],
    ['by a number that only a tag follows', ['Hero (2015)/5 (c2c).cbz'], ['Hero (2015): 5']],
    [
      'by the name where the number inside is that of a neighbour',
      [
        ['x/Harbor Lights 001.cbz', { ...HARBOR, number: '1' }],
        ['x/Harbor Lights 002.cbz', { ...HARBOR, number: '1' }],
        ['x/Harbor Lights 003.cbz', { ...HARBOR, number: '3' }],
      ],
      ['Harbor Lights (2015): 1, 2, 3'],
    ],
    [
      'as volumes when they have the pages of books and are among books',
      [
        'Harbor Lights (2015)/Harbor Lights 001 (2015).cbz',
        ['Harbor Lights (2015)/TPBs/Harbor Lights 001 (2016).cbz', { pages_: 160 }],
        ['Harbor Lights (2015)/TPBs/Harbor Lights 002 (2016).cbz', { pages_: 30 }],
        ['Harbor Lights (2015)/z.cbz', { ...HARBOR, number: '2', gtin: '978-1-4012-0752-6', pages_: 150 }],
      ],
      ['Harbor Lights (2015): 1, volume 2, volume 1, 2'],
    ],
    ['not at all when there is one', ['Low Tide (2014).cbz'], ['Low Tide (2014): -']],
    [
      'by their titles when there are several',
      ['Harbor Lights (2015)/Low Tide.cbz', 'Harbor Lights (2015)/High Tide.cbz'],
      ['Harbor Lights (2015): Low Tide, High Tide'],
    ],
    [
      'by the number after the name of their folder, even if it resembles a year',
      ['Weekly 7/Weekly 7 1999.cbz', 'Weekly 7/Weekly 7 2050.cbz', 'Weekly 7/Weekly 7 12.cbz'],
      ['Weekly 7: 1999, 2050, 12'],
    ],
    [
      'by the counter after a number that the folder has too, whatever is between them',
      [
        'Hollow Orchard 3 (1987)/Hollow Orchard 3 (1987) 01.cbz',
        'Hollow Orchard 3 (1987)/Hollow Orchard 3 (1987) 02 (c2c).cbz',
      ],
      ['Hollow Orchard 3 (1987): 1, 2'],
    ],
    [
      'by the last of two numbers where the folder ends in the first',
      ['Area 51/Area 51 (2015) 003.cbz', 'Area 51/Area 51 004.cbz', 'Fantastic 4 (2015)/Fantastic 4 012.cbz'],
      ['Area 51 (2015): 3, 4', 'Fantastic 4 (2015): 12'],
    ],
    [
      'by what counts where all of a name have one number in common',
      ['Old Weekly 3 (1987) 01.cbz', 'Old Weekly 3 (1987) 02.cbz', 'Old Weekly 3 (1987) 03.cbz'],
      ['Old Weekly 3 (1987): 1, 2, 3'],
    ],
    [
      'by their names alone in folders of decades',
      ['1990s/Old Weekly 12 (1994).cbz', 'Old Weekly/1990s/Old Weekly 13 (1994).cbz', '90s/Tide.cbz'],
      ['Old Weekly: 12, 13', 'Tide: -'],
    ],
    [
      'by digits right after the same word in several files',
      ['x/tide001.cbz', 'x/tide002.cbz', 'x/tide003.cbz', 'y/fog1.cbz'],
      ['fog1: -', 'tide: 1, 2, 3'],
    ],
    [
      'by the number before a year when no number follows it',
      ['Old Weekly 3 (1987).cbz', 'Old Weekly 4 (1987).cbz', 'Old Weekly 5 (1987) 2000 Leagues.cbz'],
      ['Old Weekly: 3, 4, 5'],
    ],
    [
      'as volumes when they are collected editions',
      [
        'Harbor Lights (2015)/Harbor Lights 001 (2015).cbz',
        'Harbor Lights (2015)/TPBs/Harbor Lights v01 - Low Tide (2016) (TPB).cbz',
        [
          'Harbor Lights (2015)/TPBs/b.cbz',
          { series: 'Harbor Lights', number: '2', format: 'Trade Paper Back', volume: 2015 },
        ],
      ],
      ['Harbor Lights (2015): 1, volume 1, volume 2'],
    ],
    [
      'with the word of a special',
      [
        'Harbor Lights (2015)/Harbor Lights 001 (2015).cbz',
        'Harbor Lights (2015)/Harbor Lights Special 1 (2016).cbz',
        'Harbor Lights (2015)/Harbor Lights FCBD (2017).cbz',
      ],
      ['Harbor Lights (2015): 1, Special 1, FCBD 2017'],
    ],
    [
      'by ComicInfo where the name differs',
      [['x/Harbor Lights 004.cbz', { ...HARBOR, number: '003' }]],
      ['Harbor Lights: 3'],
    ],
    ['by the year when an annual has no number', ['Harbor Lights Annual 2015.cbz'], ['Harbor Lights: annual 2015']],
  ])('%s', (_, files, expected) => expect(read(files)).toEqual(expected))
})

describe('manga is read', () => {
  test.each<[string, Input[], string[]]>([
    [
      'by volumes',
      ['Quiet Wolves/Quiet Wolves v01.cbz', 'Quiet Wolves/Quiet Wolves v02.cbz'],
      ['Quiet Wolves: volume 1, volume 2'],
    ],
    [
      'by chapters',
      ['Quiet Wolves/Quiet Wolves c001.cbz', 'Quiet Wolves/Quiet Wolves v01 c002.cbz'],
      ['Quiet Wolves: chapter 1, chapter 2'],
    ],
    [
      'with chapters in volume folders',
      ['Quiet Wolves/Vol 1/003.cbz', 'Quiet Wolves/Vol 2/004.cbz'],
      ['Quiet Wolves: chapter 3, chapter 4'],
    ],
    [
      'with bare numbers as chapters',
      ['Quiet Wolves/Quiet Wolves 012.cbz', 'Quiet Wolves/13.cbz'],
      ['Quiet Wolves: chapter 12, chapter 13'],
    ],
    [
      'with bare numbers as volumes when the files are that thick',
      [
        ['Quiet Wolves/Quiet Wolves 1.cbz', { pages_: 190 }],
        ['Quiet Wolves/Quiet Wolves 2.cbz', { pages_: 186 }],
      ],
      ['Quiet Wolves: volume 1, volume 2'],
    ],
    [
      'with bare numbers after the last volume as volumes when they are as thick',
      [
        ['Quiet Wolves/Quiet Wolves v01.cbz', { pages_: 200 }],
        ['Quiet Wolves/Quiet Wolves 002.cbz', { pages_: 190 }],
        ['Quiet Wolves/Quiet Wolves 003.cbz', { pages_: 180 }],
      ],
      ['Quiet Wolves: volume 1, volume 2, volume 3'],
    ],
    [
      'by the volume inside where the name has the same number',
      [['w/Quiet Wolves 03.cbz', { series: 'Quiet Wolves', volume: 3 }]],
      ['Quiet Wolves: volume 3'],
    ],
    [
      'with bare numbers after the last volume as chapters',
      [
        'Quiet Wolves/Quiet Wolves v01.cbz',
        'Quiet Wolves/Quiet Wolves v02.cbz',
        'Quiet Wolves/Quiet Wolves 12.cbz',
        'Quiet Wolves/Quiet Wolves 13.cbz',
      ],
      ['Quiet Wolves: volume 1, volume 2, chapter 12, chapter 13'],
    ],
    [
      'with bare numbers as volumes when they fit the marked ones',
      [
        'Quiet Wolves/Quiet Wolves v01.cbz',
        'Quiet Wolves/Quiet Wolves v02.cbz',
        'Quiet Wolves/Quiet Wolves v03.cbz',
        'Quiet Wolves/Quiet Wolves 2.cbz',
      ],
      ['Quiet Wolves: volume 1, volume 2, volume 3, volume 2'],
    ],
    [
      'by ComicInfo',
      [
        ['w/a.cbz', { series: 'Quiet Wolves', volume: 3 }],
        ['w/b.cbz', { series: 'Quiet Wolves', volume: 3, number: '21' }],
        ['w/Quiet Wolves v04.cbz', { series: 'Quiet Wolves', number: '4' }],
      ],
      ['Quiet Wolves: volume 3, chapter 21, volume 4'],
    ],
  ])('%s', (_, files, expected) => expect(read(files, 'manga')).toEqual(expected))

  test('from right to left unless ComicInfo says otherwise', () => {
    const direction = (kind: ContentType, manga?: ComicInfo['manga']) =>
      groups([['Quiet Wolves/1.cbz', { series: 'Quiet Wolves', manga }]], kind)[0]?.direction
    expect(direction('manga')).toBe('rtl')
    expect(direction('manga', 'Yes')).toBe('rtl')
    expect(direction('manga', 'No')).toBe('ltr')
    expect(direction('comic')).toBe('ltr')
    expect(direction('comic', 'YesAndRightToLeft')).toBe('rtl')
    const of = (kind: ContentType, ...values: ComicInfo['manga'][]) =>
      groups(
        values.map((manga, at) => [`w/${at}.cbz`, { series: 'Quiet Wolves', number: `${at + 1}`, manga }]),
        kind,
      )[0]!.direction
    expect(of('comic', 'YesAndRightToLeft', 'No')).toBe('ltr')
    expect(of('manga', 'Yes', 'No')).toBe('rtl')
    expect(of('manga', 'Yes', 'No', 'No')).toBe('ltr')
  })
})

describe('confidence', () => {
  const numbered = (make: (n: number) => Input) => Array.from({ length: 12 }, (_, n) => make(n + 1))
  const pad = (n: number) => String(n).padStart(3, '0')
  const confidence = (files: Input[]) => groups(files)[0]!.confidence

  test('is high when folders or ComicInfo state the run, and lower for names only and for nothing', () => {
    const info = numbered((n) => [`Harbor Lights (2015)/${n}.cbz`, { ...HARBOR, number: `${n}`, volume: 2015 }])
    const both = numbered((n) => `Harbor Lights (2015)/Harbor Lights ${pad(n)} (2015).cbz`)
    const numbers = numbered((n) => `Harbor Lights (2015)/${pad(n)}.cbz`)
    for (const files of [info, both, numbers]) expect(confidence(files)).toBeGreaterThanOrEqual(90)
    const names = confidence(numbered((n) => `Harbor Lights ${pad(n)} (2015).cbz`))
    expect(names).toBeWithin(70, confidence(both))
    expect(confidence(numbered((n) => `${pad(n)}.cbz`))).toBeLessThan(40)
  })

  test('falls where sources contradict each other', () => {
    const inputsOf = (series: string) =>
      numbered((n) => [`Harbor Lights ${pad(n)}.cbz`, { series, number: `${n}`, volume: 2015 }])
    expect(confidence(inputsOf('Copper Orchard'))).toBeLessThan(confidence(inputsOf('Harbor Lights')) - 5)
  })

  test.each<[string, Input[], string]>([
    [
      'a cover',
      ['Harbor Lights (2015)/Harbor Lights 1.cbz', ['Harbor Lights (2015)/Harbor Lights 2.cbz', { pages_: 1 }]],
      'Harbor Lights 2.cbz has 1 page: a cover, not an issue',
    ],
    [
      'a file that is the odd one in its folder',
      [1, 2, 3, 4]
        .map((n): Input => `Copper Orchard/Copper Orchard ${n}.cbz`)
        .concat('Copper Orchard/Harbor Lights 9.cbz'),
      'Most files beside it are of Copper Orchard',
    ],
    [
      'ids that differ',
      [1, 2].map(
        (n): Input => [
          `a/${n}.cbz`,
          { ...HARBOR, volume: 2015, number: `${n}`, providerIds: { comicvineVolume: `${n}` } },
        ],
      ),
      'The files name 2 ids at Comic Vine: 1, 2',
    ],
    [
      'a barcode of another number',
      [['a/1.cbz', { ...HARBOR, number: '2', gtin: '76194130593600111' }]],
      'The barcode gives another number in 1 of 1 files',
    ],
    [
      'another run of the name',
      ['Harbor Lights (2015)/1.cbz', 'Harbor Lights (2019)/1.cbz'],
      'There is another run of this name',
    ],
    [
      'a number that is far from the rest',
      [1, 2, 3, 900].map((n): Input => `Harbor Lights (2015)/Harbor Lights ${n}.cbz`),
      'Number 900 is far from the others',
    ],
    [
      'bare numbers among names',
      [1, 2, 3, 4].map((n): Input => `Harbor Lights/Harbor Lights ${n}.cbz`).concat('Harbor Lights/005.cbz'),
      '005.cbz is named differently',
    ],
  ])('falls for %s', (_, files, reason) => {
    const found = groups(files).find(({ evidence }) => evidence.includes(reason))
    expect(found?.parts.find((part) => part.reason === reason)?.points).toBeLessThan(0)
  })

  test('lists its evidence', () => {
    const [group] = groups(
      numbered((n) => [`Harbor Lights (2015)/Harbor Lights ${pad(n)}.cbz`, { ...HARBOR, number: `${n}` }]),
    )
    expect(group?.evidence).toEqual([
      'ComicInfo names the series in 12 of 12 files',
      'The file names agree with what is inside',
      'Numbers 1 to 12 without a gap',
      'ComicInfo and names say that it began in 2015',
    ])
    const [gappy] = groups([1, 2, 5, 6].map((n) => `Harbor Lights ${n}.cbz`))
    expect(gappy?.evidence).toEqual([
      'Only the file names name the series',
      'Numbers 1 to 6; 3 and 4 are not there',
      'Start year unknown',
    ])
  })
})

describe('groups', () => {
  const FILES = ['Harbor Lights (2015)/Harbor Lights 001.cbz', 'Copper Orchard 1 (2012).cbz']
  const LIBRARY: LibrarySeries = {
    comic_id: 'cv-7',
    name: 'Harbor Lights',
    key: 'harborlights',
    year: 2015,
    volume: null,
  }
  const library = (series: LibrarySeries): LibraryView => ({
    named: (key) => (key === series.key ? [series] : []),
    find: (id) => (id === series.comic_id ? series : undefined),
    bareNumbers: () => 'auto',
  })

  test('have the same ids wherever the library folder is', () => {
    const ids = (root: string) =>
      runSteps(groupSteps(parseBelow(FILES, 'comic', root), 'comic', EMPTY)).map(({ comic_id }) => comic_id)
    expect(ids('/comics')).toEqual(ids('/mnt/nas/books'))
    expect(new Set(ids('/comics')).size).toBe(2)
    for (const id of ids('/comics')) expect(id).toMatch(/^local-[0-9a-f]{16}$/)
  })

  test('keep the ids that earlier scans gave them', () => {
    const harbor = { kind: 'comic', key: 'harborlights' } as const
    expect(localId(harbor, 1)).toBe('local-d323677a71ef7f7c')
    expect(localId({ ...harbor, year: 2015 }, 1)).toBe('local-557eb9b64265b35e')
    expect(localId({ ...harbor, year: 2015, ordinal: 2 }, 1)).toBe('local-0788faec37a43de5')
    expect(localId({ ...harbor, year: 2015 }, 2)).toBe('local-3c4ebe8506296621')
  })

  test('are the series of the library with that name and year', () => {
    const found = groups(FILES, 'comic', library(LIBRARY)).map(({ comic_id }) => comic_id)
    expect(found).toContain('cv-7')
    expect(found).toHaveLength(2)
    expect(groups(['Harbor Lights (1998)/001.cbz'], 'comic', library(LIBRARY))[0]?.existing).toBeUndefined()
  })

  test('are the series of their neighbours, also when it was renamed', () => {
    const libraryIssue: IssueInLibrary = { comic_id: 'cv-7', kind: 'issue', unit: 'issue', number: '1' }
    const renamed = { ...LIBRARY, name: 'The Lights', key: 'lights', year: 1999 }
    const found = groups(
      [['HL/Harbor Lights 001.cbz', { libraryIssue }], 'HL/Harbor Lights 002.cbz'],
      'comic',
      library(renamed),
    )
    expect(found.map(groupLine)).toEqual(['The Lights (1999): 1, 2'])
  })

  test('are one when the library has the series under two names', () => {
    const libraryIssue: IssueInLibrary = { comic_id: 'cv-7', kind: 'issue', unit: 'issue', number: '2' }
    const files: Input[] = [FILES[0]!, ['Tin/Tin Sea 002.cbz', { libraryIssue }]]
    expect(groups(files, 'comic', library(LIBRARY)).map(groupLine)).toEqual(['Harbor Lights (2015): 1, 2'])
  })

  test('have the spelling of most of their files, and the first of two equally frequent ones', () => {
    const named = (...names: string[]) => groups(names.map((name, at) => `New/${name} ${at + 1}.cbz`))[0]!.name
    expect(named('HARBOR LIGHTS', 'Harbor Lights', 'Harbor Lights')).toBe('Harbor Lights')
    expect(named('Harbor Lights', 'Harbor Lights', 'HARBOR LIGHTS')).toBe('Harbor Lights')
    expect(named('HARBOR LIGHTS', 'Harbor Lights')).toBe('HARBOR LIGHTS')
  })

  test('have the publisher of most of the files with one name', () => {
    const of = (...publishers: (string | undefined)[]) =>
      groups(
        publishers.map((publisher, at): Input => [`x/${at}.cbz`, { ...HARBOR, number: `${at + 1}`, publisher }]),
      )[0]!.publisher
    expect(of(undefined, undefined, 'Northgate')).toBe('Northgate')
    expect(of('Kestrel', 'Northgate', 'Northgate')).toBe('Northgate')
    expect(of('Northgate', 'Northgate', 'Kestrel')).toBe('Northgate')
    expect(of(undefined)).toBeUndefined()
  })

  test('are the series that was imported under their id and renamed', () => {
    const [first] = groups(FILES)
    const renamed = { ...LIBRARY, comic_id: first!.comic_id, name: 'The Lights', key: 'lights' }
    expect(groups(FILES, 'comic', library(renamed))[0]?.existing?.name).toBe('The Lights')
  })

  test.each<[string, Input[], string | undefined]>([
    [
      'their folder',
      ['A/Harbor Lights (2015)/001.cbz', 'A/Harbor Lights (2015)/002.cbz'],
      '/comics/A/Harbor Lights (2015)',
    ],
    [
      'the folder above folders that sort',
      ['Harbor Lights/001.cbz', 'Harbor Lights/TPBs/Harbor Lights v1 TPB.cbz'],
      '/comics/Harbor Lights',
    ],
    [
      'the folder of the series above its volumes',
      ['Harbor Lights/Vol 1/001.cbz', 'Harbor Lights/Vol 2/Harbor Lights Annual 1 (2015).cbz'],
      '/comics/Harbor Lights',
    ],
    [
      'a folder of another name that contains some of them',
      ['Northgate/Harbor Lights 001.cbz', 'Northgate/TPBs/Harbor Lights v1 TPB.cbz'],
      '/comics/Northgate',
    ],
    [
      'no folder of another name that contains none of them directly',
      ['N-R/A/Harbor Lights 001.cbz', 'N-R/B/Harbor Lights 002.cbz'],
      undefined,
    ],
    ['no folder when they are in several', ['A/Harbor Lights 001.cbz', 'B/Harbor Lights 002.cbz'], undefined],
    ['no folder when that is the library folder', ['Harbor Lights 001.cbz'], undefined],
  ])('are in %s', (_, files, expected) => expect(groups(files)[0]?.location).toBe(expected!))

  test('have no folder when two library folders contain them', () => {
    const files = ['/comics', '/more'].flatMap((root) => parseBelow(['Harbor Lights/001.cbz'], 'comic', root))
    expect(runSteps(groupSteps(files, 'comic', EMPTY)).map(({ location }) => location)).toEqual([undefined])
  })

  test('lose no file', () => {
    const files = [
      'a.cbz',
      'b/c.cbz',
      'b/1.cbz',
      'Special.cbz',
      'Annual.cbz',
      '(2015).cbz',
      '[x].cbz',
      '….cbz',
      'b/v1/c2.cbz',
      '2015/01.cbz',
    ]
    for (const kind of ['comic', 'manga'] as const) {
      const found = groups(files, kind).flatMap((group) => [...group.files.keys()].map(({ name }) => name))
      expect(found.sort()).toEqual(files.map((file) => basename(file)).sort())
    }
  })

  test('number every issue once', () => {
    for (const group of groups(
      FILES.concat('Harbor Lights (2015)/Harbor Lights 1.cbz', 'Harbor Lights (2015)/x.cbz'),
    )) {
      const numbers = [...group.files.values()].map(({ kind, unit, number }) => `${kind} ${unit} ${number}`)
      expect(group.issues).toBe(new Set(numbers).size)
    }
  })
})
