import { expect, test } from 'bun:test'
import { fakeClock } from '../../../testing/fakes/clock'
import type { IndexerAnswer } from '../indexers/indexer'
import { RecentReplies } from './recent-replies'

/** Each request that is sent is answered with the number of requests so far. */
function recently() {
  const clock = fakeClock()
  const recent = new RecentReplies(clock)
  let asked = 0
  return {
    clock,
    ask: (question: string, answer?: IndexerAnswer<number>) =>
      recent.answer(question, async () => {
        asked += 1
        return answer ?? { ok: asked }
      }),
  }
}

test('a reply is valid for less than five minutes', async () => {
  const { ask, clock } = recently()
  expect(await ask('harbor')).toEqual({ ok: 1 })
  expect(await ask('clouds')).toEqual({ ok: 2 })
  clock.jump('299.999 s')
  expect(await ask('harbor')).toEqual({ ok: 1 })
  clock.jump('0.001 s')
  expect(await ask('harbor')).toEqual({ ok: 3 })
  clock.jump('299.999 s')
  expect(await ask('harbor')).toEqual({ ok: 3 })
})

test('a failure is not cached', async () => {
  const { ask } = recently()
  const away = { failure: 'unavailable', detail: 'Away.' } as const
  expect(await ask('harbor', away)).toEqual(away)
  expect(await ask('harbor')).toEqual({ ok: 2 })
})

test('two hundred replies are cached, and the oldest is dropped first', async () => {
  const { ask, clock } = recently()
  for (let each = 1; each <= 200; each++) await ask(`${each}`)
  expect(await ask('1')).toEqual({ ok: 1 })
  await ask('201')
  expect([await ask('2'), await ask('201')]).toEqual([{ ok: 2 }, { ok: 201 }])
  expect(await ask('1')).toEqual({ ok: 202 })

  // A reply that is fetched again becomes the newest entry.
  clock.jump('5 min')
  expect(await ask('3')).toEqual({ ok: 203 })
  for (let each = 301; each <= 499; each++) await ask(`${each}`)
  expect(await ask('3')).toEqual({ ok: 203 })
  await ask('500')
  expect(await ask('301')).toEqual({ ok: 204 })
  expect(await ask('3')).toEqual({ ok: 404 })
})
