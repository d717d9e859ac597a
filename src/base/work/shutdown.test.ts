import { expect, test } from 'bun:test'
import { fakeClock } from '../../testing/fakes/clock'
import { lineLog } from '../platform/log'
import { shutDown } from './shutdown'

function begin(steps: Record<string, () => unknown>) {
  const clock = fakeClock()
  const lines: string[] = []
  const log = lineLog(clock.now, (line) => lines.push(line))
  return { clock, lines, ended: shutDown({ clock, log }, 5000, steps) }
}

test('every step runs in order, even after failed ones', async () => {
  const ran: string[] = []
  const { ended, lines } = begin({
    first: () => {
      throw new Error('database is locked')
    },
    second: async () => {
      await Promise.resolve()
      ran.push('second')
      throw new Error('disk I/O error')
    },
    third: () => ran.push('third'),
  })
  expect(await ended).toEqual(['first', 'second'])
  expect(ran).toEqual(['second', 'third'])
  expect(lines.map((line) => /step=\S+ error="Error: [\w /]+/.exec(line)?.[0])).toEqual([
    'step=first error="Error: database is locked',
    'step=second error="Error: disk I/O error',
  ])
})

test('a step that does not end is abandoned, and its later error is ignored', async () => {
  const stuck = Promise.withResolvers<void>()
  const ran: string[] = []
  const { ended, clock, lines } = begin({ stuck: () => stuck.promise, next: () => ran.push('next') })
  await clock.advance('4 s')
  expect(ran).toEqual([])
  await clock.advance('1 s')
  expect(await ended).toEqual(['stuck'])
  expect(ran).toEqual(['next'])
  expect(lines[0]).toContain('step=stuck seconds=5')
  stuck.reject(new Error('too late'))
  await Promise.resolve()
})

test('a step that ends in time leaves no timer', async () => {
  const { ended, clock } = begin({ quick: async () => undefined })
  expect(await ended).toEqual([])
  expect(clock.isAwaited('1 d')).toBe(false)
})
