import { describe, expect, test } from 'bun:test'
import { sortKey } from '../../base/names/numbers'
import { readName } from '../../base/names/read-name'
import { bytesOf, LONGEST_BYTES, legalPart, truncateBytes } from './legal'
import {
  arcFolderParts,
  fileParts,
  folderParts,
  freeName,
  type IssueNameFields,
  type NamingSettings,
  padNumber,
  type SeriesNameFields,
} from './naming'
import { templateProblems } from './templates'

const SERIES: SeriesNameFields = {
  name: 'Harbor Lights',
  publisher: 'Northgate',
  imprint: null,
  year: 2015,
  volume: 2,
  book_type: 'Print',
}
const NAMING: NamingSettings = {
  folder_format: '$Series ($Year)',
  file_format: '$Series $Annual $Issue ($Year)',
  replace_spaces: false,
  replace_char: '_',
  zero_level_n: '00x',
  lowercase_filenames: false,
}

function issue(number: string, rest: Partial<IssueNameFields> = {}): IssueNameFields {
  const dates = { release_date: '2015-03-04', issue_date: '2015-05-01' }
  const facts = { kind: 'issue', unit: 'issue', volume_number: null, title: null } as const
  return { number, sort_key: sortKey(number), ...facts, ...dates, ...rest }
}

const file = (
  issues: IssueNameFields | IssueNameFields[],
  naming: Partial<NamingSettings> = {},
  series: Partial<SeriesNameFields> = {},
) => fileParts({ ...SERIES, ...series }, [issues].flat(), { ...NAMING, ...naming }, { extension: '.cbz' }).join('/')
const folder = (folder_format: string, series: Partial<SeriesNameFields> = {}, naming: Partial<NamingSettings> = {}) =>
  folderParts({ ...SERIES, ...series }, { ...NAMING, ...naming, folder_format }).join('/')

describe('a file is named by its issue', () => {
  test.each([
    ['7', '007'],
    ['12.5', '012.5'],
    ['-1', '-001'],
    ['0', '000'],
    ['½', '½'],
    ['1½', '001½'],
    ['1.MU', '001.MU'],
    ['10A', '010A'],
    ['78.BEY', '078.BEY'],
    ['1000000', '1000000'],
    ['Alpha', 'Alpha'],
    ['112/113', '112-113'],
  ])('number %s reads %s', (number, text) => {
    expect(file(issue(number))).toBe(`Harbor Lights ${text} (2015).cbz`)
  })

  test.each([
    ['none', '7'],
    ['0x', '07'],
    ['00x', '007'],
  ] as const)('padded by %s it is %s', (zero_level_n, text) => {
    expect(file(issue('7'), { zero_level_n })).toBe(`Harbor Lights ${text} (2015).cbz`)
  })

  test('a one-shot has no number, and leaves no gap for it', () => {
    expect(file(issue(''))).toBe('Harbor Lights (2015).cbz')
    expect(file(issue(''), { file_format: '$Series #$Issue ($Year)' })).toBe('Harbor Lights (2015).cbz')
    expect(file(issue(''), { file_format: '$Issue' })).toBe('Harbor Lights.cbz')
  })

  test('a double issue has both numbers, and three issues the first and the last', () => {
    expect(file([issue('13'), issue('12')])).toBe('Harbor Lights 012-013 (2015).cbz')
    expect(file([issue('12'), issue('13'), issue('14')])).toBe('Harbor Lights 012-014 (2015).cbz')
  })

  test('of several issues only those with a number of the same kind count', () => {
    expect(file([issue(''), issue('2')])).toBe('Harbor Lights 002 (2015).cbz')
    expect(file([issue('5'), issue('1', { kind: 'annual' })])).toBe('Harbor Lights 005 (2015).cbz')
  })

  test('an annual never gets the name of the regular issue with its number', () => {
    const annual = issue('1', { kind: 'annual' })
    expect(file(annual)).toBe('Harbor Lights Annual 001 (2015).cbz')
    expect(file(annual, { file_format: '$Series $Issue ($Year)' })).toBe('Harbor Lights Annual 001 (2015).cbz')
    expect(file(issue('', { kind: 'annual' }))).toBe('Harbor Lights Annual (2015).cbz')
  })

  test('chapters and volumes name their unit', () => {
    const chapter = issue('12', { unit: 'chapter' })
    expect(file(chapter)).toBe('Harbor Lights c012 (2015).cbz')
    expect(file({ ...chapter, volume_number: '3' })).toBe('Harbor Lights v03 c012 (2015).cbz')
    const next = issue('13', { unit: 'chapter', volume_number: '3' })
    expect(file([{ ...chapter, volume_number: '3' }, next])).toBe('Harbor Lights c012-013 (2015).cbz')
    expect(file(issue('3', { unit: 'volume' }))).toBe('Harbor Lights v03 (2015).cbz')
    expect(file(issue('3', { unit: 'volume' }), { zero_level_n: 'none' })).toBe('Harbor Lights v3 (2015).cbz')
    expect(file([chapter, issue('3', { unit: 'volume' })])).toBe('Harbor Lights v03 (2015).cbz')
  })

  test('its year is that of its cover, then of its release, then of the series', () => {
    expect(file(issue('7', { issue_date: '2016-01-01' }))).toBe('Harbor Lights 007 (2016).cbz')
    expect(file(issue('7', { issue_date: null, release_date: '2014-12-31' }))).toBe('Harbor Lights 007 (2014).cbz')
    expect(file(issue('7', { issue_date: null, release_date: null }))).toBe('Harbor Lights 007 (2015).cbz')
    expect(file(issue('7', { issue_date: null, release_date: null }), {}, { year: null })).toBe('Harbor Lights 007.cbz')
  })
})

