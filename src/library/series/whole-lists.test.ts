import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STEP_ROWS } from '../../base/storage/snapshot'
import { type TestApp, testApp } from '../../testing/app'
import { makeIssues, makeLibrary, makeSeries } from '../../testing/make'

/** More than two steps of each list, in a database file: lists of an in-memory database share their connection. */
const COUNT = STEP_ROWS * 2 + 30
let app: TestApp
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-lists-'))
  app = await testApp({ databasePath: join(folder, 'panelkeep.db') })
  const { db } = app
  makeLibrary(db, { series: COUNT, issuesPerSeries: 0 })
  makeSeries(db, { comic_id: 'long', name: 'The Long One' })
  const date = (n: number) => (n % 7 === 0 ? null : `${2000 + (n % 25)}-${String((n % 12) + 1).padStart(2, '0')}-11`)
  const rows = (kind: 'issue' | 'annual') =>
    Array.from(
      { length: COUNT },
      (_, n) => ({ number: String(n), kind, intent: 'wanted', release_date: date(n) }) as const,
    )
  makeIssues(db, 'long', [...rows('issue'), ...rows('annual')])
  db.write((tx) => {
    tx.run(
      `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${COUNT})
      insert into journal (item_id, release_key, digest, entity_type, entity_id, comic_id, title, indexer, protocol, size,
        stage, grabbed_at, updated_at) select 'item-' || n, 'key-' || n, 'd' || n, 'issue', 'long-' || n, 'long',
        'Release ' || (n % 9), 'Garden', 'usenet', 4000, iif(n % 3, 'post_processed', 'snatched'),
        '2026-11-21T08:00:' || substr('00' || (n % 60), -2) || '.000Z', '2026-11-21T08:00:00.000Z' from n` as never,
    )
  })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

type Reply = Record<string, unknown[]> | unknown[]
const get = async (path: string) => app.reader.json<Reply>(200, app.reader.get(path))
const rowsOf = (reply: Reply, name: string) => (Array.isArray(reply) ? reply : (reply[name] ?? []))

/** All pages of a list, joined. */
async function pages(path: string, name: string): Promise<unknown[]> {
  const rows: unknown[] = []
  for (let offset = 0; ; offset += 100) {
    const page = rowsOf(await get(`${path}${path.includes('?') ? '&' : '?'}limit=100&offset=${offset}`), name)
    rows.push(...page)
    if (page.length === 0) return rows
  }
}

test.each([
  ['/api/series', 'comics', COUNT + 1],
  ['/api/series?sort=year&order=desc', 'comics', COUNT + 1],
  ['/api/series?q=longone', 'comics', 1],
  ['/api/wanted', 'issues', COUNT],
  ['/api/wanted', 'annuals', COUNT],
  ['/api/wanted?q=long', 'annuals', COUNT],
  ['/api/wanted?q=nothing', 'issues', 0],
  ['/api/downloads/history', 'history', COUNT],
  ['/api/downloads/history?sort=issue&order=desc', 'history', COUNT],
  ['/api/downloads/history?sort=series', 'history', COUNT],
  ['/api/downloads/history?status=snatched&sort=provider', 'history', Math.trunc(COUNT / 3)],
  ['/api/activity/in-flight', 'results', Math.trunc(COUNT / 3)],
])('%s without a limit has the %s of all its pages, %p', async (path, name, count) => {
  const whole = rowsOf(await get(path), name)
  expect(whole).toHaveLength(count)
  // A page of the wanted list separates issues and annuals, so each part is shorter than the limit.
  expect(whole).toEqual(path.startsWith('/api/wanted') ? await wantedPages(path, name) : await pages(path, name))
})

async function wantedPages(path: string, name: string): Promise<unknown[]> {
  const rows: unknown[] = []
  for (let offset = 0; offset < COUNT * 2; offset += 100)
    rows.push(...rowsOf(await get(`${path}${path.includes('?') ? '&' : '?'}limit=100&offset=${offset}`), name))
  return rows
}

test('a history with an offset is the rest of it', async () => {
  const all = (await get('/api/downloads/history')) as unknown[]
  expect(await get('/api/downloads/history?offset=250')).toEqual(all.slice(250))
})

test('rows written while a list is sent are not in it', async () => {
  const reply = await app.reader.get('/api/comics')
  const reader = reply.body!.getReader()
  const first = await reader.read()
  app.db.write((tx) => tx.run("update series set name = 'Renamed' where comic_id <> 'long'" as never))
  const chunks = [first.value!]
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
  const rows = JSON.parse(Buffer.concat(chunks).toString()) as { ComicName: string }[]
  expect(rows).toHaveLength(COUNT + 1)
  expect(rows.filter(({ ComicName }) => ComicName === 'Renamed')).toEqual([])
})

test('lists without a limit are read a step at a time', async () => {
  const steps: number[] = []
  const { parse } = JSON
  const stringify = JSON.stringify
  JSON.stringify = ((value: unknown, ...more: []) => {
    if (Array.isArray(value) && value.length > 1) steps.push(value.length)
    return stringify(value, ...more)
  }) as typeof JSON.stringify
  const replies: string[] = []
  try {
    for (const path of ['/api/series', '/api/comics', '/api/watchlist', '/api/wanted', '/api/downloads/history'])
      replies.push(await (await app.reader.get(path)).text())
  } finally {
    JSON.stringify = stringify
  }
  for (const reply of replies) expect(() => parse(reply)).not.toThrow()
  expect(steps.length).toBeGreaterThan(15)
  expect(Math.max(...steps)).toBeLessThanOrEqual(STEP_ROWS)
})

test('the items of a search run are also sent whole', async () => {
  app.db.write((tx) => {
    tx.run(
      `insert into search_runs (run_id, trigger, scope_type, scope_id, priority, dispatch_state,
      completion_state, created_at, updated_at) values ('run', 'manual_wanted_scan', 'wanted_backlog', 'all', 'routine', 'accepted', 'running',
      '2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z')` as never,
    )
    tx.run(
      `insert into search_items (run_id, entity_type, entity_id, position, state, updated_at)
      select 'run', 'issue', issue_id, row_number() over (order by issue_id desc), 'no_match', '2026-11-21T08:00:00.000Z'
      from issues where kind = 'issue'` as never,
    )
  })
  const whole = rowsOf(await get('/api/search/runs/run'), 'items')
  expect(whole).toHaveLength(COUNT)
  expect(whole).toEqual(await pages('/api/search/runs/run', 'items'))
  expect(rowsOf(await get('/api/search/runs/run?include_items=false'), 'items')).toEqual([])
  await app.reader.json(404, app.reader.get('/api/search/runs/none'))
})
