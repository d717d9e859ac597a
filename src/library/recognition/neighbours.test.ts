import { describe, expect, test } from 'bun:test'
import { type Input, parseFiles } from '../../testing/imports/parsed-files'
import type { SidecarFacts } from './folder-facts'
import { applyNeighbours } from './neighbours'

/** `Harbor Lights 3`, in the order of the files. */
function settled(files: Input[], beside = {}): string[] {
  const parsedFiles = parseFiles(files, 'comic', { beside })
  applyNeighbours(parsedFiles)
  return parsedFiles.map(({ series, number, run }) => `${series}${run.year ? ` (${run.year})` : ''} ${number}`.trim())
}

const NUMBERED = (...numbers: number[]) => numbers.map((n) => `Harbor Lights/Harbor Lights ${n}.cbz`)

describe('a number right after a word is an issue of the word', () => {
  test.each([
    [['bone09_scan_by_kilroy', 'bone10_scan_by_kilroy']],
    [['bone09_scan_by_another', 'bone10_scan_by_kilroy']],
    [['bone09', 'bone10_scan_by_kilroy']],
    [['Bone 09', 'bone10_scan_by_kilroy']],
    [['bone10_scan_by_kilroy', 'Bone 9', 'Bone 11']],
  ])('beside neighbours that lack it: %j', (names) => {
    const at = names.indexOf('bone10_scan_by_kilroy')
    const [series = '', number] = settled(names.map((name) => `New/${name}.cbr`))[at]!.split(' ')
    expect([series.toLowerCase(), number]).toEqual(['bone', '10'])
  })

  test.each([
    [['Wolf 12', 'wolf359_scan_by_kilroy']],
    [['Tide 9', 'bone10_scan_by_kilroy']],
    [['Bone 9', 'Bone 10', 'bone10_scan_by_kilroy']],
  ])('not where the numbers are far apart, of another word or taken: %j', (names) => {
    expect(settled(names.map((name) => `New/${name}.cbr`)).at(-1)).toEndWith('scan by kilroy')
  })
})

describe('a number that all files of a name share belongs to the name', () => {
  const weekly = (...counters: string[]) => counters.map((n) => `New/Old Weekly 3 (1987) ${n}.cbz`)

  test('when three other numbers after it count', () => {
    expect(settled(weekly('01', '02', '03'))).toEqual(['Old Weekly 3 1', 'Old Weekly 3 2', 'Old Weekly 3 3'])
  })

  test('not when the text after it counts higher than issues do, or is a word', () => {
    expect(settled(weekly('20001', '20002', '20003'))).toEqual(Array(3).fill('Old Weekly 3'))
    expect(settled(weekly('1.1', '1.2', '1.3'))).not.toContain('Old Weekly 3 1.1')
  })

  test('not when two do, or when one counts twice', () => {
    expect(settled(weekly('01', '02'))).toEqual(['Old Weekly 3', 'Old Weekly 3'])
    expect(settled([...weekly('01', '02', '03'), 'New/Old Weekly 3 (1987) 3.cbz'])).toEqual(
      Array.from({ length: 4 }, () => 'Old Weekly 3'),
    )
  })
})

describe('numbers that are titles or names stay when', () => {
  const counted = (n: number, more: object = {}): Input => [
    `New/Old Weekly 3 (1987) 0${n}.cbz`,
    { series: 'Old Weekly', number: '3', title: `0${n}`, ...more },
  ]

  test('ComicInfo states them', () => {
    expect(settled([counted(1), counted(2), counted(3)])).toEqual(Array(3).fill('Old Weekly 3'))
  })

  test('the library has the files', () => {
    const libraryIssue = { comic_id: 'weekly', kind: 'issue', unit: 'issue', number: '3' } as const
    const files = ['01', '02', '03'].map((n): Input => [`New/Old Weekly 3 (1987) ${n}.cbz`, { libraryIssue }])
    expect(parsedFilesAfter(files).map(({ series, number }) => `${series} ${number}`)).toEqual(
      Array(3).fill('Old Weekly 3'),
    )
  })

  test('no folder names the series', () => {
    const titled = ['01 - Low Tide.cbz', '02 - High Tide.cbz', '03 - Ebb.cbz']
    expect(parsedFilesAfter(titled).map(({ basis }) => basis)).toEqual(['name', 'name', 'name'])
    const inFolder = parsedFilesAfter(titled.map((name) => `Harbor Lights/${name}`))
    expect(inFolder.map(({ series, basis }) => `${series} ${basis}`)).toEqual(Array(3).fill('Harbor Lights title'))
  })
})

