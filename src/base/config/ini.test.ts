import { describe, expect, test } from 'bun:test'
import { Ini } from './ini'

const TEXT = '[General]\nname = one\n\n[OPDS]\nname = two\nother = three\n'

describe('a key', () => {
  test('belongs to its section, in any case', () => {
    const ini = new Ini(TEXT)
    expect([ini.get('general', 'name'), ini.get('OPDS', 'name'), ini.get('opds', 'other')]).toEqual([
      'one',
      'two',
      'three',
    ])
    expect(ini.get('General', 'other')).toBeUndefined()
    expect(ini.find('name')).toBe('two')
  })

  test('that appears twice counts as the last, and is changed there', () => {
    const ini = new Ini('[General]\nname = one\nname = two\n')
    expect([ini.get('General', 'name'), ini.find('name')]).toEqual(['two', 'two'])
    ini.set('General', 'name', 'three')
    expect(ini.toString()).toBe('[General]\nname = one\nname = three\n')
    expect(ini.keys()).toEqual(['name'])
  })

  test('is changed on the line where it was added, and in its own section first', () => {
    const ini = new Ini(TEXT)
    ini.set('General', 'other', 'four')
    expect(ini.toString()).toBe(TEXT.replace('three', 'four'))
    ini.set('General', 'name', 'five')
    expect(ini.toString()).toBe(TEXT.replace('three', 'four').replace('one', 'five'))
    expect(ini.get('General', 'name')).toBe('five')
  })

  test('that is new comes after the last line of its section, before the blank ones', () => {
    const ini = new Ini(TEXT)
    ini.set('GENERAL', 'fresh', '1')
    expect(ini.toString()).toBe(TEXT.replace('name = one\n', 'name = one\nfresh = 1\n'))
    expect(ini.get('General', 'fresh')).toBe('1')
  })

  test('of a missing section adds the section', () => {
    const ini = new Ini()
    ini.set('API', 'key', '1')
    ini.set('CV', 'key2', '2')
    expect(ini.toString()).toBe('[API]\nkey = 1\n\n[CV]\nkey2 = 2\n')
  })

  test('may contain an equals sign in its value, and may be empty', () => {
    const ini = new Ini('a = b = c\nd =\n')
    expect([ini.find('a'), ini.find('d')]).toEqual(['b = c', ''])
  })
})

test('after a comment sign is ignored', () => {
  const ini = new Ini('# a = 1\n; b = 2\n  # c = 3\n')
  expect(ini.keys()).toEqual([])
  expect(ini.unread()).toEqual([])
})

test('an empty file is empty, and stays without a line', () => {
  expect(new Ini('').toString()).toBe('')
  expect(new Ini('').unread()).toEqual([])
})

describe('line endings and the byte order mark', () => {
  const TEXT = '\uFEFF[General]\r\nname = one\r\n\r\n; mine\r\n'

  test('stay as a Windows editor wrote them, also on added lines', () => {
    const ini = new Ini(TEXT)
    expect(ini.toString()).toBe(TEXT)
    ini.set('General', 'name', 'two')
    ini.set('General', 'more', '3')
    ini.set('OPDS', 'key', '4')
    expect(ini.toString()).toBe('\uFEFF[General]\r\nname = two\r\n\r\n; mine\r\nmore = 3\r\n\r\n[OPDS]\r\nkey = 4\r\n')
    expect(new Ini(ini.toString()).get('OPDS', 'key')).toBe('4')
  })

  test('stay as each line has them, and a last line without an ending gets that of the first', () => {
    expect(new Ini('a = 1\r\nb = 2\nc = 3').toString()).toBe('a = 1\r\nb = 2\nc = 3\r\n')
    expect(new Ini('\n\na = 1').toString()).toBe('\n\na = 1\n')
  })
})

test('a value may contain characters that end a line elsewhere', () => {
  const ini = new Ini('a = b\u2028c\u0085d\n')
  expect([ini.find('a'), ini.unread()]).toEqual(['b\u2028c\u0085d', []])
})
