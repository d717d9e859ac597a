import { expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { nextTurn } from '../../../base/platform/event-loop'
import { testApp } from '../../../testing/app'
import { makeSeries } from '../../../testing/make'
import { PROGRESS, START } from '../../../testing/migration/moving'
import { makeMylar, manySeries } from '../../../testing/migration/mylar'
import type { MigrationProgress } from '../progress'

test('the backup before a move restores the earlier library, and ends the move', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-restored-'))
  const database = join(folder, 'library.db')
  const open = () => testApp({ folder, databasePath: database })
  let app = await open()
  try {
    makeSeries(app.db, { comic_id: 'mine', name: 'Quiet Engines' })
    const path = makeMylar(
      join(folder, 'mylar'),
      manySeries(2, 2, () => 'Wanted'),
    )
    await app.reader.json(200, app.reader.post(START, { path }))
    await app.idle()
    expect(app.db.read.all(sql`select 1 from series`)).toHaveLength(3)
    await app.close()
    const [backup] = readdirSync(join(folder, 'backups')).toSorted()
    for (const end of ['-wal', '-shm']) rmSync(`${database}${end}`, { force: true })
    copyFileSync(join(folder, 'backups', backup!, 'panelkeep.db'), database)
    app = await open()
    await app.idle()
    expect(app.db.read.all(sql`select comic_id from series`)).toEqual([{ comic_id: 'mine' }])
    const { status, reconciliation, error } = await app.reader.json<MigrationProgress>(200, app.reader.get(PROGRESS))
    expect([status, reconciliation.state, error]).toEqual(['idle', 'ready', null])
    // Nothing of the first move blocks another.
    await app.reader.json(200, app.reader.post(START, { path }))
    await app.idle()
    expect(app.db.read.all(sql`select 1 from series`)).toHaveLength(3)
  } finally {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('an undo that is interrupted continues at the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-undoing-'))
  const database = join(folder, 'library.db')
  const open = () => testApp({ folder, databasePath: database })
  let app = await open()
  try {
    const tables = manySeries(120, 1, () => 'Wanted')
    const path = makeMylar(join(folder, 'mylar'), tables)
    await app.reader.json(200, app.reader.post(START, { path }))
    await app.idle()
    const { run_id } = await app.reader.json<MigrationProgress>(200, app.reader.get(PROGRESS))
    await app.reader.json(202, app.reader.post(`/api/system/migration/${run_id}/undo`))
    const left = () => app.db.read.all(sql`select 1 from series`).length
    while (left() === 120) await nextTurn()
    const cutOffAt = left()
    await app.close()
    app = await open()
    await app.idle()
    const { status, reconciliation } = await app.reader.json<MigrationProgress>(200, app.reader.get(PROGRESS))
    expect([cutOffAt > 0, left(), status, reconciliation.state]).toEqual([true, 0, 'undone', 'ready'])
  } finally {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