describe('ComicInfo of a neighbour', () => {
  const after = (name: string, more: object) =>
    settled([
      ['Harbor Lights/Harbor Lights 1.cbz', { series: 'Harbor Lights', number: '1', ...more }],
      `Harbor Lights/${name}`,
    ])[1]

  test('gives its run to a file whose name states none', () =>
    expect(after('Harbor Lights 002.cbz', { volume: 1998 })).toBe('Harbor Lights (1998) 2'))

  test('does not change the run of the name when it states none', () =>
    expect(after('Harbor Lights (1998) 002.cbz', {})).toBe('Harbor Lights (1998) 2'))
})

describe('a number in the metadata that was copied from a neighbour', () => {
  const copied = (more: object = {}): Input[] => [
    ['Harbor Lights/Harbor Lights 1.cbz', { series: 'Harbor Lights', number: '1' }],
    ['Harbor Lights/Harbor Lights 2.cbz', { series: 'Harbor Lights', number: '1', ...more }],
  ]
  const second = (files: Input[]) => parsedFilesAfter(files)[1]!.number

  test('yields to the one in the name', () => expect(second(copied())).toBe('2'))

  test('stays when it was copied into both', () => {
    const inside = (n: number): Input => [
      `Harbor Lights/Harbor Lights ${n}.cbz`,
      { series: 'Harbor Lights', number: '1' },
    ]
    expect(parsedFilesAfter([inside(2), inside(3)]).map(({ number }) => number)).toEqual(['1', '1'])
  })

  test('stays when the library has the file, another file has that number, or the name belongs to another series', () => {
    const libraryIssue = { comic_id: 'harbor', kind: 'issue', unit: 'issue', number: '1' } as const
    expect(second(copied({ libraryIssue }))).toBe('1')
    expect(second([...copied(), ['Harbor Lights/c.cbz', { series: 'Harbor Lights', number: '2' }]])).toBe('1')
    expect(second([copied()[0]!, ['N/Copper 2.cbz', { series: 'Harbor Lights', number: '1' }]])).toBe('1')
    expect(
      second([['Harbor Lights/Harbor Lights 3.cbz', { series: 'Harbor Lights', number: '3' }], copied()[1]!]),
    ).toBe('1')
  })
})

describe('the series in ComicInfo', () => {
  const withInfo: Input = ['Harbor Lights/a.cbz', { series: 'Copper Nights', number: '1', volume: 2015 }]

  test('applies to neighbours with little data, and to no other', () => {
    const files = ['HL 2', '3', 'Harbor Lights 4', 'Tin Sea 5'].map((name) => `Harbor Lights/${name}.cbz`)
    expect(settled([withInfo, ...files]).slice(1)).toEqual([
      'Copper Nights (2015) 2',
      'Copper Nights (2015) 3',
      'Harbor Lights 4',
      'Tin Sea 5',
    ])
  })

  test('gives its run to a file with its name', () => {
    const scan: Input = ['New/scan 1.cbz', { series: 'Harbor Lights', number: '1', volume: 2015 }]
    expect(settled([scan, 'New/Harbor Lights 2.cbz'])[1]).toBe('Harbor Lights (2015) 2')
  })

  test('applies to a number when the others with numbers state it, whatever those with names state', () => {
    const files: Input[] = [
      ['Scans/1.cbz', { series: 'Harbor Lights', number: '1' }],
      'Scans/2.cbz',
      ['Scans/Copper Orchard 5.cbz', { series: 'Copper Orchard', number: '5' }],
    ]
    expect(settled(files)[1]).toBe('Harbor Lights 2')
  })

  test('is not used when files of the same name state two', () => {
    const files: Input[] = [
      ['New/HL 1.cbz', { series: 'Harbor Lights', number: '1' }],
      ['New/HL 2.cbz', { series: 'Hollow Lanterns', number: '2' }],
      'New/HL 3.cbz',
    ]
    expect(settled(files)[2]).toBe('HL 3')
  })

  test("keeps the spelling of each file's metadata", () => {
    const files: Input[] = [
      ['New/Harbor Lights 1.cbz', { series: 'Harbor Lights', number: '1', volume: 2015 }],
      ['New/Harbor Lights 2.cbz', { series: 'The Harbor Lights', number: '2' }],
    ]
    expect(settled(files)).toEqual(['Harbor Lights (2015) 1', 'The Harbor Lights 2'])
  })

  test('gives publisher and imprint to neighbours without them', () => {
    const known: Input = [
      'N/Harbor Lights 1.cbz',
      { series: 'Harbor Lights', number: '1', publisher: 'Northgate', imprint: 'Pier' },
    ]
    const [, second, third] = parsedFilesAfter([known, 'N/Harbor Lights 2.cbz', 'N/Harbor Lights 3 (Marvel).cbz'])
    expect([second!.publisher, second!.imprint]).toEqual(['Northgate', 'Pier'])
    expect(third!.imprint).toBe('Pier')
  })
})

