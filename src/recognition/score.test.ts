import { describe, expect, test } from 'bun:test'
import type { ContentType } from '../series/states'
import { type Input, parseFiles } from '../testing/parsed-files'
import { runSteps } from '../testing/run-steps'
import type { SidecarFacts } from './folder-facts'
import { groupSteps, type LibraryView } from './match'
import { basisShares } from './score'

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

test('a file that is alone is told without a count', () => {
  expect(groups(['Harbor Lights/Harbor Lights 1.cbz'])[0]!.parts[0]!.reason).toBe('File name and folder agree')
  const two = groups(['Harbor Lights/Harbor Lights 1.cbz', 'Harbor Lights/Harbor Lights 2.cbz'])[0]!
  expect(two.parts[0]!.reason).toBe('File name and folder agree: 2 of 2 files')
})

test('shares are of all files', () => {
  const parsedFiles = parseFiles(['Harbor/Harbor 1.cbz', 'Harbor/Harbor 2.cbz', 'Harbor/003.cbz', 'Harbor/004.cbz'])
  expect(Object.fromEntries(basisShares(parsedFiles))).toEqual({ both: 1 / 2, folder: 1 / 2 })
})