describe('a template', () => {
  test.each([
    ['$series - $Issue', 'harbor lights - 007.cbz'],
    ['{Series} {Issue} ({Year})', 'Harbor Lights 007 (2015).cbz'],
    ['$Series $VolumeY $Issue', 'Harbor Lights V2015 007.cbz'],
    ['$Series $VolumeN #$Issue ($monthname $Year)', 'Harbor Lights V2 #007 (May 2015).cbz'],
    ['$Publisher/$Series/$Year-$month $Issue', 'Northgate/Harbor Lights/2015-05 007.cbz'],
    ['$Year\\$Series $Issue', '2015/Harbor Lights 007.cbz'],
    ['$Series $Issue [$Imprint] ($Year)', 'Harbor Lights 007 (2015).cbz'],
    ['$Series - $Imprint - $Issue', 'Harbor Lights - 007.cbz'],
    ['$Imprint - $Series $Issue', 'Harbor Lights 007.cbz'],
    ['$Series $Issue - $Imprint', 'Harbor Lights 007.cbz'],
    ['$Series $Issue ($Imprint, $Year)', 'Harbor Lights 007 (2015).cbz'],
    ['$Series $Issue $Type', 'Harbor Lights 007.cbz'],
    ['$Series: $Issue', 'Harbor Lights - 007.cbz'],
    ['$Series $Nonsense $Issue', 'Harbor Lights 007.cbz'],
    ['$Issuebook', '007book.cbz'],
    ['/$Series/../$Issue', 'Harbor Lights/007.cbz'],
  ])('%s gives %s', (file_format, expected) => {
    expect(file(issue('7'), { file_format })).toBe(expected)
  })

  test("names folders by the series' data, without unknown fields", () => {
    expect(folder('$Series ($Year)')).toBe('Harbor Lights (2015)')
    expect(folder('$Publisher/$Series ($Year)')).toBe('Northgate/Harbor Lights (2015)')
    expect(folder('$Publisher/$Series ($Year)', { publisher: null, year: null })).toBe('Harbor Lights')
    expect(folder('$Imprint')).toBe('Harbor Lights')
    expect(folder('$Series [$Type]', { book_type: 'TPB' })).toBe('Harbor Lights [TPB]')
    expect(folder('$Series: ($Year)')).toBe('Harbor Lights (2015)')
  })

  test('reports its unknown words, and missing ones', () => {
    expect(templateProblems('$Series $Isue {Foo}', 'file')).toEqual([
      '$Isue is not a word of file names.',
      '{Foo} is not a word of file names.',
      'Without $Issue all files of a series get the same name.',
    ])
    expect(templateProblems('$Series $Annual', 'folder')).toEqual(['$Annual is not a word of folder names.'])
    expect(templateProblems('$Publisher', 'folder')).toHaveLength(1)
    expect(templateProblems('$Series ($Year)', 'folder')).toEqual([])
    expect(templateProblems(NAMING.file_format, 'file')).toEqual([])
  })

  test("names story arc folders by the arc's data", () => {
    const facts = { arc: 'Night: Tide', spanyears: '2015-2016', publisher: '' }
    const arc = (template: string, more: Partial<NamingSettings> = {}, name = facts.arc) =>
      arcFolderParts(template, { ...facts, arc: name }, { ...NAMING, ...more })
    expect(arc('$publisher/$arc ($spanyears)')).toEqual(['Night - Tide (2015-2016)'])
    expect(arc('Arcs/$arc', { replace_spaces: true })).toEqual(['Arcs', 'Night_-_Tide'])
    expect([arc('$publisher'), arc('$publisher', {}, '???')]).toEqual([['Night - Tide'], ['Unnamed']])
    for (const template of ['$arc', '$publisher'])
      expect(arc(template, {}, 'a'.repeat(300))).toEqual(['a'.repeat(LONGEST_BYTES)])
  })

  test('replaces spaces, and writes names in lower case', () => {
    expect(file(issue('7'), { replace_spaces: true })).toBe('Harbor_Lights_007_(2015).cbz')
    expect(file(issue('7'), { replace_spaces: true, replace_char: '.' })).toBe('Harbor.Lights.007.(2015).cbz')
    expect(file(issue('1.MU'), { lowercase_filenames: true })).toBe('harbor lights 001.mu (2015).cbz')
    expect(folder('$Series ($Year)', {}, { replace_spaces: true })).toBe('Harbor_Lights_(2015)')
  })
})