test('titles after running numbers belong to the series of the folder, when they are most of it', () => {
  const titled = (...names: string[]) => parsedFilesAfter(names.map((name) => `Harbor Lights/${name}.cbz`)).map(({ basis }) => basis === 'title') // biome-ignore format: one row
  const three = ['1 - Low Tide', '2 - High Tide', '3 - Ebb']
  expect(titled(...three)).toEqual([true, true, true])
  expect(titled(...three.slice(1))).toEqual([false, false])
  expect(titled(...three, 'Copper 1', 'Tin 1', 'Lead 1')).toEqual([true, true, true, false, false, false])
  expect(titled(...three, 'Copper 1', 'Tin 1', 'Lead 1', 'Zinc 1')).not.toContain(true)
  expect(titled('1 - Low Tide', '2 - Low Tide', '3 - Low Tide')).not.toContain(true)
  expect(titled('1 - Low Tide', '1 - High Tide', '1 - Ebb', '2 - Flood')).not.toContain(true)
  const serial = [1, 2, 3, 4].map((n) => `${n} - Low Tide`)
  expect(titled(...serial, '5 - Fog', '6 - Fog')).not.toContain(false)
  expect(titled(...serial, '5 - Fog', '6 - Fog', '7 - Fog')).not.toContain(true)
  expect(titled('1 - Low Tide 7', '2 - High Tide 8', '3 - Ebb 9')).not.toContain(true)
  expect(titled('1 - Low Tide', '2 - High Tide', '3 - Ebb', '4 - Flood', '5 - Moon', '5 - Sun')).not.toContain(false)
})

test('titles after running numbers stay series names when the library has the files, and for annuals', () => {
  const names = ['1 - Low Tide', '2 - High Tide', '3 - Ebb']
  const inLibrary = (n: number) => ({ comic_id: 'tides', kind: 'issue', unit: 'issue', number: `${n}` }) as const
  const files = names.map((name, at): Input => [`Harbor Lights/${name}.cbz`, { libraryIssue: inLibrary(at + 1) }])
  expect(settled(files)).toEqual(['Low Tide 1', 'High Tide 2', 'Ebb 3'])
  expect(settled(names.map((name) => `Harbor Lights/Annuals/${name}.cbz`))).toEqual([
    'Low Tide 1',
    'High Tide 2',
    'Ebb 3',
  ])
})

