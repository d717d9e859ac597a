import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../testing/make'
import { fileAt } from '../series/file-store'

let app: TestApp
beforeEach(async () => {
  app = await testApp({ library: true })
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1, 2])
})
afterEach(() => app.close())

test('each file of an issue is downloaded, the best one unless another is named', async () => {
  const [few, many, other] = [makeCbz(makePages(2)), makeCbz(makePages(5)), makeCbz(makePages(3))]
  const idOf = (path: string) => fileAt(app.db.read, path)!.file_id
  const ids = [
    addFile(app, ['harbor-1'], 'Harbor Lights 001.cbz', few, { page_count: 2 }),
    addFile(app, ['harbor-1'], 'Harbor Lights 001 (other scan).cbz', many, { page_count: 5 }),
  ].map(idOf)
  const strange = idOf(addFile(app, ['harbor-2'], 'Harbor Lights 002.cbz', other, { page_count: 3 }))
  const at = (query = '') => app.reader.get(`/api/reading/issues/harbor-1/file${query}`)
  const sizeAt = async (query?: string) => (await (await at(query)).arrayBuffer()).byteLength
  expect(await sizeAt()).toBe(many.length)
  expect(await Promise.all(ids.map((id) => sizeAt(`?file_id=${id}`)))).toEqual([few.length, many.length])
  for (const id of [strange, 'none']) {
    const { detail } = await app.reader.json<{ detail: string }>(404, at(`?file_id=${id}`))
    expect(detail).toBe('The issue has no such file.')
  }
  app.db.write((tx) => tx.run(`update files set gone_at = '2026-01-01T00:00:00.000Z' where file_id = '${ids[0]}'`))
  expect((await at(`?file_id=${ids[0]}`)).status).toBe(404)
})
