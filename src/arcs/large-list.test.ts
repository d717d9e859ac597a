import { expect, test } from 'bun:test'
import type { ReadingListBook } from '../formats/documents/cbl'
import { cblDocument } from '../formats/documents/cbl-writer'
import { testApp } from '../testing/app'
import { threadCpuMs } from '../testing/loop-watch'
import { makeIssues, makeSeries } from '../testing/make'
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
