import { describe, expect, test } from 'bun:test'
import { fakeClock } from '../../../testing/fakes/clock'
import { offer } from '../../../testing/indexers/search-harness'
import type { Indexer, IndexerAnswer } from '../indexers/indexer'
import type { Offer } from '../offer'
import { sweepIndexers } from './sweep'

const FITS = { ok: [offer('fits')] }
const NOTHING = { ok: [] }
const DOWN = { failure: 'unreachable', detail: 'It is down.', until: '2026-11-21T09:00:00.000Z' } as const

/** Order of the queries and the outcome of a sweep with these replies. */
async function swept(answers: Record<string, IndexerAnswer<Offer[]>>, queries = ['one', 'two']) {
  const order: string[] = []
  const indexers = Object.entries(answers).map(([name, answer]) => ({
    row: { name, type: name === 'archive' ? 'archive' : 'newznab' },
    search: async ({ text }: { text: string }) => {
      order.push(`${name} ${text}`)
      return answer
    },
  })) as unknown as Indexer[]
  const places: number[] = []
  const titles: string[][] = []
  const onOffers = async (offers: Offer[], _: Indexer, place: number) => {
    places.push(place)
    titles.push(offers.map(({ title }) => title))
    return offers.some(({ title }) => title === 'fits')
  }
  const signal = new AbortController().signal
  const result = await sweepIndexers({ indexers, queries, clock: fakeClock(), signal, urgent: false, onOffers })
  return { ...result, order, places, titles }
}

test('the archive is not queried if an indexer has a match', async () => {
  const { order, asked } = await swept({ a: FITS, archive: FITS })
  expect(order).toEqual(['a one'])
  expect(asked.map(({ indexer }) => indexer)).toEqual(['a'])
})

test('the archive is queried last, if no indexer has a match', async () => {
  const { order, asked, places } = await swept({ a: NOTHING, b: DOWN, archive: FITS })
  expect(order).toEqual(['a one', 'b one', 'a two', 'archive one'])
  expect(asked.map(({ found }) => found)).toEqual([0, 0, 1])
  expect(places.at(-1)).toBe(2)
})

test('an empty result of the archive does not stand in for an indexer that is down', async () => {
  const { failed, asked } = await swept({ a: DOWN, archive: NOTHING })
  expect(failed).toEqual({ until: DOWN.until, detail: DOWN.detail })
  expect(asked.map((each) => each.failure)).toEqual(['unreachable', undefined])
})

test('without indexers the result of the archive counts', async () => {
  expect((await swept({ archive: NOTHING })).failed).toBeUndefined()
  expect((await swept({ archive: DOWN })).failed).toEqual({ until: DOWN.until, detail: DOWN.detail })
})

test('a release found by two queries is counted and judged once', async () => {
  const { asked, titles } = await swept({ a: { ok: [offer('other'), offer('other')] } })
  expect(asked).toEqual([{ indexer: 'a', queries: ['one', 'two'], found: 1 }])
  expect(titles).toEqual([['other'], []])
})

test('when no indexer answers, the earliest time for a retry counts', async () => {
  const down = (until?: string) => ({ ...DOWN, until }) as typeof DOWN
  const [first, second] = ['2026-11-21T09:00:00.000Z', '2026-11-21T08:30:00.000Z']
  expect((await swept({ a: down(first), b: down(), c: down(second) })).failed).toMatchObject({ until: second })
  expect((await swept({ a: down() })).failed).toEqual({ until: undefined, detail: DOWN.detail })
  expect((await swept({})).failed).toEqual({ until: undefined, detail: 'None is enabled.' })
  expect((await swept({ a: down(first), b: NOTHING })).failed).toBeUndefined()
})

test('a failed indexer gets no second query, and its retry time is not in the sentence', async () => {
  const { order, asked } = await swept({ a: DOWN })
  expect(order).toEqual(['a one'])
  expect(asked).toEqual([{ indexer: 'a', queries: ['one'], found: 0, failure: 'unreachable', detail: DOWN.detail }])
})

