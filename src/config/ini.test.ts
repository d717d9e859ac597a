import { describe, expect, test } from 'bun:test'
import { Ini } from './ini'

const TEXT = '[General]\nname = one\n\n[OPDS]\nname = two\nother = three\n'

describe('a key', () => {
  test('is of its section, whatever the case of both', () => {
    const ini = new Ini(TEXT)
    expect([ini.get('general', 'name'), ini.get('OPDS', 'name'), ini.get('opds', 'other')]).toEqual([
      'one',
      'two',
      'three',
    ])
    expect(ini.get('General', 'other')).toBeUndefined()
    expect(ini.find('name')).toBe('two')
  })

  test('that is there twice counts as the last, and is changed there', () => {
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

  test('that is new comes behind the last line of its section, before the blank ones', () => {
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