describe('numbers right after the same word count issues', () => {
  const glued = (...names: string[]) => settled(names.map((name) => `New/${name}.cbz`))

  test('when three of them differ and none repeats', () => {
    expect(glued('tide1', 'tide2', 'tide3', 'ebb7')).toEqual(['tide 1', 'tide 2', 'tide 3', 'ebb7'])
    expect(glued('tide1', 'tide2', 'ebb3')).toEqual(['tide1', 'tide2', 'ebb3'])
    expect(glued('tide1', 'tide2', 'Tide3', 'TIDE3')).not.toContain('tide 1')
  })

  test('with no more than four digits, and not after a sign', () => {
    expect(glued('tide11111', 'tide22222', 'tide33333')).toEqual(['tide11111', 'tide22222', 'tide33333'])
  })

  test('not in the folder of a series, where they are titles, and not for annuals', () => {
    const titles = parsedFilesAfter([1, 2, 3].map((n) => `Harbor Lights (2015)/tide${n}.cbz`))
    expect(titles.map(({ series, title }) => `${series}: ${title}`)).toEqual(
      ['tide1', 'tide2', 'tide3'].map((title) => `Harbor Lights: ${title}`),
    )
    expect(settled([1, 2, 3].map((n) => `Annuals/tide${n}.cbz`))).toEqual(['tide1', 'tide2', 'tide3'])
  })

  test('and name nothing when the word comes from a program', () => {
    const bases = (word: string) =>
      parsedFilesAfter([1, 2, 3].map((n) => `New/${word}${n}.cbz`)).map(({ basis }) => basis)
    expect(bases('scan')).toEqual(['guess', 'guess', 'guess'])
    expect(bases('tide')).toEqual(['name', 'name', 'name'])
  })

  test('unless the library has them', () => {
    const libraryIssue = { comic_id: 'tide', kind: 'issue', unit: 'issue', number: '' } as const
    expect(settled([1, 2, 3].map((n): Input => [`New/tide${n}.cbz`, { libraryIssue }]))).toEqual([
      'tide1',
      'tide2',
      'tide3',
    ])
  })
})

describe('the run that ComicInfo gives its neighbours', () => {
  const SAID = { series: 'Harbor Lights', volume: 2015, year: 2015 } as const
  const first: Input = ['Harbor Lights/Harbor Lights 1.cbz', { ...SAID, number: '1' }]

  test('applies to a file of the same name, and not to an annual', () => {
    const files: Input[] = [first, 'Harbor Lights/Harbor Lights 2.cbz', 'Harbor Lights/Harbor Lights Annual 1.cbz']
    expect(settled(files)).toEqual(['Harbor Lights (2015) 1', 'Harbor Lights (2015) 2', 'Harbor Lights 1'])
  })

  test('does not apply to a file that names another one', () => {
    const other = 'Harbor Lights/Harbor Lights (1998) 002.cbz'
    expect(settled([first, other])).toEqual(['Harbor Lights (2015) 1', 'Harbor Lights (1998) 2'])
    const ordinal = 'Harbor Lights/Harbor Lights v3 002.cbz'
    const withInfo: Input = ['Harbor Lights/Harbor Lights 1.cbz', { series: 'Harbor Lights', volume: 2, number: '1' }]
    expect(parsedFilesOf([withInfo, ordinal])).toEqual([2, 3])
  })

  test('applies to a file in the folder of another series', () => {
    const ran = (folder: string, more: object) =>
      runsAfter([
        [`${folder}/Harbor Lights 1.cbz`, { series: 'Harbor Lights', number: '1', ...more }],
        `${folder}/Harbor Lights 002.cbz`,
      ])[1]
    expect(ran('Tin Sea (2015)', { volume: 2018 })).toEqual({ year: 2018 })
    expect(ran('Tin Sea v3', { volume: 2 })).toEqual({ ordinal: 2 })
    expect(ran('Tin Sea v3', { volume: 2015 })).toEqual({ year: 2015 })
  })

  test('adds to the name of a file, and removes nothing from it', () => {
    const ran = (series: string, volume: number | undefined, name: string) =>
      runsAfter([[`New/Harbor Lights 1.cbz`, { series, number: '1', volume }], `New/${name}.cbz`])[1]
    expect(ran('Harbor Lights', 2, 'Harbor Lights (1998) 002')).toEqual({ year: 1998, ordinal: 2 })
    expect(ran('Harbor Lights', 2015, 'Harbor Lights v3 002')).toEqual({ year: 2015, ordinal: 3 })
    expect(ran('Harbor Lights (2015)', 2, 'Harbor Lights (2015) 002')).toEqual({ year: 2015, ordinal: 2 })
    expect(ran('Harbor Lights (2015)', 2, 'Harbor Lights v2 002')).toEqual({ year: 2015, ordinal: 2 })
    expect(ran('Harbor Lights (2015)', 3, 'Harbor Lights v2 (2015) 002')).toEqual({ year: 2015, ordinal: 3 })
  })

  test('is that of the issues among them, whatever an annual states', () => {
    const annual: Input = ['Harbor Lights/a.cbz', { series: 'Harbor Lights Annual', number: '1' }]
    expect(settled([annual, first, 'Harbor Lights/Harbor Lights 2.cbz'])[2]).toBe('Harbor Lights (2015) 2')
  })

  test('applies to one whose folder names the other', () => {
    const withInfo = (more: object): Input => [
      'Harbor Lights v3/Harbor Lights 1.cbz',
      { series: 'Harbor Lights', number: '1', ...more },
    ]
    expect(parsedFilesOf([withInfo({ volume: 2 }), 'Harbor Lights v3/Harbor Lights 002.cbz'])).toEqual([2, 2])
    const inFolder = 'Harbor Lights (1998)/Harbor Lights'
    const exact: Input = [`${inFolder} 1.cbz`, { ...SAID, number: '1' }]
    expect(settled([exact, `${inFolder} 2.cbz`])).toEqual(['Harbor Lights (2015) 1', 'Harbor Lights (2015) 2'])
  })

  test('is not used when they state two', () => {
    const second: Input = ['Harbor Lights/Harbor Lights 2.cbz', { ...SAID, volume: 2019, year: 2019, number: '2' }]
    const files: Input[] = [first, second, 'Harbor Lights/Harbor Lights 3.cbz']
    expect(settled(files)[2]).toBe('Harbor Lights 3')
    const counted = [2, 3].map(
      (n): Input => [`New/Harbor Lights ${n}.cbz`, { series: 'Harbor Lights', number: `${n}`, volume: n }],
    )
    expect(runsAfter([...counted, 'New/Harbor Lights 4.cbz'])[2]).toEqual({})
  })
})

