import { expect, test } from 'bun:test'
import { bookWriters, genreOf, issuedOn, languageOf } from './book-facts'
import type { Book } from './store'

const bookOf = (issue: object, series: object = {}) => ({ issue, series, file: {} }) as unknown as Book

test.each([
  [null, []],
  ['', []],
  [' Ann Lee , ,Bo Kim', ['Ann Lee', 'Bo Kim']],
])('the writers %p are %p', (writer, names) => {
  expect(bookWriters(bookOf({ writer }))).toEqual(names)
})

test.each([
  [['2015-03-04', '2015-05', null], '2015-03-04'],
  [[null, '2015-05', '2015-02-01'], '2015-05'],
  [['0000-00', 'May 2015', '2015'], '0000-00'],
  [['2015-3-4', '2015-05-01T00:00', '2015'], '2015'],
  [[null, null, null], undefined],
  [['soon', null, null], undefined],
])('of the dates %j the issue has %p', ([release_date, issue_date, digital_date], day) => {
  expect(issuedOn(bookOf({ release_date, issue_date, digital_date }))).toBe(day as never)
})

test.each([
  ['en', 'en'],
  ['pt-BR', 'pt-BR'],
  ['zh-Hant', 'zh-Hant'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
  ['es-419', 'es-419'],
  ['English', undefined],
  ['en_US', undefined],
  ['en-x-private', undefined],
  ['', undefined],
  [null, undefined],
])('the language %p is sent as %p', (language, tag) => {
  expect(languageOf(bookOf({}, { language }))).toBe(tag as never)
})

test.each([
  ['manga', 'Manga'],
  ['comic', 'Comics'],
])('a %s is in the genre %s', (content_type, genre) => {
  expect(genreOf(bookOf({}, { content_type }))).toBe(genre)
})
