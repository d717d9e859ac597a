import { describe, expect, test } from 'bun:test'
import { runSteps } from '../../testing/harness/run-steps'
import { type Input, parseFiles } from '../../testing/imports/parsed-files'
import type { SidecarFacts } from './folder-facts'
import type { GroupFinding } from './group-findings'
import { groupSteps, type LibraryView } from './match'
import type { InfoSource, ParsedFile } from './parsed-file'

/** The evidence for or against a proposal whose files have these names. */

const EMPTY: LibraryView = { named: () => [], find: () => undefined, bareNumbers: () => 'auto' }
const grouped = (parsedFiles: ParsedFile[], library = EMPTY) => runSteps(groupSteps(parsedFiles, 'comic', library))
const groups = (files: Input[]) => grouped(parseFiles(files))
/** By kind, with the share of files for which it is true. */
const shares = (found: readonly GroupFinding[]) => Object.fromEntries(found.map(({ what, share }) => [what, share]))
const found = (name: string, files: Input[]) => shares(groups(files).find((group) => group.name === name)!.found)
const reasons = (files: Input[]) => groups(files)[0]!.found.map(({ reason }) => reason)

const harbor = (...names: (number | string)[]) => names.map((name) => `Harbor Lights (2015)/Harbor Lights ${name}.cbz`)
const named = (name: string, ...numbers: number[]) => numbers.map((n) => `${name}/${name} ${n}.cbz`)
const INFO = { series: 'Harbor Lights', year: 2015 } as const

test.each<[string, Input[], number | undefined]>([
  ['none of the year before', harbor('1 (2014)', '2 (2015)'), undefined],
  ['one of two years before', harbor('1 (2013)', '2 (2015)'), 1 / 2],
  ['two of three', harbor('1 (2013)', '2 (2013)', 3), 2 / 3],
  ['none where no file has a year', harbor(1, 2), undefined],
  ['none where the year of the series is not known', ['Harbor Lights 4 (2001).cbz', 'Harbor Lights 5 (2012).cbz'], undefined],
])('files are too early: %s', (_, files, share) => expect(found('Harbor Lights', files).tooEarly).toBe(share as never)) // biome-ignore format: a table

test('files older than the series are counted', () => {
  expect(reasons(harbor('1 (2013)', 2))).toContain('1 file is older than the series')
  expect(reasons(harbor('1 (2013)', '2 (2013)'))).toContain('2 files are older than the series')
})

test.each<[string, Input[], 'yearSaid' | 'yearOfFirst' | 'yearUnknown']>([
  ['by the folder', harbor(1, 2), 'yearSaid'],
  ['by the first issue', ['Harbor Lights 1 (2012).cbz', 'Harbor Lights 2 (2013).cbz'], 'yearOfFirst'],
  ['by nothing', ['Harbor Lights 4.cbz', 'Harbor Lights 5.cbz'], 'yearUnknown'],
])('the year is mentioned %s', (_, files, what) => {
  const all = found('Harbor Lights', files)
  expect(['yearSaid', 'yearOfFirst', 'yearUnknown'].filter((each) => each in all)).toEqual([what])
})

test.each<[string, string, number | undefined]>([
  ['one letter', 'X', 1],
  ['three letters', 'Xen', 1],
  ['four letters', 'Xena', undefined],
  ['digits alone', '2000', 1],
  ['digits and letters', '2000ad', undefined],
])('a name is short: %s', (_, name, share) => expect(found(name, named(name, 1, 2)).shortName).toBe(share as never))

test('a name from ComicInfo is never too short', () => {
  const info = { series: 'X', number: '1', year: 2015 }
  expect(found('X', [['X/X 1.cbz', info]])).not.toHaveProperty('shortName')
})

test.each<[string, Input[], number | undefined]>([
  ['one among four', [...named('Harbor', 1, 2, 3, 4), 'Harbor/05.cbz'], 1],
  ['one among three', [...named('Harbor', 1, 2, 3), 'Harbor/04.cbz'], undefined],
  ['two among eight', [...named('Harbor', 1, 2, 3, 4, 5, 6, 7, 8), 'Harbor/09.cbz', 'Harbor/10.cbz'], 1],
  ['two among seven', [...named('Harbor', 1, 2, 3, 4, 5, 6, 7), 'Harbor/09.cbz', 'Harbor/10.cbz'], undefined],
  ['none', named('Harbor', 1, 2, 3, 4), undefined],
  [
    'one that names its series in the metadata',
    [...named('Harbor', 1, 2, 3, 4), ['Harbor/05.cbz', { series: 'Harbor', number: '5' }]],
    undefined,
  ],
])('bare numbers have another name: %s', (_, files, share) => {
  expect(found('Harbor', files).calledOtherwise).toBe(share as never)
})

