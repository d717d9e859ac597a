import { expect, test } from 'bun:test'
import { systemFiles } from '../../base/platform/files'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileOf, fileWithId } from '../series/file-store'
import { findIssue } from '../series/store'
import { FileRows } from './changes'

test('issues whose only file was removed are wanted and missing again; others keep their state', () => {
  const db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2])
  const leaving = makeFile(db, { issues: ['harbor-1', 'harbor-2'], path: '/library/1-2.cbz' })
  makeFile(db, { issues: ['harbor-2'], path: '/library/2.cbz' })
  const fileIds: string[] = []
  const clock = fakeClock()
  const left = (_tx: unknown, fileId: string) => void fileIds.push(fileId)
  const rows = new FileRows({ clock, files: systemFiles, follow: () => {}, left })
  db.write((tx) => rows.left(tx, leaving))
  expect(fileIds).toEqual([leaving])
  expect(fileWithId(db.read, leaving)?.gone_at ?? 'no row').toBe(clock.now())
  expect(fileOf(db.read, 'harbor-1')).toBeUndefined()
  expect(fileOf(db.read, 'harbor-2')?.path).toBe('/library/2.cbz')
  expect(findIssue(db.read, 'harbor-1')).toMatchObject({ intent: 'wanted' })
  expect(findIssue(db.read, 'harbor-2')).toMatchObject({ intent: 'policy' })
  db.close()
})
