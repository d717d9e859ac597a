import { describe, expect, test } from 'bun:test'
import { runSteps } from '../../testing/harness/run-steps'
import { type Input, parseFiles } from '../../testing/imports/parsed-files'
import type { ContentType } from '../series/states'
import type { SidecarFacts } from './folder-facts'
import { basisShares } from './group-confidence'
import { groupSteps, type LibraryView } from './match'

const EMPTY: LibraryView = { named: () => [], find: () => undefined, bareNumbers: () => 'auto' }
const groups = (files: Input[], beside: Record<string, SidecarFacts> = {}, kind: ContentType = 'comic') =>
  runSteps(groupSteps(parseFiles(files, kind, { beside }), kind, EMPTY))
const json = { json: { name: 'Harbor Lights', collects: [] } } as unknown as SidecarFacts

describe("the first evidence names the source of the series' name", () => {
  test.each<[string, Input[], string]>([
    ['ComicInfo', [['x/a.cbz', { series: 'Harbor', number: '1' }]], 'ComicInfo names the series in 1 of 1 files'],
    ['folder and file', ['Harbor Lights/Harbor Lights 1.cbz'], 'Folder and file names agree'],
    ['the file', ['Harbor Lights 1.cbz'], 'Only the file names name the series'],
    ['the folder', ['Harbor Lights/001.cbz'], 'The folder names the series, the files are numbered'],
    ['first letters', ['Harbor Lights/HL 1.cbz'], 'The file names begin with the first letters of the folder name'],
    ['a title', ['Harbor Lights/001 - Low Tide.cbz'], 'The folder names the series, the files have titles'],
    ['nothing', ['001.cbz'], 'Neither file nor folder names a series'],
  ])('%s', (_, files, sentence) => expect(groups(files)[0]!.evidence[0]).toBe(sentence)) // biome-ignore format: a table

  test('a series.json', () => {
    const [group] = groups(['Harbor Lights/1.cbz'], { 'Harbor Lights': json })
    expect(group!.evidence[0]).toBe('The series.json of the folder names the series')
  })

  test('a reading list', () => {
    const parsedFiles = parseFiles(['New/Harbor Lights 1.cbz'])
    parsedFiles[0]!.basis = 'list'
    const [group] = runSteps(groupSteps(parsedFiles, 'comic', EMPTY))
    expect(group!.evidence[0]).toBe('A reading list was made with these file names')
  })

  test('neighbours of almost the same name', () => {
    const names = ['Harbor Lights 1', 'Harbor Lights 2', 'Harbor Lights 3', 'Harbor Lights 5', 'Harbr Lights 4']
    expect(groups(names.map((name) => `New/${name}.cbz`))[0]!.evidence).toContain(
      'Named almost like their neighbours, with numbers that those lack (1 of 5 files)',
    )
  })

  test('no file in the folder of another series', () => {
    expect(groups(['Tin Sea (2012)/Harbor Lights 1.cbz'])[0]!.evidence[0]).toBe(
      'The file names name another series than their folder',
    )
  })

  test('no ComicInfo that names no series', () => {
    const withInfo: Input = ['New/Harbor Lights 2.cbz', { number: '2' }]
    expect(
      groups([['New/Harbor Lights 1.cbz', { series: 'Harbor Lights', number: '1' }], withInfo])[0]!.evidence,
    ).toContain('ComicInfo names the series in 1 of 2 files')
  })

  test('with the number of files, when it is not all of them', () => {
    const files: Input[] = [
      'Harbor Lights/Harbor Lights 1.cbz',
      'Harbor Lights/Harbor Lights 2.cbz',
      'Harbor Lights/003.cbz',
    ]
    expect(groups(files)[0]!.evidence.slice(0, 2)).toEqual([
      'Folder and file names agree (2 of 3 files)',
      'The folder names the series, the files are numbered (1 of 3 files)',
    ])
  })
})

test('the points add up to the confidence, evidence without weight is left out, and nothing is entirely certain', () => {
  const libraries: Input[][] = [
    [
      'Harbor Lights (2015)/Harbor Lights 1.cbz',
      'Harbor Lights (2015)/Harbor Lights 2.cbz',
      'Harbor Lights (2015)/Harbor Lights 3.cbz',
    ],
    ['001.cbz', 'X/9.cbz', 'X/1200.cbz'],
    [
      ['Tin/a.cbz', { series: 'Harbor', number: '1', year: 2015 }],
      ['Tin/b.cbz', { series: 'Harbor', number: '1', year: 1950 }],
    ],
  ]
  for (const { confidence, parts } of libraries.flatMap((files) => groups(files))) {
    const sum = parts.reduce((points, part) => points + part.points, 0)
    expect(confidence).toBe(Math.round(Math.min(99, Math.max(1, sum))))
    expect(confidence).toBeWithin(1, 100)
    expect(parts.filter(({ points }) => points === 0)).toEqual([])
    // Supporting evidence comes first, after the basis of the name.
    const signs = parts.map(({ points }) => points > 0)
    expect(signs.lastIndexOf(true) < signs.indexOf(false) || !signs.includes(false)).toBe(true)
  }
})

test('no confidence is above 99 or below 1', () => {
  expect(groups(['Harbor Lights (2015)/001-003.cbz'])[0]!.confidence).toBe(99)
  expect(groups([['x.cbz', { pages_: 1 }], 'y.cbz'].map((file) => file as Input))[0]!.confidence).toBe(1)
})

describe('for a series of the library', () => {
  const HARBOR = { comic_id: 'harbor', name: 'Harbor Lights', key: 'harborlights', year: 2015, volume: null }
  const library: LibraryView = { ...EMPTY, named: () => [HARBOR] }
  const weighed = (unchanged: number, ...files: Input[]) => {
    const parsedFiles = parseFiles(files)
    for (const parsed of parsedFiles.slice(0, unchanged)) parsed.unchanged = true
    const [group] = runSteps(groupSteps(parsedFiles, 'comic', library))
    return group!
  }

  test('unchanged files are certain', () => {
    const { confidence, parts, evidence, found } = weighed(1, 'Harbor Lights/Harbor Lights 1.cbz')
    const sentence = 'Harbor Lights is in the library with this file'
    expect([confidence, evidence, found]).toEqual([100, [sentence], []])
    expect(parts).toEqual([{ reason: sentence, points: 100 }])
  })

  test('only new files are weighed, after those of the library', () => {
    const { evidence } = weighed(1, 'Harbor Lights/Harbor Lights 1.cbz', 'Harbor Lights/002.cbz')
    expect(evidence.slice(0, 2)).toEqual([
      'Harbor Lights is in the library; 1 of 2 files is new',
      'The folder names the series, the files are numbered',
    ])
  })
})

test('a single file is mentioned without a count', () => {
  expect(groups(['Harbor Lights/Harbor Lights 1.cbz'])[0]!.parts[0]!.reason).toBe('File name and folder agree')
  const two = groups(['Harbor Lights/Harbor Lights 1.cbz', 'Harbor Lights/Harbor Lights 2.cbz'])[0]!
  expect(two.parts[0]!.reason).toBe('File name and folder agree: 2 of 2 files')
})

test('shares refer to all files', () => {
  const parsedFiles = parseFiles(['Harbor/Harbor 1.cbz', 'Harbor/Harbor 2.cbz', 'Harbor/003.cbz', 'Harbor/004.cbz'])
  expect(Object.fromEntries(basisShares(parsedFiles))).toEqual({ both: 1 / 2, folder: 1 / 2 })
})
