import { expect, test } from 'bun:test'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { itemFiles } from './item-files'
import { addPlacements, type NewPlacement } from './store'

test('the files of a download are shown with their outcomes, and each library file once', () => {
  const db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', ['1'])
  const file_id = makeFile(db, { path: '/comics/1.cbz', issues: ['harbor-1'] })
  const rows = [
    { state: 'placed', decision: 'upgrade', file_id, target: '/comics/1.cbz', inner: 'a/1.cbz' },
    { state: 'placed', decision: 'new', file_id, inner: 'b\\2.cbz', packed_in: ['in.zip'] },
    { state: 'placed', decision: 'new', file_id: 'removed since', inner: '3.cbz' },
    { state: 'damaged', detail: 'It is cut off.', inner: '4.cbz' },
  ] as const
  db.write((tx) => {
    for (const [position, row] of rows.entries()) {
      const facts = {
        item_id: 'i',
        position,
        source_path: '/done/pack.zip',
        size: 7,
        modified_ms: 1,
        updated_at: '2026',
      }
      addPlacements(tx, [{ placement_id: `${position}`, ...facts, ...row } as NewPlacement])
    }
  })
  const { placements, files } = itemFiles(db.read, 'i')
  expect(files).toEqual([{ file_id, path: '/comics/1.cbz' }])
  expect(placements.map(({ inner }) => inner)).toEqual(['a/1.cbz', 'in.zip/b/2.cbz', '3.cbz', '4.cbz'])
  expect(placements[0]).toMatchObject({ source: '/done/pack.zip', size: 7, target: '/comics/1.cbz', why: null })
  expect(placements[3]).toMatchObject({ state: 'damaged', decision: null, target: null, why: 'It is cut off.' })
  db.close()
})
