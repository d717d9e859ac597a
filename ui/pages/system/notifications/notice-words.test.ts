import { expect, test } from 'bun:test'
import { noticeLook, type Target, targetLook, targetProblem } from './notice-words'

const target = (more: object = {}) =>
  ({
    enabled: true,
    error: null,
    waiting: 0,
    last_ok_at: null,
    awaits_review: false,
    next_at: null,
    given_up: 0,
    ...more,
  }) as unknown as Target
const AT = '2026-11-21T12:00:00Z'

test.each([
  [{}, /^No notifications yet$/],
  [{ last_ok_at: AT }, /^Sent .+/],
  [{ waiting: 1, last_ok_at: AT }, /^1 notification waiting$/],
  [{ error: 'x' }, /^Not delivered$/],
  [{ error: 'x', waiting: 2 }, /^2 notifications waiting$/],
  [{ awaits_review: true, error: 'x' }, /^On hold until/],
  [{ enabled: false, awaits_review: true }, /^Off$/],
])('the target %j is %p', (more, word) => {
  expect(targetLook(target(more)).word).toMatch(word)
})

test.each([
  [{}, []],
  [{ error: 'It is away.' }, [/^It is away\.$/]],
  [{ error: 'It is away.', next_at: AT }, [/^It is away\. Next try .+\.$/]],
  [{ error: 'It is away.', given_up: 1 }, [/^It is away\.$/, /^1 notification of/]],
  [{ given_up: 2 }, [/^2 notifications of/]],
  [{ enabled: false, error: 'It is away.', given_up: 2 }, []],
])('the problems of %j are %p', (more, words) => {
  const problems = targetProblem(target(more))
  expect(problems).toHaveLength(words.length)
  for (const [at, word] of words.entries()) expect(problems[at]).toMatch(word)
})

test('a notification that waits after a failure is marked like its target, and never like a download', () => {
  const markOf = (state: 'waiting' | 'failed' | 'done', error: string | null = null) =>
    noticeLook({ state, error }).mark
  expect(markOf('waiting', 'It is away.')).toBe(targetLook(target({ error: 'It is away.', waiting: 1 })).mark)
  expect(markOf('waiting')).toBe(targetLook(target({ waiting: 1 })).mark)
  expect([markOf('waiting', 'x'), markOf('waiting'), markOf('failed', 'x'), markOf('done')]).toEqual([
    'attention',
    'unknown',
    'attention',
    'have',
  ])
})