test('a bare number among named files is mentioned by name, several by count', () => {
  expect(reasons([...named('Harbor', 1, 2, 3, 4), 'Harbor/05.cbz'])).toContain('05.cbz is named differently')
  const two = [...named('Harbor', 1, 2, 3, 4, 5, 6, 7, 8), 'Harbor/09.cbz', 'Harbor/10.cbz']
  expect(reasons(two)).toContain('2 files are named differently')
})

test('the number of the folder may belong to the name, unless the file has another', () => {
  expect(found('Area', ['Area 51/Area 51.cbz'])).toMatchObject({ numberOfName: 1 })
  expect(found('Harbor', ['Harbor #3/Harbor 3.cbz'])).toMatchObject({ numberOfName: 1 })
  expect(found('Area 51', ['Area 51/Area 51 1.cbz'])).not.toHaveProperty('numberOfName')
  expect(found('Area 51', ['Area 51/Area 51 051.cbz'])).not.toHaveProperty('numberOfName')
  expect(found('Harbor', ['Harbor 2/Harbor 3.cbz'])).not.toHaveProperty('numberOfName')
  expect(found('Harbor', [['Harbor 2/Harbor 2.cbz', { series: 'Harbor', number: '2' }]])).not.toHaveProperty(
    'numberOfName',
  )
  expect(found('Harbor', [['Area 51/01.cbz', { series: 'Harbor', number: '51' }]])).not.toHaveProperty('numberOfName')
  expect(found('Harbor', ['Harbor (2015)/Harbor 2015.cbz'])).not.toHaveProperty('numberOfName')
})

test('metadata confirms the file names or contradicts them', () => {
  const files: Input[] = [
    ['Harbor Lights/Copper Orchard 1.cbz', { ...INFO, number: '1' }],
    ['Harbor Lights/Harbor Lights 2.cbz', { ...INFO, number: '2' }],
  ]
  expect(found('Harbor Lights', files)).toMatchObject({ confirmed: 1 / 2, disputed: 1 / 2, anyDisputed: 1 })
  expect(reasons(files)).toContain('ComicInfo names another series than the file name (1 of 2 files)')
  expect(found('Harbor Lights', files.slice(1))).toMatchObject({ confirmed: 1 })
  expect(found('Harbor Lights', files.slice(1))).not.toHaveProperty('anyDisputed')
})

test('the folder contradicts the metadata when the files are bare numbers', () => {
  const inside = (folder: string): Input[] => [[`${folder}/01.cbz`, { ...INFO, number: '1' }]]
  expect(found('Harbor Lights', inside('Copper Orchard'))).toMatchObject({ folderDisputed: 1 })
  expect(found('Harbor Lights', inside('Harbor Lights'))).not.toHaveProperty('folderDisputed')
  const own: Input[] = [['Copper Orchard/Harbor Lights 1.cbz', { ...INFO, number: '1' }]]
  expect(found('Harbor Lights', own)).not.toHaveProperty('folderDisputed')
  expect(found('Harbor Lights', [['01.cbz', { ...INFO, number: '1' }]])).not.toHaveProperty('folderDisputed')
})

test('a file among those of another series is odd', () => {
  const files = [...named('Copper', 1, 2, 3, 4), 'Copper/Harbor Lights 1.cbz']
  expect(found('Harbor Lights', files)).toMatchObject({ odd: 1, alone: 1 })
  expect(found('Copper', files)).not.toHaveProperty('odd')
})

test("a file in another series' folder is contradicted when its metadata is not", () => {
  const files: Input[] = [['Copper Orchard/01.cbz', { ...INFO, number: '1' }], 'Copper Orchard/02.cbz']
  expect(found('Harbor Lights', files)).toMatchObject({ folderDisputed: 1 / 2 })
})

test('the source that contradicts a name is mentioned', () => {
  const reasonOf = (...sources: [name: string, by: InfoSource][]) => {
    const files = sources.map(([name], at): Input => [`x/${name} ${at + 1}.cbz`, { ...INFO, number: `${at + 1}` }])
    const parsedFiles = parseFiles(files)
    for (const [at, [, by]] of sources.entries()) parsedFiles[at]!.saidBy = by
    return grouped(parsedFiles)[0]!.found.find(({ what }) => what === 'disputed')?.reason
  }
  expect(reasonOf(['Tin Sea', 'ComicInfo'], ['Harbor Lights', 'MetronInfo'])).toBe(
    'ComicInfo names another series than the file name (1 of 2 files)',
  )
  expect(reasonOf(['Tin Sea', 'ComicInfo'], ['Copper', 'MetronInfo'])).toBe(
    'ComicInfo and MetronInfo name another series than the file name',
  )
})

