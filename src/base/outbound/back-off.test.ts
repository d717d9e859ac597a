import { expect, test } from 'bun:test'
import { backOffMs } from './back-off'
import type { ServiceErrorKind } from './service-error'

const MINUTE = 60_000

test.each<[kind: ServiceErrorKind, failuresInRow: number, minutes: number | undefined]>([
  ['auth', 1, 360],
  ['auth', 9, 360],
  ['banned', 1, 1440],
  ['limit', 3, 7],
  ['grab_limit', 1, 7],
  ['unreachable', 0, 1],
  ['unreachable', 1, 1],
  ['unreachable', 2, 5],
  ['unavailable', 3, 15],
  ['unreadable', 4, 60],
  ['unreadable', 50, 60],
  ['refused', 4, undefined],
  ['unsupported', 1, undefined],
])('after %s, failure %d in a row, nothing is sent for %p minutes', (kind, failuresInRow, minutes) => {
  const ms = backOffMs(kind, { failuresInRow, limitMs: 7 * MINUTE })
  expect(ms).toBe(minutes === undefined ? undefined : minutes * MINUTE)
})
