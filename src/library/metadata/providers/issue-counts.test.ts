import { expect, test } from 'bun:test'
import { madeUpId, numbersUpTo } from './issue-counts'

test.each([
  ['3', ['1', '2', '3']],
  ['2.5', ['1', '2', '2.5']],
  ['0.5', []],
  ['0', []],
  ['', []],
  ['Epilogue', []],
  ['-3', []],
])('up to %p come %p', (last, numbers) => expect(numbersUpTo(last)).toEqual(numbers))

test('a slip of a finger makes no million rows', () => {
  expect(numbersUpTo('3000')).toHaveLength(3000)
  expect(numbersUpTo('3001')).toHaveLength(0)
})

test('chapters and volumes of one number have ids of their own', () => {
  expect([madeUpId('7', 'chapter', '2'), madeUpId('7', 'volume', '2')]).toEqual(['7-c2', '7-v2'])
})
