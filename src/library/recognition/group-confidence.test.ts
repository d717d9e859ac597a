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

describe('the first evidence says where the name of the series comes from', () => {
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

  test('no file that is in the folder of another series', () => {
    expect(groups(['Tin Sea (2012)/Harbor Lights 1.cbz'])[0]!.evidence[0]).toBe(
      'The file names name another series than their folder',
    )
  })

  test('no ComicInfo that names none', () => {
    const withInfo: Input = ['New/Harbor Lights 2.cbz', { number: '2' }]
    expect(
      groups([['New/Harbor Lights 1.cbz', { series: 'Harbor Lights', number: '1' }], withInfo])[0]!.evidence,
    ).toContain('ComicInfo names the series in 1 of 2 files')
  })

  test('with how many files it is, where it is not all of them', () => {
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

test('the points add up to the confidence, what weighs nothing is left out, and nothing is wholly sure or wholly wrong', () => {
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
    // What speaks for it comes first, behind what its name rests on.
    const signs = parts.map(({ points }) => points > 0)
    expect(signs.lastIndexOf(true) < signs.indexOf(false) || !signs.includes(false)).toBe(true)
  }
})

test('nothing is surer than 99 or less sure than 1', () => {
  expect(groups(['Harbor Lights (2015)/001-003.cbz'])[0]!.confidence).toBe(99)
  expect(groups([['x.cbz', { pages_: 1 }], 'y.cbz'].map((file) => file as Input))[0]!.confidence).toBe(1)
})

describe('of a series that the library has', () => {
  const HARBOR = { comic_id: 'harbor', name: 'Harbor Lights', key: 'harborlights', year: 2015, volume: null }
  const library: LibraryView = { ...EMPTY, named: () => [HARBOR] }
  const weighed = (unchanged: number, ...files: Input[]) => {
    const parsedFiles = parseFiles(files)
    for (const parsed of parsedFiles.slice(0, unchanged)) parsed.unchanged = true
    const [group] = runSteps(groupSteps(parsedFiles, 'comic', library))
    return group!
  }

  test('files that are as they were are sure', () => {
    const { confidence, parts, evidence, found } = weighed(1, 'Harbor Lights/Harbor Lights 1.cbz')
    const sentence = 'Harbor Lights is in the library with this file'
    expect([confidence, evidence, found]).toEqual([100, [sentence], []])
    expect(parts).toEqual([{ reason: sentence, points: 100 }])
  })

  test('new files alone are weighed, behind what the library has', () => {
    const { evidence } = weighed(1, 'Harbor Lights/Harbor Lights 1.cbz', 'Harbor Lights/002.cbz')
    expect(evidence.slice(0, 2)).toEqual([
      'Harbor Lights is in the library; 1 of 2 files is new',
      'The folder names the series, the files are numbered',
    ])
  })
})

test('a file that is alone is told without a count', () => {
  expect(groups(['Harbor Lights/Harbor Lights 1.cbz'])[0]!.parts[0]!.reason).toBe('File name and folder agree')
  const two = groups(['Harbor Lights/Harbor Lights 1.cbz', 'Harbor Lights/Harbor Lights 2.cbz'])[0]!
  expect(two.parts[0]!.reason).toBe('File name and folder agree: 2 of 2 files')
})

test('shares are of all files', () => {
  const parsedFiles = parseFiles(['Harbor/Harbor 1.cbz', 'Harbor/Harbor 2.cbz', 'Harbor/003.cbz', 'Harbor/004.cbz'])
  expect(Object.fromEntries(basisShares(parsedFiles))).toEqual({ both: 1 / 2, folder: 1 / 2 })
})