describe('a name is legal on Windows, macOS and Linux', () => {
  test.each([
    ['AC/DC: Live?', 'AC-DC - Live'],
    ['M*A*S*H', 'M-A-S-H'],
    ['The "Best" <of> | Us', "The 'Best' (of) - Us"],
    ['Trailing dots...', 'Trailing dots'],
    ['  spaces  ', 'spaces'],
    ['...And Justice', 'And Justice'],
    ['tab\tand\u0000null\u202e', 'tab andnull'],
    ['CON', '_CON'],
    ['con.cbz', '_con.cbz'],
    ['Aux 1', '_Aux 1'],
    ['COM7', '_COM7'],
    ['LPT¹', '_LPT¹'],
    ['Console', 'Console'],
    ['Company', 'Company'],
    ['..', ''],
    ['???', ''],
    ['12:30', '12-30'],
    ['Cafe\u0301', 'Café'],
    ['half \ud800 pair', 'half pair'],
  ])('%s becomes %s', (input, legal) => {
    expect(legalPart(input)).toBe(legal)
  })

  test('and so are names made from hostile data', () => {
    expect(file(issue('7'), {}, { name: '../../etc/passwd' })).toBe('-..-etc-passwd 007 (2015).cbz')
    expect(file(issue('7'), { file_format: '$Series' }, { name: 'NUL' })).toBe('_NUL.cbz')
    expect(folder('$Series', { name: '???' })).toBe('Unnamed')
    expect(folder('$Series', { name: 'Nothing $Year {Issue}' })).toBe('Nothing $Year {Issue}')
  })

  test('no part is longer than a disk allows, and the number stays', () => {
    for (const letter of ['a', 'é', '漫', '👩‍🚀']) {
      const name = letter.repeat(400)
      const parts = fileParts({ ...SERIES, name }, [issue('7')], NAMING, { extension: '.cbz' })
      expect(bytesOf(parts[0]!)).toBeLessThanOrEqual(247)
      expect(parts[0]).toEndWith(' 007 (2015).cbz')
      expect(bytesOf(folder('$Series ($Year)', { name }))).toBeLessThanOrEqual(255)
      expect(folder('$Series ($Year)', { name })).toEndWith(' (2015)')
    }
    const title = 'A story without an end '.repeat(20)
    const long = fileParts(
      SERIES,
      [issue('7', { title })],
      { ...NAMING, file_format: '$Series $Issue $Title' },
      {
        extension: '.cbz',
        room: 80,
      },
    )
    expect(long[0]).toStartWith('Harbor Lights 007 A story without')
    expect(bytesOf(long[0]!)).toBeLessThanOrEqual(80)
  })

  test('a long title and a long series name are both cut, the title first, and neither to nothing', () => {
    const cut = (file_format: string, room: number) =>
      fileParts(
        { ...SERIES, name: 'S'.repeat(60) },
        [issue('7', { title: 'T'.repeat(60) })],
        { ...NAMING, file_format },
        { extension: '.cbz', room },
      )[0]!
    // Twelve bytes are reserved for the extension and a number after the name.
    expect(cut('$Title $Series $Issue', 12 + 125)).toBe(`${'T'.repeat(60)} ${'S'.repeat(60)} 007.cbz`)
    expect(cut('$Title $Series $Issue', 12 + 124)).toBe(`${'T'.repeat(59)} ${'S'.repeat(60)} 007.cbz`)
    expect(cut('$Title $Series $Issue', 12 + 88)).toBe(`${'T'.repeat(24)} ${'S'.repeat(59)} 007.cbz`)
    expect(cut('$Title $series $Issue', 12 + 88)).toBe(`${'T'.repeat(24)} ${'s'.repeat(59)} 007.cbz`)
    expect(cut('$Title $Series $Issue', 12 + 40)).toBe(`${'T'.repeat(24)} ${'S'.repeat(15)}.cbz`)
  })

  test('a file without any usable data has a name', () => {
    expect(file(issue(''), { file_format: '$Title' }, { name: '???' })).toBe('Unnamed.cbz')
  })

  test('cutting leaves characters whole', () => {
    expect(truncateBytes('👩‍🚀👩‍🚀', 15)).toBe('👩‍🚀')
    expect(truncateBytes('e\u0301e\u0301', 4)).toBe('e\u0301')
    expect(truncateBytes('ab. c', 4)).toBe('ab')
  })
})

