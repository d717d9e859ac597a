import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { TestApp } from '../../testing/app'
import { HARBOR, harborIssue, movingHarness, PREVIEW, START } from '../../testing/migration/moving'
import { makeMylar } from '../../testing/migration/mylar'
import type { MigrationPreview } from './preview'

let harness: Awaited<ReturnType<typeof movingHarness>>
let app: TestApp
let comics: string
beforeEach(async () => {
  harness = await movingHarness()
  app = harness.app
  comics = harness.comics
})
afterEach(() => app.close())

describe('the path', () => {
  test.each([
    ['', 'Enter the folder'],
    ['mylar', 'whole path'],
    ['/no/such/folder', 'There is no folder'],
    ['/tmp/../etc', '".."'],
    ['/tmp/a\0b', 'character'],
  ])('%p is refused with a sentence', async (path, sentence) => {
    for (const route of [PREVIEW, START]) {
      const reply = await app.reader.json<{ success: boolean; error: string; detail: string }>(
        400,
        app.reader.post(route, { path }),
      )
      expect(reply).toMatchObject({ success: false, error: expect.stringContaining(sentence), detail: reply.error })
    }
  })

  test('of a folder without a database, and of our own data, is refused', async () => {
    await app.reader.json(400, app.reader.post(PREVIEW, { path: comics }))
    const own = await app.reader.json<{ error: string }>(400, app.reader.post(PREVIEW, { path: app.folder }))
    expect(own.error).toContain('data folder of Panelkeep')
  })

  test('may contain two dots in a name, lead over a link, and name the database itself', async () => {
    const folder = makeMylar(join(app.folder, 'a..b'), { comics: [HARBOR], issues: [] })
    symlinkSync(folder, join(app.folder, 'link'))
    for (const path of [folder, join(app.folder, 'link'), join(folder, 'mylar.db')])
      expect(await app.reader.json<MigrationPreview>(200, app.reader.post(PREVIEW, { path }))).toMatchObject({
        valid: true,
        series_count: 1,
      })
  })
})

