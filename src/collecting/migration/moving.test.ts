import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { findIssue, findSeries } from '../../library/series/store'
import type { TestApp } from '../../testing/app'
import { makeRunCounter } from '../../testing/harness/statement-runs'
import { HARBOR, harborIssue, movingHarness, START } from '../../testing/migration/moving'

let harness: Awaited<ReturnType<typeof movingHarness>>
let app: TestApp
let comics: string
beforeEach(async () => {
  harness = await movingHarness()
  app = harness.app
  comics = harness.comics
})
afterEach(() => app.close())

const rowOf = (id: string) => findIssue(app.db.read, id)

test('with the folders known, a second move finds the series and their files', async () => {
  const name = 'Harbor Lights 001 (2016).cbz'
  harness.putComic(`Harbor Lights (2016)/${name}`)
  const path = harness.source({
    comics: [{ ...HARBOR, ComicLocation: 'D:\\Comics\\Harbor Lights (2016)' }],
    issues: [harborIssue('1', { Status: 'Downloaded', Location: name })],
  })
  const move = async (path_mappings: object[]) => {
    await app.reader.json(200, app.reader.post(START, { path, path_mappings }))
    await app.idle()
    return findSeries(app.db.read, '91273')!
  }
  expect(await move([])).toMatchObject({ location: 'D:\\Comics\\Harbor Lights (2016)', have: 0 })
  const known = await move([{ from: 'D:\\Comics', to: comics }])
  expect(known).toMatchObject({ location: join(comics, 'Harbor Lights (2016)'), have: 1 })
})

describe('files', () => {
  test('are counted again only after something was written', async () => {
    const runsOf = makeRunCounter(app.db)
    await harness.move({
      comics: [{ ...HARBOR, ComicLocation: '/comics/Harbor Lights (2016)' }],
      issues: [harborIssue('1', { Status: 'Downloaded', Location: 'Harbor Lights 001 (2016).cbz' })],
    })
    const poll = () => harness.progress()
    app.db.write((tx) => void tx.run(sql`update moving_files set state = 'unreadable'`))
    const [first, second] = [await runsOf(poll), await runsOf(poll)]
    expect(second).toBe(first - 1)
    expect((await poll()).files).toMatchObject({ missing: 0, unreadable: 1 })
    app.db.write((tx) => void tx.run(sql`update moving_files set state = 'missing'`))
    expect((await poll()).files).toMatchObject({ missing: 1, unreadable: 0 })
  })

  test('prove that an issue is owned, in any status, and no file changes', async () => {
    const folder = 'Harbor Lights (2016)'
    const named = harness.putComic(`${folder}/Harbor Lights 001 (2016).cbz`)
    harness.putComic(`${folder}/extras/Harbor Lights 002 (2016).cbz`)
    harness.putComic(`${folder}/Harbor Lights 003 (2016).cbz`)
    writeFileSync(join(comics, folder, 'Harbor Lights 004 (2016).cbz'), 'no comic')
    const marks = () => [statSync(named).mtimeMs, statSync(named).ino, readFileSync(named).length]
    const before = marks()
    const done = await harness.move({
      comics: [{ ...HARBOR, ComicLocation: '/comics/Harbor Lights (2016)' }],
      issues: [
        harborIssue('1', { Status: 'Downloaded', Location: 'Harbor Lights 001 (2016).cbz' }),
        harborIssue('2', { Status: 'Archived', Location: 'Harbor Lights 002 (2016).cbz' }),
        harborIssue('3', { Status: 'Wanted' }),
        harborIssue('4', { Status: 'Downloaded', Location: '../../etc/Harbor Lights 004 (2016).cbz' }),
        harborIssue('5', { Status: 'Downloaded', Location: 'Harbor Lights 005 (2016).cbz' }),
        harborIssue('6', { Status: 'Wanted' }),
      ],
      readlist: [{ IssueID: '101', ComicID: '91273', Status: 'Read', StatusChange: '2026-10-20' }],
    })
    expect(done.files).toEqual({ waiting: 0, found: 3, missing: 1, unreadable: 1 })
    expect(['101', '102', '103', '104', '105', '106'].map((id) => rowOf(id)?.fulfillment)).toEqual([
      'downloaded',
      'downloaded',
      'downloaded',
      'unknown',
      'unknown',
      'missing',
    ])
    expect(findSeries(app.db.read, '91273')).toMatchObject({
      total: 6,
      have: 3,
      wanted: 1,
      location: join(comics, folder),
    })
    expect(marks()).toEqual(before)
    const read = app.db.read.all(sql`select issue_id, completed from reading_progress`)
    expect(read).toEqual([{ issue_id: '101', completed: 1 }])
  })

  test('of a disk that is connected again are found by another search', async () => {
    const tables = {
      comics: [{ ...HARBOR, ComicLocation: '/comics/Harbor Lights (2016)' }],
      issues: [harborIssue('1', { Status: 'Downloaded', Location: 'Harbor Lights 001 (2016).cbz' })],
    }
    expect((await harness.move(tables)).files).toMatchObject({ found: 0, missing: 1 })
    expect(rowOf('101')?.fulfillment).toBe('unknown')
    harness.putComic('Harbor Lights (2016)/Harbor Lights 001 (2016).cbz')
    await app.reader.json(200, app.reader.post('/api/system/migration/files'))
    await app.idle()
    expect((await harness.progress()).files).toMatchObject({ found: 1, missing: 0 })
    expect(rowOf('101')?.fulfillment).toBe('downloaded')
  })

  test('on disk are not searched for: only issues without any file remain to be wanted', async () => {
    for (const n of [1, 2, 3]) harness.putComic(`Harbor Lights (2016)/Harbor Lights 00${n} (2016).cbz`)
    await harness.move({
      comics: [{ ...HARBOR, ComicLocation: '/comics/Harbor Lights (2016)' }],
      issues: ['1', '2', '3', '4'].map((n) => harborIssue(n, { Status: 'Wanted', ReleaseDate: '2016-05-04' })),
    })
    const wanted = await app.reader.json<{ issues?: { issue_id?: string; IssueID?: string }[] }>(
      200,
      app.reader.get('/api/wanted'),
    )
    expect(
      JSON.stringify(wanted)
        .match(/"10[1-4]"/g)
        ?.filter((id, at, all) => all.indexOf(id) === at),
    ).toEqual(['"104"'])
  })
})

