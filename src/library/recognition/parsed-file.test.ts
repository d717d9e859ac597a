import { describe, expect, test } from 'bun:test'
import { type Input, parseFiles } from '../../testing/imports/parsed-files'
import { readFolderNames, type SidecarFacts } from './folder-facts'
import { dateOf, type InspectedFile, parseFile, trimComicInfo } from './parsed-file'

/** How a file is parsed when its name, its folders and its metadata disagree. */

const parsed = (file: Input, beside: Record<string, SidecarFacts> = {}) => parseFiles([file], 'comic', { beside })[0]!
const inside = (path: string, more: object): Input => [path, { series: 'Harbor Lights', number: '1', ...more }]
const json = (name: string, more: object = {}) => ({ json: { name, collects: [], ...more } }) as unknown as SidecarFacts

describe('the run of a file', () => {
  test.each<[string, Input, { year?: number; ordinal?: number }]>([
    ['is that of its folder', 'Harbor Lights (2015)/Harbor Lights 1.cbz', { year: 2015 }],
    ["is not that of another series' folder", 'Tin Sea (2015)/Harbor Lights 1.cbz', {}],
    ['is its own before that of its folder', 'Harbor Lights (2015)/Harbor Lights v2018 1.cbz', { year: 2018 }],
    ["is that of the metadata before the name's", inside('x/Harbor Lights v2018 1.cbz', { volume: 2011 }), { year: 2011 }],
    ['has the ordinal of its folder', 'Harbor Lights v2/Harbor Lights 1.cbz', { ordinal: 2 }],
    ['has the ordinal of its name before that', 'Harbor Lights v2/Harbor Lights v3 1.cbz', { ordinal: 3 }],
    ['has the ordinal of the metadata', inside('x/Harbor Lights v3 1.cbz', { volume: 4 }), { ordinal: 4 }],
    ['has volume 1 of the metadata when the name has no other', inside('x/Harbor Lights 1.cbz', { volume: 1 }), { ordinal: 1 }],
    ['lacks volume 1 of the metadata when the name has another', inside('x/Harbor Lights v3 1.cbz', { volume: 1 }), { ordinal: 3 }],
    ['lacks volume 1 of the metadata when the name has a year', inside('x/Harbor Lights v2018 1.cbz', { volume: 1 }), { year: 2018 }],
    ['has volume 2 of the metadata when the name has a year', inside('x/Harbor Lights v2018 1.cbz', { volume: 2 }), { year: 2018, ordinal: 2 }],
    ['is not the number of a collected edition', 'x/Harbor Lights v03.cbz', {}],
    ['is not that of the metadata', inside('x/Harbor Lights TPB.cbz', { volume: 3, format: 'TPB' }), {}],
    ['counts the run, and not the file, in the folder of the series', 'Harbor Lights Vol. 1 (2015)/Harbor Lights.cbz', { year: 2015, ordinal: 1 }],
    ['is that of its parent for an annual', 'Harbor Lights (2015)/Harbor Lights Annual 1.cbz', { year: 2015 }],
    ['is not that of a folder of annuals', 'Harbor Lights Annual (2016)/Harbor Lights Annual 1.cbz', {}],
  ])('%s', (_, file, run) => {
    const { year, ordinal } = parsed(file).run
    expect({ ...(year ? { year } : {}), ...(ordinal ? { ordinal } : {}) }).toEqual(run)
  }) // biome-ignore format: a table

  test('of manga comes from its folder only', () => {
    const run = (path: string) => parseFiles([path], 'manga')[0]!.run
    expect(run('Quiet Wolves (2015)/Quiet Wolves v03.cbz')).toEqual({ year: 2015 })
    expect(run('Quiet Wolves v2/Quiet Wolves 003.cbz')).toEqual({ year: undefined })
  })
})