describe('a query', () => {
  const indexer = (name: string, search: Indexer['search']) =>
    ({ row: { name, type: 'newznab' }, search }) as unknown as Indexer
  const begin = (indexers: Indexer[], more: Partial<Parameters<typeof sweepIndexers>[0]> = {}) => {
    const clock = fakeClock()
    const rest = {
      queries: ['one', 'two'],
      clock,
      signal: new AbortController().signal,
      urgent: false,
      onOffers: async () => false,
    }
    return { clock, result: sweepIndexers({ indexers, ...rest, ...more }) }
  }

  test.each([true, false])('is for a hundred releases at most, and as urgent as the search: %p', async (urgent) => {
    const asked: unknown[] = []
    const search: Indexer['search'] = async (query, asking) => {
      asked.push([query, asking?.urgent])
      return NOTHING
    }
    await begin([indexer('a', search)], { urgent, queries: ['one'] }).result
    expect(asked).toEqual([[{ text: 'one', limit: 100 }, urgent]])
  })

  test('leaves no timer behind', async () => {
    const { clock, result } = begin([indexer('a', async () => NOTHING)])
    await result
    expect(clock.isAwaited('1 h')).toBe(false)
  })

  test('that breaks fails the search, and ends the queries of the others', async () => {
    let waiting: AbortSignal | undefined
    const slow: Indexer['search'] = (_query, asking) => {
      waiting = asking?.signal
      return new Promise(() => {})
    }
    const broken: Indexer['search'] = async () => {
      throw new Error('a fault')
    }
    await expect(begin([indexer('slow', slow), indexer('broken', broken)]).result).rejects.toThrow('a fault')
    expect(waiting?.aborted).toBe(true)
  })

  test('is not sent once the search was cancelled', async () => {
    const cancelled = new AbortController()
    const { signal } = cancelled
    const asked: string[] = []
    const search: Indexer['search'] = async ({ text }) => {
      asked.push(text)
      return NOTHING
    }
    const onOffers = async () => {
      cancelled.abort(new Error('cancelled'))
      return false
    }
    await expect(begin([indexer('a', search)], { signal, onOffers }).result).rejects.toThrow('cancelled')
    expect(asked).toEqual(['one'])
  })

  test('that breaks as the search is cancelled is not the reason of its end', async () => {
    const cancelled = new AbortController()
    const search: Indexer['search'] = () => {
      cancelled.abort(new Error('cancelled'))
      return Promise.reject(new Error('the connection broke'))
    }
    const { signal } = cancelled
    await expect(begin([indexer('a', search)], { signal }).result).rejects.toThrow('cancelled')
  })
})

describe('a slow indexer', () => {
  /** One indexer that answers this many seconds later, beside one that answers at once. */
  function slow(quick: IndexerAnswer<Offer[]>, seconds: number) {
    const clock = fakeClock()
    const going = new AbortController()
    const named = (name: string, search: () => Promise<IndexerAnswer<Offer[]>>) =>
      ({ row: { name, type: 'newznab' }, search }) as unknown as Indexer
    const late = async () => {
      await clock.after(seconds * 1000)
      return NOTHING
    }
    const onOffers = async (offers: Offer[]) => offers.some(({ title }) => title === 'fits')
    let ended = false
    const indexers = [named('quick', async () => quick), named('slow', late)]
    const more = { queries: ['one'], clock, signal: going.signal, urgent: false, onOffers }
    const result = sweepIndexers({ indexers, ...more }).finally(() => {
      ended = true
    })
    return { clock, going, result, hasEnded: () => ended }
  }

  test('gets three seconds after a match', async () => {
    const { clock, result, hasEnded } = slow(FITS, 60)
    await clock.advance('2 s')
    expect(hasEnded()).toBe(false)
    await clock.advance('1 s')
    expect((await result).asked[1]).toMatchObject({ failure: 'slow', found: 0 })
  })

  test('gets ten seconds after another one found nothing', async () => {
    const { clock, result, hasEnded } = slow(NOTHING, 60)
    await clock.advance('9 s')
    expect(hasEnded()).toBe(false)
    await clock.advance('1 s')
    expect((await result).asked[1]).toMatchObject({ failure: 'slow' })
  })

  test('gets all its time if the other one failed', async () => {
    const { clock, result, hasEnded } = slow(DOWN, 40)
    await clock.advance('39 s')
    expect(hasEnded()).toBe(false)
    await clock.advance('1 s')
    const { asked, failed } = await result
    expect([asked[1]?.failure, failed]).toEqual([undefined, undefined])
  })

  test('is abandoned at once when the search is cancelled, which throws', async () => {
    const { clock, going, result } = slow(DOWN, 60)
    const message = result.catch(String)
    await clock.advance('1 s')
    going.abort(new Error('the app stops'))
    expect(await message).toContain('the app stops')
  })
})