describe('folders of series', () => {
  const folders = () => app.config.get('comic_dirs')
  const inOpen = { ...HARBOR, ComicLocation: '/comics/Harbor Lights (2016)' }

  test('that the user chose become a library folder, since only files in one are read', async () => {
    const path = harness.putComic('Harbor Lights (2016)/Harbor Lights 001 (2016).cbz')
    const done = await harness.move({ comics: [inOpen], issues: [harborIssue('1', { Status: 'Downloaded' })] })
    expect(folders()).toEqual([comics])
    expect(done.warnings.filter((warning) => warning.includes('library folder'))).toEqual([])
    const cover = await app.reader.get('/api/covers/issues/101')
    expect([cover.status, path.startsWith(comics)]).toEqual([200, true])
  })

  test('already in a library folder add none', async () => {
    await app.config.save({ comic_dirs: [app.folder] })
    await harness.move({ comics: [inOpen], issues: [] })
    expect(folders()).toEqual([app.folder])
  })

  test('elsewhere add no library folder for an unused mapping', async () => {
    await harness.move({ comics: [{ ...inOpen, ComicLocation: '/elsewhere/Harbor Lights' }], issues: [] })
    expect(folders()).toEqual([])
  })

  test('that the user did not map are reported, and stay unread', async () => {
    const other = join(app.folder, 'other', 'Harbor Lights')
    mkdirSync(other, { recursive: true })
    const done = await harness.move({ comics: [{ ...inOpen, ComicLocation: other }], issues: [] })
    expect(folders()).toEqual([])
    expect(done.warnings.join()).toContain('which is no library folder')
  })
})