describe('the ids of a file', () => {
  const folder = 'Harbor Lights (2015)'
  const beside = { [folder]: { volumeId: '77' } }

  test('come from its folder, if that belongs to its series', () => {
    expect(parsed(`${folder}/Harbor Lights 1.cbz`, beside)).toMatchObject({
      ids: { comicvineVolume: '77' },
      folderId: '77',
      idsDiffer: false,
    })
    const other = parsed(inside(`${folder}/1.cbz`, { series: 'Tin Sea' }), beside)
    expect([other.ids, other.folderId, other.idsDiffer]).toEqual([{}, undefined, false])
  })

  test('win over those of the folder, and a difference is reported', () => {
    const own = (id: string) => parsed(inside(`${folder}/1.cbz`, { providerIds: { comicvineVolume: id } }), beside)
    expect([own('5').ids, own('5').idsDiffer]).toEqual([{ comicvineVolume: '5' }, true])
    expect([own('77').ids, own('77').idsDiffer]).toEqual([{ comicvineVolume: '77' }, false])
    expect(parsed(inside('x/1.cbz', { providerIds: { comicvineVolume: '5' } })).idsDiffer).toBe(false)
  })

  test('do not come from the folder for an annual, unless the folder is that of the annuals', () => {
    const annual = parsed(`${folder}/Harbor Lights Annual 1.cbz`, beside)
    expect([annual.kind, annual.ids, annual.folderId]).toEqual(['annual', {}, '77'])
    const annuals = { A: json('Harbor Lights Annual', { comicId: '88', year: 2016 }) }
    const own = parsed(inside('A/1.cbz', { series: 'Harbor Lights Annual' }), annuals)
    expect([own.kind, own.series, own.ids, own.run.year]).toEqual([
      'annual',
      'Harbor Lights Annual',
      { comicvineVolume: '88' },
      2016,
    ])
    const called = 'Harbor Lights Annual (2016)'
    expect(
      parsed(inside(`${called}/1.cbz`, { series: 'Harbor Lights Annual' }), { [called]: annuals.A }).run.year,
    ).toBe(2016)
  })
})

describe('an annual', () => {
  test.each<[string, Input, boolean]>([
    ['is marked in its name', 'x/Harbor Lights Annual 1.cbz', true],
    ['is in a folder of annuals', 'Harbor Lights/Annuals/Harbor Lights 1.cbz', true],
    ['has the format inside', inside('x/1.cbz', { format: 'Annual' }), true],
    ['has the series inside', inside('x/1.cbz', { series: 'Harbor Lights Annual' }), true],
    ['has no other format inside', inside('Harbor Lights/Annuals/Harbor Lights 1.cbz', { format: 'Series' }), false],
    ['is not one among one-shots', 'One-Shots/Harbor Lights Annual 1.cbz', false],
    ['is a file with nothing but that word in its metadata', inside('x/1.cbz', { series: 'Annual' }), true],
    ['is no file of a plain folder', 'Harbor Lights/Harbor Lights 1.cbz', false],
  ])('%s', (_, file, is) => expect(parsed(file).kind).toBe(is ? 'annual' : 'issue'))
})

test.each([
  ['Quiet Wolves/Quiet Wolves 12.cbz', true],
  ['Quiet Wolves/Quiet Wolves Chapter 12.cbz', false],
  ['Quiet Wolves/Quiet Wolves 12話.cbz', false],
  ['Quiet Wolves/Chapter 12/Quiet Wolves 12.cbz', false],
  ['Chapter 12/Quiet Wolves/Quiet Wolves 12.cbz', true],
  ['Quiet Wolves/Quiet Wolves v03 012.cbz', false],
  ['Quiet Wolves/Bach 12.cbz', true],
])('whether the number of the manga %s is bare: %p', (path, isBare) =>
  expect(parseFiles([path], 'manga')[0]!.bare).toBe(isBare),
)

