import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Files } from '../platform/ports'
import type { SessionView } from '../search/sessions/schema'
import { indexers } from '../search/tables'
import { login, type TestApp, testApp } from './app'
import { advanceUntil } from './fakes/advance-until'
import { fakeHttp } from './fakes/http'
import { type FakeIndexer, type FakeIndexerOptions, fakeIndexer } from './fakes/indexer'
import { makeIssues, makeSeries } from './make'

export interface InteractiveHarness {
  /** By name: `a` is at a.example. */
  indexers: Record<string, FakeIndexer>
  folder: string
}

/** Indexers, and a folder with a library and another one that a client watches. */
export function makeInteractiveHarness(asked: Record<string, FakeIndexerOptions>): InteractiveHarness {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-interactive-'))
  for (const name of ['nzb', 'torrents']) mkdirSync(join(folder, name))
  const made = Object.entries(asked).map(([name, options]) => [name, fakeIndexer({ name, ...options })] as const)
  return { indexers: Object.fromEntries(made), folder }
}

export const removeHarness = ({ folder }: InteractiveHarness): void => rmSync(folder, { recursive: true, force: true })

/** What a client would find. */
export const handedOverFiles = ({ folder }: InteractiveHarness): string[] =>
  ['nzb', 'torrents'].flatMap((name) => readdirSync(join(folder, name))).filter((name) => !name.startsWith('.'))

/** The app in that world. With a database on disk it goes on where it was when it is started anew. */
export async function startApp(
  world: InteractiveHarness,
  more: { files?: Files; settings?: Record<string, string>; databasePath?: string } = {},
) {
  const { folder } = world
  const hosts = Object.entries(world.indexers).map(([name, { fetch }]) => [`${name}.example`, fetch] as const)
  const settings = {
    blackhole_dir: join(folder, 'nzb'),
    local_watchdir: join(folder, 'torrents'),
    mangadex_enabled: 'false',
    anilist_enabled: 'false',
    // Nothing begins by itself: it would take what a test is about to.
    enable_rss: 'false',
    search_interval: '0',
    ...more.settings,
  }
  const http = fakeHttp(Object.fromEntries(hosts))
  const ports = { http, ...(more.files && { files: more.files }) }
  return testApp({ folder, databasePath: more.databasePath, ports, settings })
}

/** Harbor Lights 1 to 6 and an annual, all missing and out for long; each indexer of the world set up. */
export function fillLibrary(
  { db }: TestApp,
  world: InteractiveHarness,
  types: Record<string, 'newznab' | 'torznab'> = {},
): void {
  makeSeries(db, { year: 2015, allow_packs: true })
  const out = (number: string) => ({ number, release_date: `2015-0${number}-06`, intent: 'wanted' as const })
  makeIssues(db, 'harbor', ['1', '2', '3', '4', '5', '6'].map(out))
  makeIssues(db, 'harbor', [{ ...out('1'), kind: 'annual' }])
  db.write((tx) => {
    for (const [position, [name, { key }]] of Object.entries(world.indexers).entries()) {
      const row = { indexer_id: name, type: types[name] ?? 'newznab', name: `Indexer ${name.toUpperCase()}` }
      const rest = { host: `https://${name}.example`, api_key: key, categories: [7030], position }
      tx.insert(indexers)
        .values({ ...row, ...rest, added_at: '2026-11-01T00:00:00.000Z' })
        .run()
    }
  })
}

/** Another browser of the same reader. */
export async function otherBrowser(app: TestApp) {
  return app.client({ 'X-Requested-With': 'ServiceFrontend', Cookie: await login(app.guest) })
}

export const beginSearch = (app: TestApp, entity_type: string, entity_id: string) =>
  app.reader.json<SessionView>(202, app.reader.post('/api/search/interactive', { entity_type, entity_id }))

export const viewSession = (app: TestApp, sessionId: string) =>
  app.reader.json<SessionView>(200, app.reader.get(`/api/search/interactive/${sessionId}`))

/** Lets time pass while an indexer keeps its pace, and no other: a search is there for ten minutes. */
export const withTimePassing = <T>(app: TestApp, awaited: Promise<T>): Promise<T> =>
  advanceUntil(app.clock, awaited, '5 s')

/** Begins and waits for the end. */
export async function searchToEnd(app: TestApp, entity_type = 'issue', entity_id = 'harbor-3'): Promise<SessionView> {
  const { session_id } = await beginSearch(app, entity_type, entity_id)
  await withTimePassing(app, app.idle())
  return viewSession(app, session_id)
}

/** The reply to a grab, with time passing meanwhile. */
export function grab(app: TestApp, session: SessionView, title: string, body: unknown = {}): Promise<Response> {
  const { candidate_id } = session.candidates.find(({ candidate }) => candidate.title === title)!
  const path = `/api/search/interactive/${session.session_id}/candidates/${candidate_id}/grab`
  return withTimePassing(app, app.reader.post(path, body))
}