/** Without unknown fields. */
const runsAfter = (files: Input[]) => parsedFilesAfter(files).map(({ run }) => JSON.parse(JSON.stringify(run)))
const parsedFilesOf = (files: Input[]) => parsedFilesAfter(files).map(({ run }) => run.ordinal)

function parsedFilesAfter(files: Input[]) {
  const parsedFiles = parseFiles(files)
  applyNeighbours(parsedFiles)
  return parsedFiles
}

describe('a mistyped name becomes that of its neighbours', () => {
  const typed = (n: number) => `Harbor Lights/Harbr Lights ${n}.cbz`

  test('when its number is the one they lack, or up to two after theirs', () => {
    expect(settled([...NUMBERED(1, 2, 4, 5), typed(3)])[4]).toBe('Harbor Lights 3')
    expect(settled([...NUMBERED(1, 2, 3, 4), typed(6)])[4]).toBe('Harbor Lights 6')
  })

  test('not when they have it, or when it is further away', () => {
    expect(settled([...NUMBERED(1, 2, 3, 4), typed(4)])[4]).toBe('Harbr Lights 4')
    expect(settled([...NUMBERED(1, 2, 3, 4), typed(7)])[4]).toBe('Harbr Lights 7')
  })

  test('with their run, unless its own name states one', () => {
    const dated = (name: string) => `Harbor Lights (2015)/${name}.cbz`
    const theirs = [1, 2, 4, 5].map((n) => dated(`Harbor Lights ${n}`))
    expect(settled([...theirs, dated('Harbr Lights 3')])[4]).toBe('Harbor Lights (2015) 3')
    expect(settled([...theirs, dated('Harbr Lights v2013 3')])[4]).toBe('Harbor Lights (2013) 3')
  })

  test('not when its number has a letter', () => {
    expect(settled([...NUMBERED(1, 2, 4, 5), 'Harbor Lights/Harbr Lights 3A.cbz'])[4]).toBe('Harbr Lights 3A')
  })

  test('for an annual by the annuals among them, and without the run of the issues', () => {
    const named = (name: string) => `New/${name}.cbz`
    const theirs = [1, 2, 3, 4].map((n) => named(`Harbor Lights v2015 ${n}`))
    const typedWrong = named('Harbr Lights Annual 2')
    expect(settled([...theirs, named('Harbor Lights Annual 1'), typedWrong])[5]).toBe('Harbor Lights 2')
    expect(settled([...theirs, typedWrong])[4]).toBe('Harbr Lights 2')
  })

  test('not when a volume has the number and they are issues', () => {
    expect(settled([...NUMBERED(1, 2, 4, 5), 'Harbor Lights/Harbr Lights v03.cbz'])[4]).toBe('Harbr Lights 3')
  })

  test('not when the metadata states it', () => {
    const withInfo: Input = ['Harbor Lights/x.cbz', { series: 'Harbr Lights', number: '3' }]
    expect(settled([...NUMBERED(1, 2, 4, 5), withInfo])[4]).toBe('Harbr Lights 3')
  })

  test('when its number is between two of theirs', () => {
    expect(settled([...NUMBERED(1, 2, 3, 4), 'Harbor Lights/Harbr Lights 4.5.cbz'])[4]).toBe('Harbor Lights 4.5')
    const theirs = [...NUMBERED(1, 2, 3, 4), 'Harbor Lights/Harbor Lights 4.5.cbz']
    expect(settled([...theirs, 'Harbor Lights/Harbr Lights 4.5.cbz'])[5]).toBe('Harbr Lights 4.5')
  })

  test('not when it would be negative', () => {
    expect(settled([...NUMBERED(2, 3, 4, 5), 'Harbor Lights/Harbr Lights -1.cbz'])[4]).toBe('Harbr Lights -1')
  })

  test('not when they are too few, or not most of the folder', () => {
    expect(settled([...NUMBERED(1, 2, 4), typed(3)])[3]).toBe('Harbr Lights 3')
    const others = ['Copper 1.cbz', 'Copper 2.cbz'].map((name) => `Harbor Lights/${name}`)
    expect(settled([...NUMBERED(1, 2, 4, 5), typed(3), ...others])[4]).toBe('Harbr Lights 3')
    const ofTen = [...NUMBERED(1, 2, 4, 5, 6, 7, 8), typed(3), ...others]
    expect(settled(ofTen)[7]).toBe('Harbor Lights 3')
  })
})

