import { describe, expect, test } from 'bun:test'
import { isBelow, isFullPath, isIn, ownForm, partsBelow, pathParts, placeKey, styleOf } from './paths'

describe('the spellings of one place on Windows', () => {
  const ONE = 'D:\\Comics\\Harbor Lights'
  test.each([
    'D:\\Comics\\Harbor Lights',
    'd:/Comics/Harbor Lights',
    'd:\\COMICS\\harbor lights\\',
    'D:\\Comics\\.\\Harbor Lights\\..\\Harbor Lights',
    'D:\\\\Comics//Harbor Lights',
    '\\\\?\\D:\\Comics\\Harbor Lights',
    '//?/D:/Comics/Harbor Lights',
    'D:\\Comics. \\Harbor Lights..',
  ])('%s', (path) => {
    expect(placeKey(path, 'windows')).toBe(placeKey(ONE, 'windows'))
    expect(styleOf(path)).toBe('windows')
    if (!path.includes('..\\')) expect(partsBelow('d:/comics/HARBOR lights', path)).toEqual([])
  })

  test.each(['\\\\nas\\Comics\\Saga', '//NAS/Comics/Saga', '\\\\?\\UNC\\nas\\Comics\\Saga', '\\/nas\\comics/Saga\\'])(
    '%s',
    (path) => {
      expect(placeKey(path, 'windows')).toBe(placeKey('\\\\nas\\comics\\saga', 'windows'))
      expect(partsBelow('\\\\nas\\comics', path)).toEqual(['Saga'])
      expect(partsBelow('//nas/comics', path)).toEqual(['Saga'])
    },
  )

  test.each([
    ['c:/Users/me/a.cbz', 'C:\\Users\\me\\a.cbz'],
    ['\\\\?\\d:\\a\\b.', 'D:\\a\\b.'],
    ['//nas/share/x', '\\\\nas\\share\\x'],
    ['\\\\?\\UNC\\nas\\share\\x', '\\\\nas\\share\\x'],
    ['d:\\a\\', 'D:\\a'],
    ['d:/', 'D:\\'],
    ['d:', 'D:\\'],
    ['D:\\a\\b\\..\\c', 'D:\\a\\c'],
    ['/mnt/x', '/mnt/x'],
    ['Series\\x', 'Series\\x'],
  ])('%s has the form %s there, and stays on another system', (path, form) => {
    expect(ownForm(path, 'windows')).toBe(form)
    expect(ownForm(form, 'windows')).toBe(form)
    expect(ownForm(path, 'posix')).toBe(path)
  })

  test('other places stay other places', () => {
    const keys = ['D:\\a', 'E:\\a', 'D:\\ab', '\\\\d\\a', '\\\\nas\\a', 'D:\\a\\b'].map((path) =>
      placeKey(path, 'windows'),
    )
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('a path elsewhere', () => {
  test('keeps case and backslashes, and no slash twice', () => {
    expect(placeKey('/a//b/', 'posix')).toBe(placeKey('/a/./b', 'posix'))
    expect(placeKey('/A', 'posix')).not.toBe(placeKey('/a', 'posix'))
    expect(placeKey('/', 'posix')).toBe('/')
    expect(pathParts('/data/a\\b ')).toEqual(['', 'data', 'a\\b '])
    expect(partsBelow('/data', '//data/x')).toEqual(['x'])
    expect(partsBelow('/data', 'D:\\data\\x')).toBeUndefined()
    expect(partsBelow('D:\\data', '/data/x')).toBeUndefined()
    expect([isFullPath('/a'), isFullPath('a/b'), isFullPath('c:x')]).toEqual([true, false, false])
  })
})

test('a folder contains paths by whole names, with and without case', () => {
  expect([isBelow('/a/b', '/a', 'posix'), isBelow('/ab', '/a', 'posix'), isBelow('/a', '/a', 'posix')]).toEqual([
    true,
    false,
    false,
  ])
  expect([isBelow('/A/b', '/a', 'posix'), isIn('/a', '/a', 'posix'), isBelow('/x', '/', 'posix')]).toEqual([
    false,
    true,
    true,
  ])
  expect(isBelow('d:\\COMICS\\x', 'D:\\Comics', 'windows')).toBe(true)
  expect(isIn('d:\\COMICS', 'D:\\Comics', 'windows')).toBe(true)
  expect(isBelow('D:\\Comics2\\x', 'D:\\Comics', 'windows')).toBe(false)
})