test('a taken name gets a number', () => {
  const names = new Set(['a.cbz', 'a (2).cbz'])
  expect(freeName('a.cbz', '.cbz', (name) => names.has(name))).toBe('a (3).cbz')
  expect(freeName('b.cbz', '.cbz', (name) => names.has(name))).toBe('b.cbz')
})

test('numbers that do not begin with a digit are not padded', () => {
  expect(['½', 'Alpha', '', '.5'].map((number) => padNumber(number, 3))).toEqual(['½', 'Alpha', '', '.5'])
})

describe('our own names are read back', () => {
  const back = (name: string) => readName(name, { year: 2026 })
  test.each(['1', '7', '12.5', '-1', '½', '1.MU', '10A', '100', '1000'])('number %s', (number) => {
    for (const zero_level_n of ['none', '0x', '00x'] as const)
      expect(back(file(issue(number), { zero_level_n }))).toMatchObject({ series: 'Harbor Lights', issue: number })
  })

  test('annuals, double issues, chapters and volumes', () => {
    expect(back(file(issue('2', { kind: 'annual' })))).toMatchObject({ issue: '2', annual: true })
    expect(back(file([issue('12'), issue('13')]))).toMatchObject({ issue: '12', issue_end: '13' })
    expect(back(file(issue('12', { unit: 'chapter', volume_number: '3' })))).toMatchObject({ issue: '12', volume: '3' })
    expect(back(file(issue('3', { unit: 'volume' })))).toMatchObject({ issue: '', volume: '3' })
    expect(back(file([issue('3', { unit: 'volume' }), issue('4', { unit: 'volume' })]))).toMatchObject({
      volume: '3',
      volume_end: '4',
    })
  })
})
