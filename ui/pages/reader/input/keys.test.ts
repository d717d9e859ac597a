import { expect, test } from 'bun:test'
import { type Command, commandOf } from './keys'

const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }

test.each<[string, 'ltr' | 'rtl' | 'down', boolean, Command | undefined]>([
  ['ArrowRight', 'ltr', false, 'next'],
  ['ArrowLeft', 'ltr', false, 'back'],
  ['ArrowRight', 'rtl', false, 'back'],
  ['ArrowLeft', 'rtl', false, 'next'],
  ['ArrowRight', 'down', false, 'next'],
  ['ArrowRight', 'rtl', true, 'step'],
  ['ArrowLeft', 'ltr', true, 'step-back'],
  ['ArrowDown', 'rtl', false, 'down'],
  [' ', 'rtl', false, 'step'],
  ['PageDown', 'ltr', false, 'step'],
  ['PageUp', 'ltr', true, 'step-back'],
  ['Home', 'rtl', false, 'first'],
  ['End', 'rtl', false, 'last'],
  ['F', 'ltr', false, 'full'],
  ['m', 'ltr', false, 'mode'],
  ['d', 'ltr', false, 'direction'],
  ['s', 'ltr', false, 'shift'],
  ['+', 'ltr', false, 'bigger'],
  ['=', 'ltr', false, 'bigger'],
  ['-', 'ltr', false, 'smaller'],
  ['0', 'ltr', false, 'unzoom'],
  ['b', 'ltr', false, 'bookmark'],
  ['g', 'ltr', false, 'goto'],
  ['n', 'ltr', false, 'next-issue'],
  ['p', 'ltr', false, 'previous-issue'],
  ['Escape', 'ltr', false, 'leave'],
  ['?', 'ltr', false, 'help'],
  ['q', 'ltr', false, undefined],
  ['Tab', 'ltr', false, undefined],
])('%p read %p (strip: %p) is %p', (key, direction, strip, expected) => {
  expect(commandOf({ key, ...plain }, { direction, strip })).toBe(expected)
})

test('Shift and Space turn back', () => {
  expect(commandOf({ ...plain, key: ' ', shiftKey: true }, { direction: 'ltr', strip: false })).toBe('step-back')
})

test('keys of the browser are ignored', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    expect(commandOf({ ...plain, key: 'f', [modifier]: true }, { direction: 'ltr', strip: false })).toBeUndefined()
})