describe('a preview', () => {
  test('counts, warns of a missing config.ini, and offers the longest common prefix', async () => {
    harness.putComic('DC/Harbor Lights (2016)/Harbor Lights 001.cbz')
    const found = await harness.preview({
      comics: [
        { ...HARBOR, ComicLocation: '/comics/DC/Harbor Lights (2016)' },
        { ComicID: '2', ComicName: 'Tin Weather', ComicLocation: '/comics/Image/Tin Weather (2018)' },
      ],
      issues: [harborIssue('1')],
    })
    expect(found).toMatchObject({
      valid: true,
      version: null,
      series_count: 2,
      issue_count: 1,
      tables: [
        { name: 'comics', row_count: 2 },
        { name: 'issues', row_count: 1 },
      ],
      path_mappings: [{ from: '/comics', to: comics, count: 2, exists: true }],
    })
    expect(found.problems.map(({ code }) => code)).toEqual(['no_settings', 'missing_tables'])
  })

  test('warns of repeated rows, missing ids, unreadable dates and truncated records', async () => {
    const found = await harness.preview(
      {
        comics: [HARBOR, { ...HARBOR, ComicID: '4050-91273' }],
        issues: [
          harborIssue('1', { ReleaseDate: '2016-02-31' }),
          harborIssue('2', { ReleaseDate: 'October 21, 2015', IssueDate: '2016-02-00' }),
          harborIssue('3', { IssueID: null, ReleaseDate: '0000-00-00' }),
        ],
        storyarcs: [{ StoryArcID: '7', StoryArc: 'Flood', IssueArcID: '7_1' }, { StoryArcID: '7', StoryArc: 'Flood', IssueArcID: '7_1' }, { StoryArcID: null, StoryArc: null, IssueArcID: null }],
        readlist: [{ IssueID: '101' }, { IssueID: '101' }],
      },
      '[Newznab]\nextra_newznabs = Cat, https://cat.example, 1, KEY, , 1, 1, Dog, https://dog.example, 1\n',
    ) // biome-ignore format: one line each
    const codes = found.problems.map(({ code }) => code)
    for (const code of ['series_repeated', 'issues_without_id', 'dates_unreadable', 'arcs_without_id', 'arcs_repeated', 'reading_list_repeated', 'indexers_cut_off'])
      expect(codes, code).toContain(code) // biome-ignore format: one line
    const messageOf = (code: string) => found.problems.find((problem) => problem.code === code)?.message
    expect(messageOf('dates_unreadable')).toBe('1 issue has a date that cannot be read.')
    expect(messageOf('indexers_cut_off')).toBe('Records of indexers that are cut off: Dog.')
  })

  test('names the columns that an older layout lacks', async () => {
    const { problems } = await harness.preview({ comics: [HARBOR] })
    const { message } = problems.find(({ code }) => code === 'missing_tables')!
    expect(message).toMatch(/The database lacks \d+ columns: .*comics\.agerating/)
    expect(message).not.toContain('comics.comicname')
  })

  test.each([
    ['whose log was left behind gives a warning', 'wal', true],
    ['without a log gives none', 'delete', false],
  ])('of a database %s', async (_name, mode, isWarned) => {
    const path = harness.source({ comics: [HARBOR], issues: [] }, '[General]\n')
    const raw = new Database(join(path, 'mylar.db'))
    raw.run(`PRAGMA journal_mode = ${mode}`)
    raw.run(`UPDATE comics SET ComicName = 'Low Tide'`)
    raw.close()
    for (const end of ['-wal', '-shm']) rmSync(join(path, `mylar.db${end}`), { force: true })
    const { problems } = await app.reader.json<MigrationPreview>(200, app.reader.post(PREVIEW, { path }))
    expect(problems.some(({ code }) => code === 'log_missing')).toBe(isWarned)
  })

  test('finds the folders of the source below the library folders automatically', async () => {
    await app.config.save({ comic_dirs: [comics] })
    harness.putComic('DC/Harbor Lights (2016)/1.cbz')
    const path = harness.source({
      comics: [
        { ...HARBOR, ComicLocation: 'D:\\Comics\\DC\\Harbor Lights (2016)' },
        { ComicID: '2', ComicName: 'Tin Weather', ComicLocation: 'd:\\comics\\Image\\Tin Weather' },
      ],
      issues: [],
    })
    const found = await app.reader.json<MigrationPreview>(200, app.reader.post(PREVIEW, { path }))
    expect(found.path_mappings).toMatchObject([{ from: 'D:/Comics', to: comics, count: 2, exists: true }])
  })

  test('writes nothing, neither here nor in the source', async () => {
    const before = app.db.read.all(sql`select count(*) as n from series`)
    const path = harness.source({ comics: [HARBOR], issues: [harborIssue('1')] }, '[General]\n')
    const marks = () =>
      readdirSync(path).map((name) => [name, statSync(join(path, name)).mtimeMs, statSync(join(path, name)).ino])
    const was = marks()
    await app.reader.json(200, app.reader.post(PREVIEW, { path }))
    expect(marks()).toEqual(was)
    expect(app.db.read.all(sql`select count(*) as n from series`)).toEqual(before)
    expect(existsSync(join(app.folder, 'moving')) ? readdirSync(join(app.folder, 'moving')) : []).toEqual([])
  })

  test.each([
    ['no bytes', '', 'mylar.db has no content.'],
    [
      'text in place of a database',
      'this is no database, and it is long enough to be read as one',
      'mylar.db is not a database.',
    ],
  ])('of %s is refused with advice, and cannot be started', async (_what, content, sentence) => {
    const path = join(app.folder, 'mylar')
    mkdirSync(path)
    writeFileSync(join(path, 'mylar.db'), content)
    const refused = await app.reader.json<{ error: string }>(400, app.reader.post(PREVIEW, { path }))
    expect(refused).toMatchObject({ success: false, detail: refused.error })
    expect(refused.error).toStartWith(sentence)
    expect(refused.error).toContain('Put a backup of')
    await app.reader.json(400, app.reader.post(START, { path }))
    expect((await harness.progress()).status).toBe('idle')
  })
})