describe('for a series of the library', () => {
  const HARBOR = { comic_id: 'harbor', name: 'Harbor Lights', key: 'harborlights', year: 2015, volume: null }
  const inLibrary = (number: string) => ({ comic_id: 'harbor', kind: 'issue', unit: 'issue', number }) as const
  const library = { ...EMPTY, find: () => HARBOR, named: () => [HARBOR] }
  const after = (...files: Input[]) => {
    const parsedFiles = parseFiles(files)
    parsedFiles[0]!.unchanged = true
    return shares(grouped(parsedFiles, library)[0]!.found)
  }

  test('only new files are weighed', () => {
    const first: Input = ['Harbor Lights/x.cbz', { libraryIssue: inLibrary('') }]
    const all = after(first, ['Harbor Lights/Harbor Lights 2.cbz', { libraryIssue: inLibrary('2') }])
    expect(all).toMatchObject({ alone: 1 })
    expect(all).not.toHaveProperty('numberless')
  })

  test('new files are not mentioned as joined when all of them are', () => {
    const first: Input = ['A/Harbor Lights 1.cbz', { libraryIssue: inLibrary('1') }]
    const libraryInput: Input = ['B/Harbor Lights 3.cbz', { libraryIssue: inLibrary('3') }]
    expect(after(first, 'A/Harbor Lights 2 (2016).cbz')).not.toHaveProperty('joined')
    expect(after(first, libraryInput, 'A/Harbor Lights 2 (2016).cbz')).toMatchObject({ joined: 1 / 2, joinedAfar: 1 })
    expect(after(first, libraryInput, 'B/Harbor Lights 2 (2016).cbz')).not.toHaveProperty('joinedAfar')
  })
})

describe('reading lists', () => {
  const NAMES = { list: 'Night.cbl', number: '1', byFile: false, contradicts: false }
  const OTHER = { ...NAMES, contradicts: true }
  const after = (...listed: (typeof NAMES | undefined)[]) => {
    const parsedFiles = parseFiles(harbor(...listed.map((_, at) => at + 1)))
    for (const [at, each] of listed.entries()) parsedFiles[at]!.listed = each
    const all = grouped(parsedFiles)[0]!.found.filter(({ what }) => /^list/.test(what))
    return Object.fromEntries(all.map(({ what, share, reason }) => [what, [share, reason]]))
  }

  test('that contain a file, or another run of it, are mentioned', () => {
    expect(after(NAMES)).toEqual({ listed: [1, 'The reading list Night.cbl names it with number 1'] })
    expect(after(OTHER)).toEqual({
      listDisagrees: [1, 'The reading list Night.cbl names one with number 1 of another run or year'],
    })
    expect(after(undefined)).toEqual({})
  })

  test('that contain some of several are mentioned with the number', () => {
    expect(after(NAMES, NAMES, OTHER, undefined)).toEqual({
      listed: [2 / 4, 'The reading list Night.cbl names 2 of 4 files'],
      listDisagrees: [1 / 4, 'The reading list Night.cbl names 1 of 4 files as of another run or year'],
    })
  })
})

test('ids that differ between folder and files are mentioned once', () => {
  const folder = 'Harbor Lights (2015)'
  const own = (n: number): Input => [
    `${folder}/Harbor Lights ${n}.cbz`,
    { ...INFO, number: `${n}`, providerIds: { comicvineVolume: '5' } },
  ]
  const differ = (beside: Record<string, SidecarFacts>) =>
    grouped(parseFiles([own(1), own(2), ...harbor(3)], 'comic', { beside }))[0]!.found.flatMap(({ what, reason }) =>
      what === 'idsDiffer' ? [reason] : [],
    )
  expect(differ({ [folder]: { volumeId: '77' } })).toEqual([
    'The files name 2 ids at Comic Vine: 5, 77',
    'The folder and the files name different ids of the series',
  ])
  expect(differ({ [folder]: { volumeId: '5' } })).toEqual([])
})

test('a name that is almost that of a larger series is mentioned', () => {
  const files = [...named('Harbor Lights', 1, 2, 3, 4, 5, 6, 7, 8), ...named('Harbor Light', 9)]
  expect(found('Harbor Light', files)).toMatchObject({ likeAnother: 1 })
  expect(found('Harbor Lights', files)).not.toHaveProperty('likeAnother')
})

