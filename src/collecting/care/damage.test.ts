import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { nextTurn } from '../../base/platform/event-loop'
import { everyFileOf } from '../../library/series/describe-store'
import { issuesOf, seriesNamed } from '../../library/series/store'
import { type TestApp, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { makeCbr, makeCbz, makePages } from '../../testing/archives/archives'
import { confirmImport, putFile, scanLibrary } from '../../testing/imports/imports'
import { makeIssues } from '../../testing/make'
import type { CareSummary, ExtensionsPreview, FindingPage, RemovalPreview, Sizes } from './schema'

let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-damage-'))
  mkdirSync(join(folder, 'comics'))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  app = await testApp({ settings: { comic_dirs: join(folder, 'comics') }, ports: { processes } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (path: string) => join(folder, 'comics', 'Harbor Lights (2015)', path)
const name = (n: number) => `Harbor Lights 00${n} (2015).cbz`
function put(n: number, bytes: Uint8Array): void {
  putFile(at(name(n)), bytes)
  utimesSync(at(name(n)), 1_760_000_000 + n, 1_760_000_000 + n)
}
const whole = (n: number) => makeCbz({ ...makePages(12), 'n.txt': `${n}` })

async function importAll(): Promise<void> {
  expect(await confirmImport(app, await scanLibrary(app))).toMatchObject({ errors: [] })
}
async function check(): Promise<void> {
  await app.reader.json(202, app.reader.post('/api/care/check'))
  await app.idle()
}
const findings = async (kind: string) =>
  (await app.reader.json<FindingPage>(200, app.reader.get(`/api/care/findings?kind=${kind}`))).findings
const summary = () => app.reader.json<CareSummary>(200, app.reader.get('/api/care'))
const begin = async (path: string, body: object) => {
  const { batch_id } = await app.reader.json<{ batch_id: string }>(202, app.reader.post(path, body))
  await app.idle()
  return batch_id
}
const undo = async (batchId: string) => {
  await app.reader.json(202, app.reader.post(`/api/filing/batches/${batchId}/undo`))
  await app.idle()
}
const issue = (number: string) => {
  const [series] = seriesNamed(app.db.read, 'Harbor Lights')
  return issuesOf(app.db.read, series!.comic_id).find((each) => each.number === number)!
}

describe('a file that was damaged after its import', () => {
  beforeEach(async () => {
    for (const n of [1, 2]) put(n, whole(n))
    await importAll()
    // Same size and time: a scan does not notice.
    const bytes = readFileSync(at(name(2)))
    writeFileSync(at(name(2)), new Uint8Array(bytes.length))
    utimesSync(at(name(2)), 1_760_000_002, 1_760_000_002)
    app.db.write((tx) => tx.run('delete from file_checks' as never))
    await check()
  })

  test('is listed, and health says so', async () => {
    expect(await findings('unreadable')).toMatchObject([{ series: 'Harbor Lights', number: '#2', path: at(name(2)) }])
    await app.reader.json(202, app.reader.post('/api/system/jobs/health/run'))
    await app.idle()
    const health = await app.reader.json<{ findings: object[] }>(200, app.reader.get('/api/system/health'))
    expect(health.findings).toContainEqual(
      expect.objectContaining({ message: '1 file in the library cannot be opened.' }),
    )
  })

  test('goes to the recycle folder, its issue is missing, and undo restores both', async () => {
    const [found] = await findings('unreadable')
    const body = { file_ids: [found!.file_id] }
    expect(await app.reader.json<RemovalPreview>(200, app.reader.post('/api/care/files/preview', body))).toMatchObject({
      files: 1,
      lost: 1,
      lost_labels: ['Harbor Lights #2'],
    })
    const batch = await begin('/api/care/files/remove', body)
    expect([existsSync(at(name(2))), issue('2').fulfillment]).toEqual([false, 'missing'])
    expect((await summary()).batches).toMatchObject([{ title: '1 file moved to the recycle folder' }])
    await undo(batch)
    expect([existsSync(at(name(2))), issue('2').fulfillment]).toEqual([true, 'downloaded'])
    expect(everyFileOf(app.db.read, issue('2').issue_id)).toMatchObject([{ path: at(name(2)) }])
  })

  test('is left alone when it changed since', async () => {
    const [found] = await findings('unreadable')
    put(2, makeCbz(makePages(3)))
    await begin('/api/care/files/remove', { file_ids: [found!.file_id] })
    expect(existsSync(at(name(2)))).toBe(true)
    expect((await summary()).batches).toMatchObject([{ done: 0, failed: 1 }])
  })

  test.each(['/api/care/files/remove', '/api/care/extensions'])('is unknown to the library: %s', async (path) => {
    expect(await app.reader.json<{ detail: string }>(404, app.reader.post(path, { file_ids: ['lost'] }))).toEqual({
      detail: 'None of these files is in the library.',
    })
    expect((await summary()).batches).toEqual([])
  })
})

test('wrong extensions are corrected after a preview, and undo restores the names', async () => {
  put(1, makeCbr(makePages(12)))
  put(2, whole(2))
  await importAll()
  await check()
  const right = at(name(1)).replace('.cbz', '.cbr')
  expect(await app.reader.json<ExtensionsPreview>(200, app.reader.post('/api/care/extensions/preview', {}))).toEqual({
    files: 1,
    changes: [{ from: at(name(1)), to: right }],
  })
  const batch = await begin('/api/care/extensions', {})
  expect([existsSync(at(name(1))), existsSync(right)]).toEqual([false, true])
  await app.clock.advance('3 s')
  await app.idle()
  expect(await findings('wrong_extension')).toEqual([])
  await undo(batch)
  expect([existsSync(at(name(1))), existsSync(right)]).toEqual([true, false])
})

describe('issues missing inside a series', () => {
  const intents = () =>
    app.db.read.all<{ issue_id: string; intent: string }>(
      sql`select issue_id, intent from issues where issue_id like 'gap-%' order by 1`,
    )
  let comicId: string

  beforeEach(async () => {
    put(1, whole(1))
    put(6, whole(6))
    await importAll()
    comicId = issue('1').comic_id
    app.db.write((tx) => tx.run(sql`update series set listed = 1`))
    const gaps = { '2': 'policy', '3': 'wanted', '4': 'skipped', '7': 'policy' } as const
    const known = { fulfillment: 'missing', release_date: '2015-03-01' } as const
    makeIssues(
      app.db,
      comicId,
      Object.entries(gaps).map(([number, intent]) => ({ ...known, number, intent, issue_id: `gap-${number}` })),
    )
    await check()
  })

  test.each([[{}], ['one']])('are wanted after a preview, the skipped ones left out: %p', async (all) => {
    const body = all === 'one' ? { comic_ids: [comicId, comicId, 'lost'] } : {}
    expect(await findings('gaps')).toMatchObject([{ subject: comicId, detail: 'Issues 2, 3 are missing.' }])
    const preview = await app.reader.json(200, app.reader.post('/api/care/gaps/preview', body))
    expect(preview).toEqual({ series: 1, issues: 1 } as never)
    expect(intents()[0]!.intent).toBe('policy')
    const wanted = await app.reader.json(200, app.reader.post('/api/care/gaps/want', body))
    expect(wanted).toEqual({ success: true, series: 1, issues: 1 } as never)
    expect(intents().map(({ intent }) => intent)).toEqual(['wanted', 'wanted', 'skipped', 'policy'])
    expect(await app.reader.json(200, app.reader.post('/api/care/gaps/preview', body))).toEqual({
      series: 0,
      issues: 0,
    } as never)
  })

  test('of a series that is ignored here stay as they are', async () => {
    await app.reader.json(
      200,
      app.reader.post('/api/care/ignored', { kind: 'gaps', subjects: [comicId], ignored: true }),
    )
    await app.reader.json(200, app.reader.post('/api/care/gaps/want', {}))
    expect(intents()[0]!.intent).toBe('policy')
  })
})

test('an ignored finding is not listed until it is listed again', async () => {
  put(1, makeCbr(makePages(12)))
  await importAll()
  await check()
  const [found] = await findings('wrong_extension')
  const set = (ignored: boolean) =>
    app.reader.json(200, app.reader.post('/api/care/ignored', { kind: 'wrong_extension', subjects: [found!.subject], ignored })) // biome-ignore format: one line
  await set(true)
  await check()
  expect(await findings('wrong_extension')).toEqual([])
  expect((await summary()).ignored).toBeGreaterThan(0)
  await set(false)
  expect(await findings('wrong_extension')).toHaveLength(1)
})

test('after a check of an empty library, sizes are counted when the first files are imported', async () => {
  await check()
  expect((await summary()).files).toBe(0)
  for (const n of [1, 2]) put(n, whole(n))
  await importAll()
  await app.clock.advance('3 s')
  await app.idle()
  expect((await summary()).files).toBe(2)
})

test('sizes are those of the last check', async () => {
  for (const n of [1, 2]) put(n, whole(n))
  await importAll()
  await check()
  const { files, bytes } = await summary()
  expect([files, bytes > 0]).toEqual([2, true])
  const { rows } = await app.reader.json<Sizes>(200, app.reader.get('/api/care/sizes?facet=folder'))
  expect(rows).toEqual([{ key: join(folder, 'comics'), label: join(folder, 'comics'), files: 2, bytes }])
  expect((await app.reader.get('/api/care/sizes?facet=colour')).status).toBe(422)
})

test('a check pauses while someone is reading', async () => {
  put(1, whole(1))
  await importAll()
  const { issue_id } = issue('1')
  expect((await app.reader.get(`/api/reading/issues/${issue_id}/pages/1`)).status).toBe(200)
  app.db.write((tx) => tx.run('delete from file_checks' as never))
  await app.reader.json(202, app.reader.post('/api/care/check'))
  for (let turn = 0; turn < 50 && !(await summary()).checking?.waits; turn++) await nextTurn()
  expect((await summary()).checking).toMatchObject({ waits: true })
  await app.clock.advance('2 min')
  await app.idle()
  expect((await summary()).checking).toBeNull()
})
