import { describe, expect, test } from 'bun:test'
import { checkFormats } from './check-formats'
import { fillTemplate, type TemplateValues, templateParts, templateProblems, templateUses } from './templates'

const NONE: TemplateValues = {
  Series: '',
  series: '',
  Publisher: '',
  publisher: '',
  Imprint: '',
  Year: '',
  VolumeY: '',
  VolumeN: '',
  Type: '',
  Issue: '',
  Annual: '',
  Title: '',
  month: '',
  monthname: '',
}
const made = (template: string, values: Partial<TemplateValues>, kind: 'file' | 'folder' = 'file') =>
  fillTemplate(template, kind, { ...NONE, ...values })

test.each<[string, Partial<TemplateValues>, string]>([
  ['$Series $Issue', { Series: 'Harbor', Issue: '007' }, 'Harbor 007'],
  ['{Series} {Issue}', { Series: 'Harbor', Issue: '007' }, 'Harbor 007'],
  ['$Yearbook', { Year: '2015' }, '2015book'],
  ['$VolumeY $VolumeN', { VolumeY: 'V2015', VolumeN: 'v2' }, 'V2015 v2'],
  ['$monthname $month', { month: '03', monthname: 'March' }, 'March 03'],
  ['$Series ($Year)', { Series: 'Harbor' }, 'Harbor'],
  ['$Series [$Publisher - $Year]', { Series: 'Harbor', Year: '2015' }, 'Harbor [2015]'],
  ['$Series [$Publisher - $Year]', { Series: 'Harbor', Publisher: 'North' }, 'Harbor [North]'],
  ['$Series - $Title - $Issue', { Series: 'Harbor', Issue: '1' }, 'Harbor - 1'],
  ['$Series - $Title $Issue', { Series: 'Harbor', Issue: '1' }, 'Harbor - 1'],
  ['$Series $Title - $Issue', { Series: 'Harbor', Issue: '1' }, 'Harbor - 1'],
  ['$Series, $Title. $Issue', { Series: 'Harbor', Issue: '1' }, 'Harbor, 1'],
  ['$Series #$Issue', { Series: 'Harbor' }, 'Harbor'],
  ['$Series v$Issue', { Series: 'Harbor' }, 'Harbor'],
  ['$Series rev$Issue', { Series: 'Harbor' }, 'Harbor rev'],
  ['$Title - $Series', { Series: 'Harbor' }, 'Harbor'],
  ['$Title $Annual $Series', { Series: 'Harbor' }, 'Harbor'],
  ['$Series $Foo $Issue', { Series: 'Harbor', Issue: '1' }, 'Harbor 1'],
  ['$Series {Foo}', { Series: 'Harbor' }, 'Harbor'],
  ['$Series ($Year)', { Series: '(un)known - a_b.c #1', Year: '2015' }, '(un)known - a_b.c #1 (2015)'],
])('%s of %j is %j', (template, values, name) => expect(made(template, values)).toBe(name))

test('a placeholder of files is unknown for folders', () => {
  expect(made('$Series $Issue', { Series: 'Harbor', Issue: '7' }, 'folder')).toBe('Harbor')
  expect(made('{Issue} $Series', { Series: 'Harbor', Issue: '7' }, 'folder')).toBe('Harbor')
})

test('a template lists its words', () => {
  expect(templateUses('$Series {Issue}', 'file', 'Issue')).toBe(true)
  expect(templateUses('$Series {Issue}', 'file', 'Series')).toBe(true)
  expect(templateUses('$Series', 'file', 'Year')).toBe(false)
  expect(templateUses('$VolumeN', 'file', 'VolumeY')).toBe(false)
})

describe('the problems of a template', () => {
  test.each(['', '  '])('%j names no folder', (template) => {
    expect(templateProblems(template, 'folder')).toEqual(['An empty template names no folder.'])
    expect(templateProblems(template, 'file')).toEqual(['Without $Issue all files of a series get the same name.'])
  })

  test('are listed once', () => {
    expect(templateProblems('$Series $Foo $Foo $Issue', 'file')).toEqual(['$Foo is not a word of file names.'])
  })

  test('are none when it names the series in either case', () => {
    expect(templateProblems('$series', 'folder')).toEqual([])
    expect(templateProblems('{Series}/{Year}', 'folder')).toEqual([])
  })
})

test('both slashes separate folders', () => expect(templateParts('a/b\\c')).toEqual(['a', 'b', 'c']))

test('a template for folders of story arcs has to name the arc', () => {
  expect(templateProblems('$arc ($spanyears)', 'arc')).toEqual([])
  expect(templateProblems('$publisher', 'arc')).toEqual([
    'Without $arc the folders of different story arcs get the same name.',
  ])
  expect(fillTemplate('$arc ($spanyears)', 'arc', { arc: 'Night Tide', spanyears: '' })).toBe('Night Tide')
})

test('each template of the settings is refused for its own problems', () => {
  checkFormats({})
  checkFormats({ folder_format: '$Series', file_format: '$Issue', arc_folderformat: '$arc' })
  for (const format of [{ folder_format: '$Year' }, { file_format: '$Series' }, { arc_folderformat: '$publisher' }])
    expect(() => checkFormats(format)).toThrow('Without $')
})
