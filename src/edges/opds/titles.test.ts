import { expect, test } from 'bun:test'
import { booksWord, bookTitle, megabytes, seriesTitle, sortable, withoutMarkup } from './titles'

const issue = (number: string, more = {}) => ({ kind: 'issue', unit: 'issue', number, title: null, ...more }) as const

test.each([
  [issue('12'), 'Saga #12'],
  [issue('½'), 'Saga #½'],
  [issue('-1'), 'Saga #-1'],
  [issue('1.MU'), 'Saga #1.MU'],
  [issue('Alpha'), 'Saga Alpha'],
  [issue(''), 'Saga'],
  [issue('12', { title: 'The Fall' }), 'Saga #12 – The Fall'],
  [issue('', { title: 'Saga' }), 'Saga'],
  [issue('2', { kind: 'annual' }), 'Saga Annual #2'],
  [issue('', { kind: 'annual' }), 'Saga Annual'],
  [issue('3', { unit: 'volume' }), 'Saga Vol. 3'],
  [issue('', { unit: 'volume' }), 'Saga'],
  [issue('Extra', { unit: 'chapter' }), 'Saga Ch. Extra'],
  [issue('10.5', { unit: 'chapter', title: 'Rain' }), 'Saga Ch. 10.5 – Rain'],
])('%j has the title %s', (row, title) => {
  expect(bookTitle('Saga', row)).toBe(title)
})

test('a series has its year in the title unless its name contains it', () => {
  expect(seriesTitle({ name: 'Saga', year: 2012 })).toBe('Saga (2012)')
  expect(seriesTitle({ name: 'Saga (2012)', year: 2012 })).toBe('Saga (2012)')
  expect(seriesTitle({ name: 'Saga', year: null })).toBe('Saga')
})

test.each([
  ['<p>One.</p><p>Two<br/>three</p>', 'One.\nTwo\nthree'],
  ['a &lt;b&gt;bold&lt;/b&gt; &amp; <i class="x">plain</i>', 'a bold & plain'],
  ['5 < 6 and 7 > 6', '5 < 6 and 7 > 6'],
  ['caf&#233; &#x41; &nope; &#9999999;', 'café A &nope; &#9999999;'],
  ['&#x10FFFF; and &#x110000;', '\u{10ffff} and &#x110000;'],
  ['  much \t space  ', 'much space'],
])('%j becomes plain text', (markup, text) => {
  expect(withoutMarkup(markup, 100)).toBe(text)
})

test('long text ends at a word', () => {
  expect(withoutMarkup('one two three four', 11)).toBe('one two …')
})

test.each([
  ['Saga #2', 'Saga #002'],
  ['Saga #1.5 – Year 2', 'Saga #001.5 – Year 2'],
  ['Berserk Vol. 14', 'Berserk Vol. 014'],
  ['Saga Alpha', 'Saga Alpha'],
])('%s sorts as %s', (title, sorted) => {
  expect(sortable(title)).toBe(sorted)
})

test('a title in a list begins with its place', () => {
  expect(sortable('Saga #2', 7)).toBe('007 Saga #002')
})

test('text of exactly this length is not cut', () => {
  expect(withoutMarkup('one two', 7)).toBe('one two')
})

test.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [99_999, '100 kB'],
  [100_000, '0.1 MB'],
  [25_340_000, '25.3 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(megabytes(bytes)).toBe(words)
})

test('manga have books, comics have issues', () => {
  expect([booksWord(1, 'manga'), booksWord(2, 'manga'), booksWord(1, 'comic')]).toEqual([
    '1 book',
    '2 books',
    '1 issue',
  ])
})
