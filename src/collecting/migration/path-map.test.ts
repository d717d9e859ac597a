import { expect, test } from 'bun:test'
import { below, groupPaths, lastPart, mapPath } from './path-map'

const HERE = { from: '/comics', to: '/home/reader/Comics' }

test.each([
  ['/comics/DC/Harbor (2016)', [HERE], '/home/reader/Comics/DC/Harbor (2016)'],
  ['/comics', [HERE], '/home/reader/Comics'],
  ['/comics/', [HERE], '/home/reader/Comics'],
  // Only whole folder names match.
  ['/comics2/DC', [HERE], '/comics2/DC'],
  ['/Comics/DC', [HERE], '/Comics/DC'],
  // The longest matching folder wins, in any order of the mappings.
  ['/comics/DC/x', [HERE, { from: '/comics/DC', to: '/mnt/dc' }], '/mnt/dc/x'],
  ['C:\\Comics\\DC\\x', [{ from: 'c:/comics', to: '/data' }], '/data/DC/x'],
  ['\\\\NAS\\Share\\DC\\x', [{ from: '//nas/share', to: '/data/' }], '/data/DC/x'],
  ['/comics/DC/x', [{ from: '/comics', to: 'D:\\Comics' }], 'D:\\Comics\\DC\\x'],
  ['/elsewhere/x', [], '/elsewhere/x'],
])('%p with %p is %p', (path, mappings, expected) => {
  expect(mapPath(path, mappings)).toBe(expected)
})

test('paths are grouped by the longest folder that those of one place share', () => {
  const groups = groupPaths([
    '/comics/DC/A',
    '/comics/Image/B',
    '/mnt/disk1/Comics/C',
    '/mnt/disk1/Comics/D',
    '/mnt/disk2/E',
    '/mnt/disk2/F',
    'C:\\Comics\\G',
    'c:\\comics\\H\\I',
    '\\\\NAS\\Comics\\J',
    '\\\\nas\\comics\\K',
    'no whole path',
  ])
  expect(groups.map(({ prefix, count }) => [prefix, count])).toEqual([
    ['/comics', 2],
    ['/mnt/disk1/Comics', 2],
    ['/mnt/disk2', 2],
    ['C:/Comics', 2],
    ['//NAS/Comics', 2],
  ])
})

test('a single path is offered with its folder', () => {
  expect(groupPaths(['/comics/DC/Harbor (2016)'])).toMatchObject([{ prefix: '/comics/DC', count: 1 }])
})

test('the rest of a path and its last part are read with both separators', () => {
  expect(below('D:/Comics', 'd:\\comics\\DC\\x')).toEqual(['DC', 'x'])
  expect([lastPart('/a/b/'), lastPart('C:\\a\\b.cbz')]).toEqual(['b', 'b.cbz'])
})

test('a Windows path has the form that a scan gives it, with any slashes of the source', () => {
  for (const path of ['c:/Comics/Saga/1.cbz', 'C:\\Comics\\Saga\\1.cbz', '\\\\?\\C:\\Comics\\Saga\\1.cbz'])
    expect(mapPath(path, [], 'windows')).toBe('C:\\Comics\\Saga\\1.cbz')
  expect(mapPath('//nas/Comics/1.cbz', [], 'windows')).toBe('\\\\nas\\Comics\\1.cbz')
  expect(mapPath('C:/Comics/1.cbz', [], 'posix')).toBe('C:/Comics/1.cbz')
})
