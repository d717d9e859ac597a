import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { LIBRARY, type TestApp, testApp } from '../../../testing/app'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { addFile } from '../../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../../testing/make'
import { sampleDatabases, samplePath, sampleRows } from '../../../testing/migration/moved-databases'
import type { MigrationPreview } from '../preview'
import type { MigrationProgress } from '../progress'

let app: TestApp
afterEach(() => app?.close())

const NAMES = { kapowarr: 'Kapowarr.db', komga: 'database.sqlite', kavita: 'kavita.db' } as const
type Program = keyof typeof NAMES

function place(program: Program): string {
  const folder = join(app.folder, program)
  mkdirSync(folder, { recursive: true })
  cpSync(samplePath(program), join(folder, NAMES[program]))
  return folder
}

const marksOf = (path: string) => {
  const { ino, mtimeMs, size } = statSync(path)
  return [ino, mtimeMs, size, Bun.hash(readFileSync(path)).toString(16)]
}

async function move(path: string, more: object = {}): Promise<MigrationProgress> {
  await app.reader.json(200, app.reader.post('/api/system/migration/start', { path, ...more }))
  await app.idle()
  const progress = await app.reader.json<MigrationProgress>(200, app.reader.get('/api/system/migration/progress'))
  expect([progress.status, progress.error]).toEqual(['complete', null])
  return progress
}

const rowsOf = <T>(query: string): T[] => app.db.read.all<T>(sql.raw(query))
const takenOf = ({ tables }: MigrationProgress) =>
  Object.fromEntries(tables.map(({ name, taken, merged, left }) => [name, [taken, merged, left]]))

