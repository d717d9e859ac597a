import { expect, test } from 'bun:test'
import type { StatedFacts } from '../scan/read-facts'
import { changedFields, seriesKeyOf, statementOf } from './statement'

const stated = (change: object = {}) =>
  statementOf({ row: { title: null, release_date: null, summary: null }, info: undefined, details: {}, ...change } as unknown as StatedFacts) // biome-ignore format: one line

test('a file without metadata states nothing', () => {
  expect(stated()).toEqual({})
  expect(stated({ info: { series: '', number: '' } })).toEqual({})
})

test.each([
  ['Harbor Lights (2015)', 'Harbor Lights'],
  ['Harbor Lights', 'Harbor Lights'],
  ['Harbor (1850) Lights', 'Harbor (1850) Lights'],
  ['Harbor Lights (1850)', 'Harbor Lights (1850)'],
])('the series %p is stated as %p', (series, name) => {
  expect(stated({ info: { series } })).toEqual({ series: name })
})

test('long fields are kept as what tells them apart', () => {
  const one = stated({ row: { summary: 'x'.repeat(5000) }, details: { credits: [{ name: 'Ann' }], tags: ['Fog'] } })
  const other = stated({ row: { summary: 'y'.repeat(5000) }, details: { credits: [{ name: 'Bo' }], tags: ['Sun'] } })
  for (const field of ['summary', 'credits', 'details'] as const) {
    expect(one[field]).toHaveLength(16)
    expect(one[field]).not.toBe(other[field])
  }
})

test('an age rating is stated by itself', () => {
  expect(stated({ details: { age_rating: 'Teen' } })).toEqual({ age_rating: 'Teen' })
})

test('fields that were added, changed or removed have changed, but not those of a file read for the first time', () => {
  const before = { series: 'Harbor', number: '1', title: 'Fog' }
  expect([...changedFields(before, { series: 'Harbor', number: '2', language: 'en' })].sort()).toEqual(['language', 'number', 'title']) // biome-ignore format: one line
  expect(changedFields(undefined, before).size).toBe(0)
})

test('a statement without a series has no key', () => {
  expect([seriesKeyOf({}), seriesKeyOf({ series: 'The Harbor-Lights' })]).toEqual(['', 'harborlights'])
})
