import { expect, test } from 'bun:test'
import { issueLabel } from './labels'

const issue = (number: string, more: object = {}) =>
  ({ kind: 'issue', unit: 'issue', number, title: null, ...more }) as const

test.each([
  [issue('12'), '#12'],
  [issue('-1'), '#-1'],
  [issue('½'), '#½'],
  [issue('Alpha'), 'Alpha'],
  [issue('4', { unit: 'chapter' }), 'Chapter 4'],
  [issue('Extra', { unit: 'chapter' }), 'Chapter Extra'],
  [issue('2', { unit: 'volume' }), 'Volume 2'],
  [issue('2', { kind: 'annual' }), 'Annual 2'],
  [issue('', { kind: 'annual', title: 'Storm' }), 'Annual'],
  [issue('', { title: 'Storm' }), 'Storm'],
  [issue(''), 'One-shot'],
])('%j is labelled %s', (row, label) => {
  expect(issueLabel(row)).toBe(label)
})
