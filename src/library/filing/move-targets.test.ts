import { describe, expect, test } from 'bun:test'
import { orderMoves, separateTargets } from './move-targets'

const move = (from: string, to: string) => ({ from: `/lib/${from}`, to: `/lib/${to}` })
const none = () => false
const lines = (moves: { from: string; to: string }[]) =>
  moves.map(({ from, to }) => `${from.slice('/lib/'.length)} → ${to.slice('/lib/'.length)}`)

/** Runs the moves on names alone; undefined when a name was taken when it was needed. */
function played(wanted: { from: string; to: string }[]): Map<string, string> | undefined {
  const moves = orderMoves(wanted)
  const at = new Map(wanted.map(({ from }) => [from.toLowerCase(), from]))
  for (const { from, to } of moves) {
    const file = at.get(from.toLowerCase())
    at.delete(from.toLowerCase())
    if (file === undefined || at.has(to.toLowerCase())) return undefined
    at.set(to.toLowerCase(), file)
  }
  return at
}

describe('every file gets its own path', () => {
  test('of several files with one target, the first keeps it', () => {
    expect(
      lines(separateTargets([move('a.cbz', 'x.cbz'), move('b.cbz', 'x.cbz'), move('c.cbz', 'X.cbz')], none)),
    ).toEqual(['a.cbz → x.cbz', 'b.cbz → x (2).cbz', 'c.cbz → X (3).cbz'])
  })

  test('a correct name is kept, regardless of the changes before it', () => {
    const wanted = [move('b.cbz', 'x.cbz'), move('x (2).cbz', 'x.cbz'), move('x.cbz', 'x.cbz')]
    expect(lines(separateTargets(wanted, none))).toEqual([
      'b.cbz → x (3).cbz',
      'x (2).cbz → x (2).cbz',
      'x.cbz → x.cbz',
    ])
  })

  test('a number that is no longer needed is removed', () => {
    expect(lines(separateTargets([move('x (2).cbz', 'x.cbz')], none))).toEqual(['x (2).cbz → x.cbz'])
  })

  test('names of other files are avoided', () => {
    expect(lines(separateTargets([move('a.cbz', 'x.cbz')], (path) => path === '/lib/x.cbz'))).toEqual([
      'a.cbz → x (2).cbz',
    ])
  })

  test('two Unicode compositions of a name are one', () => {
    expect(lines(separateTargets([move('a.cbz', 'é.cbz'), move('b.cbz', 'e\u0301.cbz')], none))[1]).toBe(
      'b.cbz → e\u0301 (2).cbz',
    )
  })
})

describe('every name is free when it is needed', () => {
  test('moves that free a name run first', () => {
    const chain = [move('1', '2'), move('2', '3'), move('3', '4')]
    expect(lines(orderMoves(chain))).toEqual(['3 → 4', '2 → 3', '1 → 2'])
  })

  test('two that swap take three moves', () => {
    expect(lines(orderMoves([move('a.cbz', 'b.cbz'), move('b.cbz', 'a.cbz')]))).toEqual([
      'a.cbz → a (moving).cbz',
      'b.cbz → a.cbz',
      'a (moving).cbz → b.cbz',
    ])
  })

  test('a change of case needs no third move', () => {
    expect(lines(orderMoves([move('a.cbz', 'A.cbz')]))).toEqual(['a.cbz → A.cbz'])
  })

  test('any set of renames ends with every file in its place', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    for (let turn = 0; turn < 500; turn++) {
      // A permutation of the names, some of them new.
      const targets = names.map((name, at) => ({ name, key: (turn * 7919 + at * 104729) % 1009 }))
      targets.sort((a, b) => a.key - b.key)
      const moves = names.map((name, at) => move(name, turn % 3 === 0 && at === 2 ? 'new' : targets[at]!.name))
      const changing = moves.filter(({ from, to }) => from !== to)
      const end = played(changing)
      expect(end, `turn ${turn}`).toBeDefined()
      for (const { from, to } of changing) expect(end!.get(to)).toBe(from)
    }
  })

  test('a chain of ten thousand is sorted quickly', () => {
    const chain = Array.from({ length: 10_000 }, (_, n) => move(`${n}.cbz`, `${n + 1}.cbz`))
    expect(played(chain)).toBeDefined()
  })
})
