import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Files, Ports } from '../../base/platform/ports'
import type { SessionView } from '../../intake/search/sessions/schema'
import { indexers } from '../../intake/search/tables'
import { login, type TestApp, testApp } from '../app'
import { advanceUntil } from '../fakes/advance-until'
import { fakeHttp } from '../fakes/http'
import { type FakeIndexer, type FakeIndexerOptions, fakeIndexer } from '../fakes/indexer'
import { makeIssues, makeSeries } from '../make'

export interface InteractiveHarness {
  /** By name: `a` is at a.example. */
  indexers: Record<string, FakeIndexer>
  folder: string
}

/** Indexers, and a folder with the watch folders of clients. */
export function makeInteractiveHarness(indexers: Record<string, FakeIndexerOptions>): InteractiveHarness {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-interactive-'))
  for (const name of ['nzb', 'torrents']) mkdirSync(join(folder, name))
  const made = Object.entries(indexers).map(([name, options]) => [name, fakeIndexer({ name, ...options })] as const)
  return { indexers: Object.fromEntries(made), folder }
}

export const removeHarness = ({ folder }: InteractiveHarness): void => rmSync(folder, { recursive: true, force: true })

/** Files in the watch folders. */
export const handedOverFiles = ({ folder }: InteractiveHarness): string[] =>
  ['nzb', 'torrents'].flatMap((name) => readdirSync(join(folder, name))).filter((name) => !name.startsWith('.'))

/** Starts the app with these indexers. With a database on disk it continues after a restart. */
export async function startApp(
  harness: InteractiveHarness,
  more: {
    files?: Files
    ports?: Partial<Ports>
    settings?: Record<string, string>
    text?: string
    databasePath?: string
  } = {},
) {
  const { folder } = harness
  const hosts = Object.entries(harness.indexers).map(([name, { fetch }]) => [`${name}.example`, fetch] as const)
  const settings = {
    blackhole_dir: join(folder, 'nzb'),
    local_watchdir: join(folder, 'torrents'),
    mangadex_enabled: 'false',
    anilist_enabled: 'false',
    // No scheduled searches: they would grab the releases of the test.
    enable_rss: 'false',
    search_interval: '0',
    ...more.settings,
  }
  const http = fakeHttp(Object.fromEntries(hosts))
  const ports = { http, ...(more.files && { files: more.files }), ...more.ports }
  return testApp({ folder, databasePath: more.databasePath, ports, settings, text: more.text })
}

/** Adds Harbor Lights 1 to 6 and an annual, all missing and released long ago, and sets up each indexer. */
export function fillLibrary(
  { db }: TestApp,
  harness: InteractiveHarness,
  types: Record<string, 'newznab' | 'torznab'> = {},
): void {
  makeSeries(db, { year: 2015, allow_packs: true })
  const out = (number: string) => ({ number, release_date: `2015-0${number}-06`, intent: 'wanted' as const })
  makeIssues(db, 'harbor', ['1', '2', '3', '4', '5', '6'].map(out))
  makeIssues(db, 'harbor', [{ ...out('1'), kind: 'annual' }])
  db.write((tx) => {
    for (const [position, [name, { key }]] of Object.entries(harness.indexers).entries()) {
      const row = { indexer_id: name, type: types[name] ?? 'newznab', name: `Indexer ${name.toUpperCase()}` }
      const rest = { host: `https://${name}.example`, api_key: key, categories: [7030], position }
      tx.insert(indexers)
        .values({ ...row, ...rest, added_at: '2026-11-01T00:00:00.000Z' })
        .run()
    }
  })
}

/** Another session of the same user. */
export async function otherBrowser(app: TestApp) {
  return app.client({ 'X-Requested-With': 'ServiceFrontend', Cookie: await login(app.guest) })
}

export const beginSearch = (app: TestApp, entity_type: string, entity_id: string) =>
  app.reader.json<SessionView>(202, app.reader.post('/api/search/interactive', { entity_type, entity_id }))

export const viewSession = (app: TestApp, sessionId: string) =>
  app.reader.json<SessionView>(200, app.reader.get(`/api/search/interactive/${sessionId}`))

/** Advances the clock only for rate limits of an indexer, since the search session expires after ten minutes. */
export const withTimePassing = <T>(app: TestApp, awaited: Promise<T>): Promise<T> =>
  advanceUntil(app.clock, awaited, '5 s')

/** Starts a search and waits for its end. */
export async function searchToEnd(app: TestApp, entity_type = 'issue', entity_id = 'harbor-3'): Promise<SessionView> {
  const { session_id } = await beginSearch(app, entity_type, entity_id)
  await withTimePassing(app, app.idle())
  return viewSession(app, session_id)
}

/** The response to a grab, while time passes. */
export function grab(app: TestApp, session: SessionView, title: string, body: unknown = {}): Promise<Response> {
  const { candidate_id } = session.candidates.find(({ candidate }) => candidate.title === title)!
  const path = `/api/search/interactive/${session.session_id}/candidates/${candidate_id}/grab`
  return withTimePassing(app, app.reader.post(path, body))
}
