import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ChangeMemo } from '../../base/events/change-memo'
import { fileOf } from '../../library/series/file-store'
import { files } from '../../library/series/tables'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeLibrary, makeSeries } from '../../testing/make'
import { komgaApp } from '../../testing/reading-apps'
import { listedBooks } from './book-list-store'
import { BookOrder, BookOrders, partOf } from './book-orders'
import { ALL, type Condition } from './condition'

const orderOf = (count: number) => {
  const order = new BookOrder()
  for (let n = 0; n < count; n++) order.add(`b${n}`)
  return order
}
const ids = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, n) => `b${from + n}`)

describe('an order of books', () => {
  test.each([0, 1, 499, 500, 501, 1000, 1234])('of %i gives every part of it', (count) => {
    const order = orderOf(count)
    expect(order.length).toBe(count)
    for (const start of [0, 1, 250, 499, 500, 501, 999, 1000, 1100, 1233, 1234, 2000])
      for (const size of [0, 1, 20, 500, 700, Number.MAX_SAFE_INTEGER]) {
        const end = Math.min(count, start + size)
        expect(order.slice(start, start + size), `${start} ${size}`).toEqual(ids(start, end))
        const part = partOf(order, { offset: start, limit: size })
        expect(part.length).toBe(Math.max(0, end - start))
        expect(part.slice(0, 10)).toEqual(ids(start, Math.min(end, start + 10)))
      }
  })
})

describe('the books of a library', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ library: true, settings: { opds_enable: 'true' } })
    makeLibrary(app.db, { series: 6, issuesPerSeries: 7 })
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', [
      ...['3', '1', '10'].map((number) => ({
        number,
        title: `Title ${number}`,
        release_date: `20${number.padStart(2, '1')}-01-02`,
      })),
      { number: '1', kind: 'annual', title: 'Annual' },
    ])
    for (const [at, id] of ['harbor-1', 'harbor-3', 'harbor-10', 'harbor-a1'].entries())
      makeFile(app.db, {
        issues: [id],
        size: 5000 - at,
        page_count: at * 3,
        added_at: `2026-03-0${at + 1}T00:00:00.000Z`,
      })
    await app.reader.put('/api/reading/issues/harbor-3/progress', { page: 1 })
  })
  afterAll(() => app.close())

  const KEYS = ['name', 'series', 'createdDate', 'size', 'media.pagesCount', 'media.mediaType', 'metadata.title', 'metadata.numberSort', 'metadata.releaseDate', 'readProgress.readDate'] // biome-ignore format: one list
  const CONDITIONS: Condition[] = [ALL, { is: 'text', field: 'title', operator: 'contains', value: 'i' }, { not: { is: 'date', test: 'none', day: '' } }] // biome-ignore format: one list
  const words = { rolesCalled: () => [], like: () => [], opened: () => ({ all: [], read: [], reading: [] }) } // biome-ignore format: one object

  test.each([1, 3, 1000])('are read and merged in parts of %i as SQLite orders them', async (step) => {
    const memo = new ChangeMemo({ clock: app.clock, subscribe: () => {} }, [])
    const orders = new BookOrders({ db: app.db, memo, readingMemo: memo, words, step })
    for (const condition of CONDITIONS)
      for (const descending of [false, true])
        for (const key of KEYS) {
          const sorts = [{ key, descending }, ...(key === 'size' ? [{ key: 'metadata.title', descending: true }] : [])]
          const order = await orders.of(condition, sorts)
          const all = { limit: 1000, offset: 0 }
          const wanted = listedBooks(app.db.read, { condition, sorts }, all, words)
          expect(wanted.length).toBeGreaterThan(2)
          expect(order.slice(0, 1000), `${key} ${descending} ${JSON.stringify(condition)}`).toEqual(wanted)
        }
  })

  test('are the same in pages as in one list, in every order', async () => {
    const komga = komgaApp(app)
    const total = (await komga.ids('v1/books?unpaged=true')).length
    for (const direction of ['asc', 'desc'])
      for (const key of ['', ...KEYS])
        for (const filter of [
          '',
          '&read_status=UNREAD',
          '&library_id=comics',
          '&deleted=false&released_after=1990-01-01',
        ]) {
          const sort = key === '' ? '' : `&sort=${key},${direction}`
          const whole = await komga.ids(`v1/books?unpaged=true${sort}${filter}`)
          const paged: string[] = []
          for (let page = 0; page * 7 < whole.length; page++)
            paged.push(...(await komga.ids(`v1/books?size=7&page=${page}${sort}${filter}`)))
          const { totalElements } = await komga.json<{ totalElements: number }>(200, komga.get(`/komga/api/v1/books?size=7${sort}${filter}`)) // biome-ignore format: one request
          expect([paged, totalElements], sort + filter).toEqual([whole, whole.length])
          expect(whole.length, sort + filter).toBe(
            filter.includes('released') ? 3 : total - Number(filter.includes('UNREAD')),
          )
        }
  })

  test('that are kept as one order are read again after a change', async () => {
    const komga = komgaApp(app)
    const largest = () => komga.ids('v1/books?sort=size,desc&size=1')
    const [before] = await largest()
    makeIssues(app.db, 'harbor', [{ number: '77' }])
    makeFile(app.db, { issues: ['harbor-77'], size: 9_000_000_000 })
    app.db.write((tx) => tx.emit({ type: 'library.changed' }))
    expect(before).not.toBe('harbor-77')
    expect(await largest()).toEqual(['harbor-77'])
  })

  test('that are kept as one order are not read again because of a list of many series', async () => {
    const komga = komgaApp(app)
    const largest = () => komga.ids('v1/books?sort=size,desc&size=1')
    for (let n = 0; n < 210; n++) {
      makeSeries(app.db, { comic_id: `many${n}`, name: `Many ${n}` })
      makeFile(app.db, { issues: makeIssues(app.db, `many${n}`, [1]) })
    }
    const kept = await largest()
    // Without an event: only a new order has this size.
    const file = fileOf(app.db.read, 'many7-1')!
    app.db.write((tx) => tx.update(files).set({ size: 90_000_000_000 }).where(eq(files.file_id, file.file_id)).run())
    expect((await komga.ids('v1/books?sort=name,asc&unpaged=true')).length).toBeGreaterThan(210)
    expect(await largest()).toEqual(kept)
    app.db.write((tx) => tx.emit({ type: 'library.changed' }))
    expect(await largest()).toEqual(['many7-1'])
  })
})
