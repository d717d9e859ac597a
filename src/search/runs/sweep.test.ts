import { expect, test } from 'bun:test'
import { fakeClock } from '../../testing/fakes/clock'
import { offer } from '../../testing/searching'
import type { Answer, Indexer } from '../indexers/indexer'
import type { Offer } from '../offer'
import { sweep } from './sweep'

const FITS = { ok: [offer('fits')] }
const NOTHING = { ok: [] }
const DOWN = { failure: 'unreachable', detail: 'It is down.', until: '2026-11-21T09:00:00.000Z' } as const

/** What is asked in which order, and what comes of it, when these answer like that. */
async function swept(answers: Record<string, Answer<Offer[]>>) {
  const order: string[] = []
  const indexers = Object.entries(answers).map(([name, answer]) => ({
    row: { name, type: name === 'archive' ? 'archive' : 'newznab' },
    search: async ({ text }: { text: string }) => {
      order.push(`${name} ${text}`)
      return answer
    },
  })) as unknown as Indexer[]
  const places: number[] = []
  const taken: string[][] = []
  const take = async (offers: Offer[], _: Indexer, place: number) => {
    places.push(place)
    taken.push(offers.map(({ title }) => title))
    return offers.some(({ title }) => title === 'fits')
  }
  const signal = new AbortController().signal
  const result = await sweep({ indexers, queries: ['one', 'two'], clock: fakeClock(), signal, urgent: false, take })
  return { ...result, order, places, taken }
}

test('the archive is not asked for what an indexer has', async () => {
  const { order, asked } = await swept({ a: FITS, archive: FITS })
  expect(order).toEqual(['a one'])
  expect(asked.map(({ indexer }) => indexer)).toEqual(['a'])
})

test('the archive is asked after all others, for what none of them has', async () => {
  const { order, asked, places } = await swept({ a: NOTHING, b: DOWN, archive: FITS })
  expect(order).toEqual(['a one', 'b one', 'a two', 'archive one'])
  expect(asked.map(({ found }) => found)).toEqual([0, 0, 1])
  expect(places.at(-1)).toBe(2)
})

test('that the archive has nothing is no answer for an indexer that is down', async () => {
  const { failed, asked } = await swept({ a: DOWN, archive: NOTHING })
  expect(failed).toEqual({ until: DOWN.until, detail: DOWN.detail })
  expect(asked.map((each) => each.failure)).toEqual(['unreachable', undefined])
})

test('where there is only the archive, its answer counts', async () => {
  expect((await swept({ archive: NOTHING })).failed).toBeUndefined()
  expect((await swept({ archive: DOWN })).failed).toEqual({ until: DOWN.until, detail: DOWN.detail })
})

test('what two questions find is counted and judged once', async () => {
  const { asked, taken } = await swept({ a: { ok: [offer('other'), offer('other')] } })
  expect(asked).toEqual([{ indexer: 'a', queries: ['one', 'two'], found: 1 }])
  expect(taken).toEqual([['other'], []])
})
