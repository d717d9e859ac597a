import { expect, test } from 'bun:test'
import { issueLabel, issuesLabel } from './labels'

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
  [issue('2', { kind: 'annual' }), 'Annual #2'],
  [issue('', { kind: 'annual', title: 'Storm' }), 'Annual'],
  [issue('', { title: 'Storm' }), 'Storm'],
  [issue(''), 'One-shot'],
])('%j is labelled %s', (row, label) => {
  expect(issueLabel(row)).toBe(label)
})

test.each([
  [[], ''],
  [[issue('3')], '#3'],
  [[issue('3'), issue('4')], 'Issues 3 and 4'],
  [[2, 3, 4].map((n) => issue(`${n}`, { unit: 'chapter' })), 'Chapters 2 to 4'],
  [[2, 4].map((n) => issue(`${n}`, { unit: 'chapter' })), '2 chapters'],
  [[issue(''), issue('1')], '2 issues'],
  [[issue('1', { unit: 'volume' }), issue('9', { unit: 'chapter' })], '2 volumes and chapters'],
  [[issue('1'), issue('1', { kind: 'annual' })], '2 issues'],
])('%j together are labelled %s', (rows, label) => {
  expect(issuesLabel(rows)).toBe(label)
})