describe('a run', () => {
  test('keeps searches closed until its review, and notifies open pages', async () => {
    app.events()
    const done = await harness.move({ comics: [HARBOR], issues: [harborIssue('1', { Status: 'Wanted' })] })
    expect(done).toMatchObject({ status: 'complete', current_table: null, tables_complete: 16, tables_total: 16 })
    expect(done.reconciliation).toMatchObject({ state: 'pending_preview' })
    const states = app.events().flatMap((event) => (event.type === 'migration.progress' ? event.progress.status : []))
    expect([...new Set(states)]).toEqual(['waiting_for_quiescence', 'migrating', 'complete'])
    const ready = await app.reader.post('/api/system/acquisition/reconciliation/ready', { reason: 'Looks right.' })
    expect(ready.status).toBe(200)
  })

  test('is refused with a mapping to a folder that does not exist', async () => {
    const path = harness.source({ comics: [HARBOR], issues: [] })
    const reply = await app.reader.json<{ error: string }>(
      400,
      app.reader.post(START, { path, path_mappings: [{ from: '/comics', to: '/no/such/place' }] }),
    )
    expect(reply.error).toContain('/no/such/place')
  })

  test('is refused during other maintenance', async () => {
    const path = harness.source({ comics: [HARBOR], issues: [] })
    app.db.write((tx) => {
      tx.run(sql`delete from acquisition_gate`)
      const at = app.clock.now()
      tx.run(sql`insert into acquisition_gate (gate_id, reconciliation, owner, run_id, reason, closed_at, heartbeat_at, epoch)
        values (1, 'ready', 'repair', 'other', 'A repair is running.', ${at}, ${at}, 1)`)
    })
    const reply = await app.reader.json<{ error: string }>(423, app.reader.post(START, { path }))
    expect(reply.error).toContain('repair')
  })

  test('that was interrupted between its last row and the gate opens the gate at the next start', async () => {
    await harness.move({ comics: [HARBOR], issues: [] })
    const { run_id } = await harness.progress()
    const at = app.clock.now()
    app.db.write((tx) => {
      tx.run(
        sql`update acquisition_gate set owner = 'migration', run_id = ${run_id}, reason = 'x', heartbeat_at = ${at}`,
      )
      tx.run(sql`update operations set state = 'running', finished_at = null where kind = 'migration'`)
    })
    await app.app.start()
    await app.idle()
    expect(app.db.read.all(sql`select owner, reconciliation from acquisition_gate`)).toEqual([
      { owner: null, reconciliation: 'pending_preview' },
    ])
  })

  test('that fails names the table and the finished tables, and keeps those', async () => {
    const path = harness.source({ comics: [HARBOR], issues: [harborIssue('1')] })
    app.db.write((tx) =>
      tx.run(sql`create trigger stop before insert on issues begin select raise(abort, 'stopped'); end`),
    )
    await app.reader.json(200, app.reader.post(START, { path }))
    await app.idle()
    const failed = await harness.progress()
    expect(failed).toMatchObject({ status: 'error', current_table: 'issues', tables_complete: 1 })
    expect(failed.error).toContain('Moving stopped at the table issues.')
    expect(failed.error).toContain('These tables are in: comics.')
    expect(failed.reconciliation.state).toBe('failed')
    expect(findSeries(app.db.read, '91273')).toBeDefined()
    app.db.write((tx) => tx.run(sql`drop trigger stop`))
    await app.reader.json(200, app.reader.post(START, { path }))
    await app.idle()
    expect((await harness.progress()).status).toBe('complete')
    expect(rowOf('101')).toBeDefined()
  })

  test('puts no secret into replies, the report or the log', async () => {
    const secrets = ['k3y-of-the-indexer', 'p4ss-of-sab', 'w3b-password', 'cv-k3y']
    const settings = `[Interface]\nhttp_username = someone\nhttp_password = ${secrets[2]}\nauthentication = 2\n[CV]\ncomicvine_api = ${secrets[3]}\n[Newznab]\nnewznab = True\nextra_newznabs = Dog, https://dog.example, 1, ${secrets[0]}, , 1, 1\n[SABnzbd]\nsab_host = sab.example:8080\nsab_apikey = ${secrets[1]}\n[Client]\nnzb_downloader = 0\n`
    const tables = {
      comics: [HARBOR],
      issues: [],
      rssdb: [{ Title: 'x', Link: `https://dog.example/?apikey=${secrets[0]}` }],
    }
    const shown = [
      JSON.stringify(await harness.preview(tables, settings)),
      JSON.stringify(await (await app.reader.post(START, { path: join(app.folder, 'mylar') })).json()),
    ]
    await app.idle()
    shown.push(
      JSON.stringify(await harness.progress()),
      await (await app.reader.get('/api/system/migration/report')).text(),
    )
    shown.push(app.log.join('\n'))
    for (const secret of secrets) for (const text of shown) expect(text).not.toContain(secret)
    expect(app.config.credential('username')).toBe('reader')
    expect(existsSync(join(app.folder, 'moving')) ? readdirSync(join(app.folder, 'moving')) : []).toEqual([])
    expect(app.db.read.all(sql`select api_key from indexers where name = 'Dog'`)).toEqual([{ api_key: secrets[0] }])
  })
})

test('a notification target that was moved in waits for the review', async () => {
  const settings = '[Discord]\ndiscord_enabled = True\ndiscord_webhook_url = https://discord.example/api/webhooks/1/x\n'
  await harness.move({ comics: [HARBOR] }, settings)
  const { targets } = await app.reader.json<{ targets: { service: string; awaits_review?: true }[] }>(
    200,
    app.reader.get('/api/config/notifications'),
  )
  expect(targets).toMatchObject([{ service: 'discord', awaits_review: true }])
})