test.each<[string, string]>([
  ['Ran da Ran/Vol 7 Ran da Ran.cbz', ''],
  ['Vol 7 Ran da Ran.cbz', ''],
  ['Ran da Ran/Vol 7 - Ran Da Ran.cbz', ''],
  ['Ran da Ran/Vol 7 - Ran and Rain.cbz', 'Ran and Rain'],
  ['Nightjar/42 Nightjar (First Comics) 22 USA.cbr', ''],
  ['Nightjar/Nightjar 22 UK.cbr', ''],
  ['Nightjar/Nightjar 22 - USA.cbr', ''],
  ['Nightjar/Nightjar 22 Italy.cbr', ''],
  ['Nightjar/Nightjar 22 French.cbr', ''],
  ['Nightjar/Nightjar 22 - German.cbr', ''],
  ['Nightjar/Nightjar 22 - Japan.cbr', 'Japan'],
  ['Nightjar/Nightjar 22 French Kiss.cbr', 'French Kiss'],
  ['Nightjar/Nightjar 22 - USA Today.cbr', 'USA Today'],
])('the title of %s is "%s"', (path, title) => expect(parseFiles([path])[0]!.title).toBe(title))

test('publisher, imprint and language come from the metadata, then from name and folder', () => {
  const folder = 'Marvel/Harbor Lights'
  const beside = { [folder]: json('Harbor Lights', { imprint: 'Pier' }) }
  const result = parsed(inside(`${folder}/1.cbz`, { publisher: ' Rook ', imprint: 'Pawn', languageISO: 'fr' }), beside)
  expect([result.publisher, result.imprint, result.language]).toEqual(['Rook', 'Pawn', 'fr'])
  const silent = parsed(`${folder}/Harbor Lights 1.cbz`, beside)
  expect([silent.publisher, silent.imprint, silent.language]).toEqual(['Marvel', 'Pier', ''])
  const tagged = parsed('Rook/Harbor Lights/Harbor Lights 1 (Marvel) [German].cbz')
  expect([tagged.publisher, tagged.language]).toEqual(['Marvel', 'de'])
  expect(parsed(inside('x/1.cbz', { title: ` ${'t'.repeat(400)}` })).title).toBe('t'.repeat(300))
})

test("the library's entry for the path decides kind, unit and number", () => {
  const libraryIssue = { comic_id: 'harbor', kind: 'annual', unit: 'volume', number: '7' } as const
  expect(parsed(['Harbor Lights/Harbor Lights 3-4.cbz', { libraryIssue }])).toMatchObject({
    kind: 'annual',
    unit: 'volume',
    number: '7',
    end: '',
    bare: false,
  })
})

test('a file counts as a book when it has as many pages, and its folder or its barcode marks it as one', () => {
  const unit = (path: string, pages_: number, more: object = {}) => parsed([path, { pages_, ...more }]).unit
  expect(unit('Harbor Lights/TPB/Harbor Lights 1.cbz', 80)).toBe('volume')
  expect(unit('Harbor Lights/TPB/Harbor Lights 1.cbz', 79)).toBe('issue')
  expect(unit('Harbor Lights/Singles/Harbor Lights 1.cbz', 200)).toBe('issue')
  expect(unit('x/Harbor Lights 1.cbz', 80, { gtin: '9780306406157' })).toBe('volume')
})

test('metadata is confirmed or contradicted by the name of the file', () => {
  const of = (path: string) => {
    const { confirmed, disputed } = parsed(inside(path, {}))
    return { confirmed, disputed }
  }
  expect(of('x/Harbor Lights 1.cbz')).toEqual({ confirmed: true, disputed: false })
  expect(of('x/Tin Sea 1.cbz')).toEqual({ confirmed: false, disputed: true })
  expect(of('Harbor Lights/1.cbz')).toEqual({ confirmed: false, disputed: false })
  expect(of('Tin Sea/1.cbz')).toEqual({ confirmed: false, disputed: false })
  const { confirmed, disputed } = parsed('Tin Sea (2015)/Harbor Lights 1.cbz')
  expect([confirmed, disputed]).toEqual([false, false])
})

