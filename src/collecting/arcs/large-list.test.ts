import { expect, test } from 'bun:test'
import type { ReadingListBook } from '../../base/formats/documents/cbl'
import { cblDocument } from '../../base/formats/documents/cbl-writer'
import { testApp } from '../../testing/app'
import { threadCpuMs, watchLoop } from '../../testing/harness/loop-watch'
import { runSteps } from '../../testing/harness/run-steps'
import { makeIssues, makeSeries } from '../../testing/make'
import { rowsOfList } from './lists'
import type { ImportResult } from './schema'

const SERIES = 5000
const ROWS = 3180

test('the longest list is imported into a large library within five seconds of processor time', async () => {
  const app = await testApp()
  const name = (at: number) => `Harbor ${['Lights', 'Watch', 'Tales', 'Nights'][at % 4]} ${Math.floor(at / 8)}`
  const year = (at: number) => 1990 + (at % 8)
  app.db.write(() => {
    for (let at = 0; at < SERIES; at++) {
      makeSeries(app.db, { comic_id: `s${at}`, name: at % 3 ? name(at) : `${name(at)} (${year(at)})`, year: year(at) })
      makeIssues(app.db, `s${at}`, [{ number: '1' }, { number: '2' }])
    }
  })
  const books: ReadingListBook[] = Array.from({ length: ROWS }, (_, row) => {
    const at = (row * 7) % SERIES
    return { series: name(at), volume: year(at), number: row % 2 ? '1' : '2', year: year(at), ids: [] }
  })
  const begun = threadCpuMs()
  const body = { document: cblDocument({ name: 'All of it', books }) }
  const result = await app.reader.json<ImportResult>(200, app.reader.post('/api/storyarcs/import', body))
  const seconds = (threadCpuMs() - begun) / 1000
  console.log(`${ROWS} rows against ${SERIES} series: ${seconds.toFixed(2)} s`)
  expect(result).toMatchObject({ issues: ROWS, matched: ROWS, ambiguous: 0, duplicates: [] })
  expect(seconds).toBeLessThan(5)
  await app.close()
}, 60_000)

test('other requests are handled while a long list is imported, also one with comments', async () => {
  const app = await testApp()
  const books = (count: number) =>
    Array.from({ length: count }, (_, row) => `<Book Series="Harbor ${row % 50}" Number="${row}"/>`).join(
      '<!-- <Book/> -->',
    )
  const imported = (count: number) =>
    app.reader.json<ImportResult>(200, app.reader.post('/api/storyarcs/import', { document: list(books(count)) }))
  await imported(50)
  const { value, cpuMs } = await watchLoop(() => imported(8000))
  expect(value).toMatchObject({ issues: 8000, added: false })
  expect(cpuMs).toBeLessThan(150)
  await app.close()
}, 60_000)

test('a list that names one issue under thousands of ids keeps some of them, and is read quickly', () => {
  const books = Array.from({ length: 20_000 }, (_, id): ReadingListBook => {
    return { series: 'Harbor Lights', number: '1', ids: [{ source: 'comicvine', issue: String(id) }] }
  })
  const begun = threadCpuMs()
  const { rows, duplicates } = runSteps(rowsOfList({ books, isSearch: false }))
  expect(threadCpuMs() - begun).toBeLessThan(1000)
  expect([rows.length, rows.length + duplicates.length]).toEqual([50, 20_000])
})

const list = (books: string) =>
  `<?xml version="1.0"?><!-- mine --><ReadingList><Name>All</Name><Books>${books}</Books></ReadingList>`
