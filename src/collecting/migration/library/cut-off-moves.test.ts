import { expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { nextTurn } from '../../../base/platform/event-loop'
import { type TestApp, testApp } from '../../../testing/app'
import { sampleDatabases, samplePath } from '../../../testing/migration/moved-databases'
import { addKomgaUsers, KOMGA_OWNER } from '../../../testing/migration/sample-users'

/** The rows that a move leaves, without ids, which are random in each run. */
const left = ({ db }: TestApp) =>
  [
    'select name, year, content_type, status, source, total, have, wanted from series order by name, year',
    'select s.name, s.year, i.kind, i.unit, i.number, i.title, i.intent, i.fulfillment from issues i join series s using (comic_id) order by 1, 2, 3, 4, 5',
    'select name, role, colour, limits from users order by name',
    'select u.name as user, i.number, s.name, p.page, p.page_count, p.completed, p.read_at from reading_progress p join users u using (user_id) join issues i using (issue_id) join series s on s.comic_id = i.comic_id order by 3, 2, 1',
    'select l.name, e.series_name, e.label, e.position from reading_lists l join reading_list_entries e using (list_id) order by 1, 4',
    'select name, rows, taken, merged, "left" from moving_steps order by position',
    'select table_name, outcome, label, reason from moving_omissions order by omission_id',
    'select path, state from moving_files order by path, state',
  ].map((query) => db.read.all(sql.raw(query)))

async function moveInto(stopAfter: number): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-cut-'))
  const open = () => testApp({ folder, databasePath: join(folder, 'library.db') })
  let app = await open()
  try {
    const source = join(folder, 'komga')
    mkdirSync(source)
    const database = join(source, 'database.sqlite')
    cpSync(samplePath('komga'), database)
    addKomgaUsers(database)
    const users = [{ id: KOMGA_OWNER, user_id: 'owner' }, { id: 'kim' }, { id: 'lee', role: 'manager' }, { id: 'max' }]
    await app.reader.json(200, app.reader.post('/api/system/migration/start', { path: source, users }))
    const done = () => app.db.read.all(sql`select 1 from moving_steps`).length
    while (done() < stopAfter) await nextTurn()
    if (stopAfter > 0) {
      await app.close()
      // The run continues with the copy that was made at the start.
      rmSync(source, { recursive: true })
      app = await open()
    }
    await app.idle()
    return left(app)
  } finally {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

test.skipIf(!sampleDatabases)(
  'a move that is interrupted after any table ends in the same rows',
  async () => {
    const whole = await moveInto(0)
    for (const steps of [1, 2, 3, 4, 5, 6, 7]) expect(await moveInto(steps), `cut off after ${steps}`).toEqual(whole)
  },
  60_000,
)