describe('sidecars name the files', () => {
  const folder = 'Harbor Lights (2010)'
  const file = (name: string) => `${folder}/${name}.cbz`
  const beside = { [folder]: { volumeId: '77' } }

  test('when all have another name', () => {
    const files = [file('Luces del Puerto 001'), file('Luces del Puerto 002')]
    expect(settled(files, beside)).toEqual(['Harbor Lights (2010) 1', 'Harbor Lights (2010) 2'])
    expect(settled(files)).toEqual(['Luces del Puerto 1', 'Luces del Puerto 2'])
    const json = { json: { name: 'Harbor Lights', collects: [] } } as unknown as SidecarFacts
    expect(settled(files, { [folder]: json })).toEqual(['Harbor Lights (2010) 1', 'Harbor Lights (2010) 2'])
  })

  test('not a stray file beside those of its name', () => {
    expect(settled([file('Harbor Lights 001'), file('Copper Orchard 002')], beside)[1]).toBe('Copper Orchard 2')
  })

  test('not a file that the library has', () => {
    const libraryIssue = { comic_id: 'luces', kind: 'issue', unit: 'issue', number: '1' } as const
    const files: Input[] = [[file('Luces del Puerto 001'), { libraryIssue }], file('Luces del Puerto 002')]
    expect(settled(files, beside)).toEqual(['Luces del Puerto 1', 'Harbor Lights (2010) 2'])
  })

  test('not a file that states its series itself', () => {
    const withInfo: Input = [file('Luces 001'), { series: 'Copper Orchard', number: '1' }]
    expect(settled([withInfo, file('Luces del Puerto 002')], beside)[0]).toBe('Copper Orchard 1')
  })
})
