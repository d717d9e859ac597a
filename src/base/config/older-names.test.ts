import { expect, test } from 'bun:test'
import { type OlderKey, type OlderName, olderNames, optionSpellings } from './older-names'

const read = (key: OlderKey, value: unknown) => (olderNames[key] as OlderName).read(value as never)
const write = (key: OlderKey, input: unknown, now: unknown) => (olderNames[key] as OlderName).write(input, now as never)

test.each<[OlderKey, unknown, unknown]>([
  ['comic_dir', ['/a', '/b'], '/a'],
  ['comic_dir', [], ''],
  ['multiple_dest_dirs', ['/a', '/b', '/c'], '/b;/c'],
  ['zero_level', 'none', false],
  ['zero_level', '0x', true],
  ['imp_file_opts', true, 'move'],
  ['imp_file_opts', false, 'copy'],
  ['check_github', 0, false],
  ['check_github', 1, true],
  ['rename_files', true, true],
])('%s shows %j as %j', (key, value, shown) => expect(read(key, value)).toEqual(shown))

test.each<[OlderKey, unknown, unknown, unknown]>([
  ['comic_dir', '/c', ['/a', '/b'], ['/c', '/b']],
  ['comic_dir', '/b', ['/a', '/b'], ['/b']],
  ['comic_dir', '', ['/a', '/b'], ['/b']],
  ['comic_dir', null, ['/a', '/b'], ['/b']],
  ['multiple_dest_dirs', '/c;/d', ['/a', '/b'], ['/a', '/c', '/d']],
  ['multiple_dest_dirs', '/c', [], ['/c']],
  ['multiple_dest_dirs', 'c', ['/a'], undefined],
  ['zero_level', 'on', 'none', '00x'],
  ['zero_level', 'on', '0x', '0x'],
  ['zero_level', 'off', '0x', 'none'],
  ['zero_level', 'perhaps', '0x', undefined],
  ['imp_file_opts', 'move', false, true],
  ['imp_file_opts', 'copy', true, false],
  ['imp_file_opts', 'link', true, undefined],
  ['check_github', 'on', 60, 60],
  ['check_github', 'on', 0, null],
  ['check_github', 'off', 60, 0],
  ['check_github', 'perhaps', 60, undefined],
  ['rename_files', false, true, false],
])('%s = %j turns %j into %j', (key, input, now, value) => expect(write(key, input, now)).toEqual(value))

test('only a name with the same values counts in a file', () => {
  expect(optionSpellings('comic_dirs')).toEqual(['comic_dir'])
  expect(optionSpellings('rename_arrivals')).toEqual(['rename_files'])
  expect(optionSpellings('zero_level_n')).toEqual([])
})