describe.skipIf(!sampleDatabases)('moving in from a sample', () => {
  test.each(Object.keys(NAMES) as Program[])(
    'of %s moves, merges or leaves each row, and changes no byte',
    async (program) => {
      app = await testApp()
      const path = place(program)
      const before = marksOf(join(path, NAMES[program]))
      const preview = await app.reader.json<MigrationPreview>(
        200,
        app.reader.post('/api/system/migration/preview', { path }),
      )
      const { counts } = sampleRows(program)
      expect(preview).toMatchObject({ valid: true, source: program, series_count: counts.series })
      expect(preview.issue_count).toBe(counts.issues ?? counts.books ?? counts.chapters)
      const progress = await move(path)
      for (const table of progress.tables) expect(table.taken + table.merged + table.left, table.name).toBe(table.rows)
      expect(rowsOf('select 1 from series')).toHaveLength(counts.series)
      expect(rowsOf('select 1 from reading_progress where completed')).toHaveLength(counts.completed ?? 0)
      expect(marksOf(join(path, NAMES[program]))).toEqual(before)
      const report = await (await app.reader.get('/api/system/migration/report')).text()
      for (const secret of ['not-a-secret', 'pd-key-example', '$2a$10$', '00000000-0000-4000', 'AQAAAA'])
        expect(`${report}${JSON.stringify([preview, progress])}${app.log.join('\n')}`).not.toContain(secret)
    },
  )

  test('a second time finds all rows already there', async () => {
    app = await testApp()
    const path = place('komga')
    await move(path)
    const tables = ['series', 'issues', 'reading_progress', 'reading_lists', 'reading_list_entries']
    const count = () => tables.map((table) => rowsOf(`select * from ${table}`).length)
    const before = count()
    expect(takenOf(await move(path))).toMatchObject({ series: [0, 14, 0], book: [0, 63, 0], read_progress: [0, 13, 0] })
    expect(count()).toEqual(before)
  })

  test('of Kapowarr wants monitored issues without a file, and none that it owned', async () => {
    app = await testApp()
    await move(place('kapowarr'))
    const { counts } = sampleRows('kapowarr')
    const wanted = `select 1 from issues join series using (comic_id)
      where intent = 'wanted' and fulfillment = 'missing' and series.status = 'active'`
    expect(rowsOf(wanted)).toHaveLength(counts.wanted_issues)
    expect(rowsOf(`select 1 from issues where intent = 'wanted'`)).toHaveLength(counts.monitored_issues)
    expect(rowsOf(`select 1 from series where status = 'active'`)).toHaveLength(counts.monitored_series)
    expect(rowsOf(`select 1 from issues where fulfillment = 'unknown'`)).toHaveLength(counts.issue_file_links)
    expect(rowsOf(`select 1 from series where source = 'local'`)).toEqual([])
  })

  test('of Komga keeps read lists in order, and collections as collections', async () => {
    app = await testApp()
    await move(place('komga'))
    const lists = rowsOf<{ name: string; labels: string }>(`select name, (select group_concat(label, ' ') from
      (select label from reading_list_entries e where e.list_id = l.list_id order by position)) as labels
      from reading_lists l where list_id <> 'default' order by name`)
    expect(rowsOf(`select c.name, count(*) as series from collections c join collection_series using (collection_id)
      group by 1 order by 1`)).toEqual([{ name: 'Harbor saga', series: 2 }, { name: 'Quiet things', series: 3 }]) // biome-ignore format: one line
    expect(lists).toMatchObject([
      { name: 'Kiln Crossover', labels: '#1 #2 #4 #3' },
      { name: 'Sunday shelf' },
      { name: 'The Tide War', labels: '#1 #1 #2 #2 #3 #3 #4' },
    ])
  })

  test('finds files under another root, and continues at the page of the reader', async () => {
    app = await testApp()
    const path = place('komga')
    const library = join(app.folder, 'comics here')
    const rest = 'Night Kiln/Volume 01 (2021)/Night Kiln (2021) Volume 01 Issue 003.cbz'
    mkdirSync(dirname(join(library, rest)), { recursive: true })
    writeFileSync(join(library, rest), makeCbz(makePages(23)))
    const mapping = [{ from: '/data/comics', to: library }]
    const preview = await app.reader.json<MigrationPreview>(
      200,
      app.reader.post('/api/system/migration/preview', { path, path_mappings: mapping }),
    )
    expect(preview.path_mappings).toMatchObject([
      { from: '/data/comics', to: library, exists: true },
      { from: '/data/manga', to: '', exists: false },
    ])
    const { files } = await move(path, { path_mappings: mapping })
    expect(files).toMatchObject({ found: 1, waiting: 0 })
    const [row] = rowsOf<{ file: string; key: string; page: number; fulfillment: string }>(`select f.path as file,
      p.content_key as key, p.page, i.fulfillment from files f join issue_files using (file_id)
      join issues i using (issue_id) join reading_progress p using (issue_id)`)
    expect(row).toMatchObject({ file: join(library, rest), page: 10, fulfillment: 'downloaded' })
    expect(row!.key).not.toContain('moved:')
    expect(app.config.get('comic_dirs')).toEqual([library])
  })

  test('gives progress to issues of the library, found by their files', async () => {
    app = await testApp({ library: true })
    const comic = makeSeries(app.db, { name: 'Night Kiln (mine)', year: 2020 })
    const [issue] = makeIssues(app.db, comic, [1])
    const name = 'Night Kiln/Volume 01 (2021)/Night Kiln (2021) Volume 01 Issue 003.cbz'
    addFile(app, [issue!], name, makeCbz(makePages(23)), { page_count: 23 })
    const library = join(app.folder, LIBRARY)
    const progress = await move(place('komga'), { path_mappings: [{ from: '/data/comics', to: library }] })
    expect(takenOf(progress)).toMatchObject({ series: [13, 1, 0], media: [62, 1, 0], read_progress: [13, 0, 0] })
    const [row] = rowsOf(
      `select page, name from reading_progress p join series using (comic_id) where issue_id = '${issue}'`,
    )
    expect(row).toEqual({ page: 10, name: 'Night Kiln (mine)' })
  })

  test('gives a bookmark to the file once it is found', async () => {
    app = await testApp()
    const library = join(app.folder, 'comics here')
    const marked = 'Harbor Lights/Volume 01 (2012)/Harbor Lights (2012) Volume 01 Issue 001.cbz'
    mkdirSync(dirname(join(library, marked)), { recursive: true })
    const path = place('kavita')
    const mapping = { path_mappings: [{ from: '/comics', to: library }] }
    await move(path, mapping)
    const keys = () =>
      rowsOf<{ content_key: string }>('select content_key from bookmarks').map((row) => row.content_key)
    expect(keys()).toEqual([expect.stringMatching(/^moved:/)])
    writeFileSync(join(library, marked), makeCbz(makePages(27)))
    await app.reader.json(200, app.reader.post('/api/system/migration/files'))
    await app.idle()
    const [file] = rowsOf<{ file_id: string; content_hash: string | null }>('select file_id, content_hash from files')
    expect(keys()).toEqual([file!.content_hash ?? file!.file_id])
  })

  test('leaves items in the trash of Komga, unless they were read or are in a list', async () => {
    app = await testApp()
    const path = place('komga')
    const raw = new Database(join(path, NAMES.komga))
    raw.run(`UPDATE BOOK SET DELETED_DATE = '2024-01-01 08:00:00' WHERE URL LIKE '%Quiet%Engines%'`)
    raw.close()
    expect(takenOf(await move(path))).toMatchObject({ book: [59, 0, 4], read_progress: [13, 0, 0] })
    expect(
      rowsOf(`select number, fulfillment from issues join series using (comic_id) where name = 'Quiet Engines'`),
    ).toEqual([{ number: '3', fulfillment: 'missing' }])
  })

  test('keeps series of one name in Komga apart, and finds each again', async () => {
    app = await testApp()
    const path = place('komga')
    const raw = new Database(join(path, NAMES.komga))
    raw.run(`UPDATE SERIES_METADATA SET TITLE = 'Robin'`)
    raw.run('DELETE FROM SERIES_METADATA_LINK')
    raw.run('UPDATE BOOK_METADATA SET RELEASE_DATE = null')
    raw.close()
    expect(takenOf(await move(path))).toMatchObject({ series: [14, 0, 0], book: [63, 0, 0] })
    expect(rowsOf(`select 1 from series where name = 'Robin'`)).toHaveLength(14)
    expect(takenOf(await move(path))).toMatchObject({ series: [0, 14, 0], book: [0, 63, 0] })
  })

  test('moves the reading of one user, and refuses an unknown user', async () => {
    app = await testApp()
    const path = place('kavita')
    const refused = await app.reader.post('/api/system/migration/start', { path, reader: 'nobody' })
    expect(refused.status).toBe(400)
    const preview = await app.reader.json<MigrationPreview>(
      200,
      app.reader.post('/api/system/migration/preview', { path }),
    )
    expect(preview.readers).toMatchObject([{ id: '1', name: 'reader', progress: 16, is_admin: true, limits: null, user_id: 'owner' }]) // biome-ignore format: one line
    const progress = await move(path, { reader: '1' })
    expect(takenOf(progress)).toMatchObject({ AppUserProgresses: [16, 0, 0], AppUserBookmark: [1, 0, 0] })
    expect(rowsOf('select 1 from bookmarks')).toHaveLength(1)
    expect(rowsOf('select rating from series_marks')).toEqual([{ rating: 4 }])
    expect(rowsOf('select name from collections order by name')).toEqual([{ name: 'Harbor saga' }, { name: 'Quiet things' }]) // biome-ignore format: one line
  })
})

test('a Komga database from before SQLite is recognised, with advice', async () => {
  app = await testApp()
  const folder = join(app.folder, 'old')
  mkdirSync(folder)
  writeFileSync(join(folder, 'database.h2.mv.db'), 'H:2')
  const refused = await app.reader.json<{ detail: string }>(
    400,
    app.reader.post('/api/system/migration/preview', { path: folder }),
  )
  expect(refused.detail).toContain('Start Komga 0.48 to 0.80 once')
})