test('runs of one name are mentioned, and whether their files share a folder', () => {
  const runs = (files: Input[]) => groups(files).map((group) => shares(group.found))
  for (const apart of runs(['Harbor (2015)/Harbor 1.cbz', 'Harbor (2018)/Harbor 1.cbz'])) {
    expect(apart).toMatchObject({ otherRun: 1 })
    expect(apart).not.toHaveProperty('otherRunBeside')
  }
  for (const beside of runs(['N/Harbor 1 (2012).cbz', 'N/Harbor 1 (2018).cbz']))
    expect(beside).toMatchObject({ otherRun: 1, otherRunBeside: 1 })
  const [first] = runs(['N/Harbor 1 (2012).cbz', 'N/Harbor 1 (2018).cbz', 'M/Harbor 2 (2018).cbz'])
  expect(first).toMatchObject({ otherRunBeside: 1 })
  expect(found('Harbor Lights', harbor(1, 2))).not.toHaveProperty('otherRun')
})

test('files assigned to a run by year and number are mentioned, and whether they are elsewhere', () => {
  const year = (of: number) => [1, 2].map((n) => `Harbor (${of})/Harbor ${n} (${of}).cbz`)
  const runs = (files: Input[]) =>
    new Map(groups(files).map((group) => [group.year, { ...shares(group.found), reasons: group.found.map(({ reason }) => reason) }])) // biome-ignore format: one line
  const afar = runs([...year(2015), ...year(2018), 'Loose/Harbor 3 (2018).cbz'])
  expect(afar.get(2018)).toMatchObject({ joined: 1 / 3, joinedAfar: 1 })
  expect(afar.get(2018)!.reasons).toContain('In another folder (1 of 3 files)')
  expect(afar.get(2015)).not.toHaveProperty('joined')
  const near = ['N/Harbor 1 (2015).cbz', 'N/Harbor 2 (2015).cbz', 'N/Harbor (2018) 1.cbz', 'N/Harbor (2018) 2.cbz']
  const beside = runs([...near, 'N/Harbor 3.cbz']).get(2018)
  expect(beside).toMatchObject({ joined: 1 / 3 })
  expect(beside).not.toHaveProperty('joinedAfar')
})

test('files that name another series than their folder are stray', () => {
  const astray = (folder: string) => found('Harbor Lights', [`${folder}/Harbor Lights 1.cbz`]).astray
  expect(astray('Copper Orchard (2012)')).toBe(1)
  expect(astray('Copper Orchard')).toBeUndefined()
  expect(astray('Harbor Lights (2012)')).toBeUndefined()
})

test('a file with the first letters of the series is named differently', () => {
  const files = [...named('Harbor Lights', 1, 2, 3, 4), 'Harbor Lights/HL 5.cbz']
  expect(found('Harbor Lights', files)).toMatchObject({ calledOtherwise: 1 })
})

test('several folders of one series are mentioned, and a single one is not', () => {
  const two = ['A/Harbor Lights (2015)/Harbor Lights 1.cbz', 'B/Harbor Lights (2015)/Harbor Lights 2.cbz']
  expect(found('Harbor Lights', two)).toMatchObject({ severalFolders: 1 })
  expect(found('Harbor Lights', harbor(1, 2))).not.toHaveProperty('severalFolders')
})

test.each<[files: number, share: number | undefined]>([
  [1, undefined],
  [2, 1 / 8],
  [16, 4 / 8],
  [256, 1],
  [300, 1],
])('any of %p files may be the wrong one, which weighs %p', (files, share) => {
  const all = found('Harbor Lights', harbor(...Array.from({ length: files }, (_, at) => at + 1)))
  expect(all.manyFiles).toBe(share as never)
  expect(all.alone).toBe((files === 1 ? 1 : undefined) as never)
})

test('an id in the files is mentioned, and so are several', () => {
  const ids = (...of: string[]): Input[] =>
    of.map((id, at) => [
      `Harbor Lights (2015)/Harbor Lights ${at + 1}.cbz`,
      { ...INFO, volume: 2015, number: `${at + 1}`, providerIds: { mangadexTitle: id } },
    ])
  expect(reasons(ids('a', 'a'))).toContain('The files name its id at MangaDex: a')
  expect(reasons(ids('a', 'b', 'b'))).toContain('The files name 2 ids at MangaDex: b, a')
  expect(found('Harbor Lights', ids('a', 'b'))).not.toHaveProperty('idNamed')
  const six = ids('a', 'b', 'c', 'd', 'e', 'f')
  expect(reasons(six)).toContain('The files name 6 ids at MangaDex: a, b, c, d, e')
})
