import { expect, test } from 'bun:test'
import { spec } from '../../testing/checks/endpoints'
import { ours } from '../../testing/checks/own-endpoints'
import { WITHOUT_SESSION } from './policy'
import { mayReach, READER_ROUTES } from './roles'

const methodAndPath = (route: string) => route.split(' ') as [string, string]
/** Every route below such a path is the readers'. */
const whole = READER_ROUTES.filter((route) => route.endsWith('*')).map((route) => route.slice(0, -1))

test('readers reach no route through the pattern of another', () => {
  const open: readonly string[] = [...READER_ROUTES, ...WITHOUT_SESSION]
  const others = [...spec, ...ours].filter(
    (route) => !open.includes(route) && !whole.some((start) => route.startsWith(start)),
  )
  expect(others).toContain('GET /api/series/bulk')
  expect(others.filter((route) => mayReach('reader', ...methodAndPath(route)))).toEqual([])
})

test('what readers do not reach is open to managers', () => {
  expect(mayReach('manager', 'GET', '/api/series/bulk')).toBe(true)
  expect(mayReach('reader', 'HEAD', '/api/series/bulk')).toBe(false)
})