test('a date is given as far as it is known', () => {
  const providerIds = {}
  expect(dateOf({ providerIds, year: 2015, month: 5, day: 6 })).toBe('2015-05-06')
  expect(dateOf({ providerIds, year: 2015, month: 11 })).toBe('2015-11')
  expect(dateOf({ providerIds, year: 2015, day: 6 })).toBe('2015')
  expect(dateOf({ providerIds, month: 5, day: 6 })).toBeUndefined()
  expect(dateOf(undefined)).toBeUndefined()
})

test("a file's own number wins over a folder below that of the series", () => {
  const number = (path: string) => {
    const { unit, number, bare } = parseFiles([path], 'manga')[0]!
    return `${unit} ${number}${bare ? ' (bare)' : ''}`
  }
  expect(number('Quiet Wolves/Chapter 5/Quiet Wolves.cbz')).toBe('chapter 5')
  expect(number('Quiet Wolves/Chapter 5/003.cbz')).toBe('chapter 5')
  expect(number('Quiet Wolves v2 (2015)/003.cbz')).toBe('chapter 3')
  expect(number('Quiet Wolves v2 (2015)/Quiet Wolves 003.cbz')).toBe('chapter 3 (bare)')
  expect(parsed('Harbor Lights Vol. 1 (2015)/Harbor Lights.cbz')).toMatchObject({ unit: 'issue', number: '' })
})

test('a number with a sign is kept among one-shots, and one without belongs to the title', () => {
  const readName = (name: string) => {
    const { series, number } = parsed(`One-Shots/${name}.cbz`)
    return `${series} #${number}`
  }
  expect([readName('Low Tide #3'), readName('Low Tide 3')]).toEqual(['Low Tide #3', 'Low Tide 3 #'])
})

test('a series named just Annual keeps its name', () => {
  expect(parsed(inside('x/1.cbz', { series: 'Annual' })).series).toBe('Annual')
})

test('a series.json describes only the files of its series', () => {
  const beside = { 'Harbor Lights': json('Harbor Lights') }
  expect(parsed('Harbor Lights/Harbor Lights 1.cbz', beside)).toMatchObject({
    json: { name: 'Harbor Lights' },
    folder: { isNamed: true },
  })
  expect(parsed('Harbor Lights/Tin Sea 1.cbz', beside).json).toBeUndefined()
  expect(parsed('Harbor Lights/Harbor Lights 1.cbz').folder.isNamed).toBe(false)
  expect(parsed('Harbor Lights/Harbor Lights 1.cbz', { 'Harbor Lights': { volumeId: '7' } }).folder.isNamed).toBe(true)
})

test('the sources of description and number are stored, ComicInfo unless another is named', () => {
  const reading = { kind: 'comic', year: 2026 } as const
  const place = { root: '/c', path: '/c', parts: [] }
  const by = (more: Partial<InspectedFile>) => {
    const seen = { place, name: 'Harbor Lights 1.cbz', path: '/c/Harbor Lights 1.cbz', size: 1, pages: 22, ...more }
    const { saidBy, numberBy } = parseFile(seen, readFolderNames(place, reading), reading)
    return [saidBy, numberBy]
  }
  const info = { series: 'Harbor Lights', number: '1', providerIds: {} }
  expect(by({})).toEqual([undefined, undefined])
  expect(by({ info })).toEqual(['ComicInfo', 'ComicInfo'])
  expect(by({ info, saidBy: 'MetronInfo' })).toEqual(['MetronInfo', 'MetronInfo'])
  expect(by({ info, saidBy: 'MetronInfo', numberBy: 'ComicInfo' })).toEqual(['MetronInfo', 'ComicInfo'])
})

test('ComicInfo fields that name a file are kept, cut to the length of a name', () => {
  const info = { series: 'H'.repeat(400), number: undefined, year: 2015, summary: 'Fog.', providerIds: {} }
  expect(trimComicInfo(info)).toEqual({ series: 'H'.repeat(300), year: 2015, providerIds: {} })
  expect(Object.keys(trimComicInfo(info))).not.toContain('number')
})
