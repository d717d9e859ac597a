import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Option } from '../../../base/config/option'
import { type OptionName, type OptionValues, optionNames, options } from '../../../base/config/options'
import { openZip } from '../../../base/formats/zip/zip'
import { type TestApp, testApp } from '../../../testing/app'
import { fakeClock } from '../../../testing/fakes/clock'
import { SupportBundle } from './bundle'
import { supportBundleReply } from './bundle-reply'
import { type SectionName, Sections } from './bundle-schema'

const NUMBER = 7_777_777
const WHEN = '2026-11-20T08:00:00.000Z'
/** Values of the columns that a bundle groups by. */
const WORDS: Record<string, string | number> = {
  'series.content_type': 'manga',
  'files.format': 'cbz',
  'files.gone_at': WHEN,
  'journal.stage': 'failed',
  'download_clients.type': 'sabnzbd',
  'download_clients.enabled': 1,
  'indexers.type': 'torznab',
  'indexers.enabled': 1,
  'metadata_providers.provider': 'comicvine',
  'metadata_providers.failure': 'auth',
  'metadata_providers.spent': '{"planted 2026-11-21T07:50": 7777777}',
  'notice_targets.service': 'ntfy',
  'health_findings.check_id': 'folders',
  'health_findings.gravity': 'error',
  'jobs.name': 'rss',
}

let folder: string
let app: TestApp
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'planted-'))
  app = await testApp({
    folder,
    databasePath: join(folder, 'planted.db'),
    settings: { enable_rss: 'false', search_interval: '0' },
  })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Column {
  name: string
  type: string
}

/** Adds a row to every table, with `planted` in every text and a conspicuous number in every number. */
function plant(words: typeof WORDS): number {
  const db = new Sqlite(join(folder, 'planted.db'), { strict: true })
  db.run('PRAGMA foreign_keys = OFF')
  const tables = db.query<{ name: string }, []>(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
  )
  const names = tables.all().map(({ name }) => name)
  for (const table of names) {
    const columns = db.query<Column, [string]>('SELECT name, type FROM pragma_table_info(?)').all(table)
    const values = columns.map((column) => words[`${table}.${column.name}`] ?? planted(table, column, words !== WORDS))
    const holes = columns.map(() => '?').join(', ')
    db.query(`INSERT OR REPLACE INTO "${table}" VALUES (${holes})`).run(...values)
  }
  db.close()
  return names.length
}

function planted(table: string, { name, type }: Column, everywhere: boolean): string | number {
  if (/int|real/i.test(type)) return NUMBER
  if (!everywhere && /(_at|since|_until)$/.test(name)) return WHEN
  return `"planted in ${table}.${name} at /planted/path"` // quoted, so that the text is also JSON
}

async function plantSettings(): Promise<void> {
  const values: Partial<Record<OptionName, unknown>> = {}
  for (const name of optionNames) {
    const option: Option = options[name]
    if (option.type === 'folder' || option.type === 'secret') values[name] = `/planted/${name}`
    if (option.type === 'folders') values[name] = [`/planted/${name}`]
    if (option.type === 'integer') values[name] = Math.min(option.most, NUMBER)
    const fits = ['planted', 'https://planted.test/x'].find(
      (text) => option.type === 'text' && (!option.pattern || option.pattern.test(text)),
    )
    if (fits !== undefined) values[name] = fits
  }
  await app.config.save(values as Partial<OptionValues>)
  await app.config.saveCredentials({ apiKey: 'planted-key' })
}

async function made() {
  const reply = await app.reader.post('/api/system/support-bundle')
  expect(reply.status).toBe(200)
  const bytes = new Uint8Array(await reply.arrayBuffer())
  const file = {
    size: bytes.length,
    read: async (at: number, many: number) => bytes.slice(at, at + many),
    close: async () => {},
  }
  const zip = (await openZip(file))!
  const members: Record<string, string> = {}
  for (const entry of zip.entries) members[entry.name] = new TextDecoder().decode(await zip.read(entry))
  return { reply, text: Object.values(members).join('\n'), raw: Buffer.from(bytes).toString('latin1'), members }
}

const json = (text: string | undefined) => JSON.parse(text ?? '') as Record<string, unknown>

describe('a support bundle', () => {
  test('matches its manifest and has the file name that existing tools expect', async () => {
    const { reply, members } = await made()
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="service-support-bundle-v1.zip"',
      'cache-control': 'no-store',
      'x-support-bundle-contract-version': '1',
      'x-support-bundle-status': 'complete',
    })
    expect(Object.keys(members)).toEqual(['README.txt', 'manifest.json', 'diagnostics.json'])
    const sections = Object.keys(Sections)
    expect(json(members['manifest.json'])).toEqual({
      contract_version: 1,
      status: 'complete',
      version: '0.0.0-test',
      sections,
      missing: [],
    })
    expect(Object.keys(json(members['diagnostics.json']))).toEqual(sections)
  })

  test('contains no name of the library, the settings and the services, and counts all of them', async () => {
    expect(plant(WORDS)).toBeGreaterThan(50)
    await plantSettings()
    app.ports.log.error('search', 'planted in the log', { path: '/planted/path' })
    const { reply, text, raw, members } = await made()
    expect(json(members['manifest.json']).missing).toEqual([])
    expect(reply.headers.get('x-support-bundle-status')).toBe('complete')
    expect(raw.toLowerCase()).not.toContain('planted')
    expect(raw).not.toContain(String(NUMBER))
    expect(text).not.toContain(folder)
    expect(json(members['diagnostics.json'])).toMatchObject({
      library: { series: [{ kind: 'manga', count: '1-9' }], issues: '1-9', files: [], gone: '1-9' },
      clients: [{ kind: 'sabnzbd', count: '1-9', failing: '1-9' }],
      indexers: expect.arrayContaining([{ kind: 'torznab', count: '1-9', failing: '1-9' }]),
      downloads: [{ kind: 'failed', count: '1-9' }],
      notices: [{ kind: 'ntfy', count: '1-9', failing: '1-9' }],
      health: expect.arrayContaining([{ check: 'folders', gravity: 'error', count: '1-9' }]),
    })
  })

  test('leaves out a section with forbidden content, and lists it as missing', async () => {
    plant({})
    const { reply, raw, members } = await made()
    expect(raw.toLowerCase()).not.toContain('planted')
    expect(reply.headers.get('x-support-bundle-status')).toBe('partial')
    expect(json(members['manifest.json']).missing).toEqual(
      expect.arrayContaining(['library', 'downloads', 'notices'] satisfies SectionName[]),
    )
  })
})

describe('no bundle is made', () => {
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const bundleOf = (sections: Record<string, () => unknown>) =>
    new SupportBundle({ clock: fakeClock(), log, version: '1.2.3', sections: sections as never })
  const refusal = async (bundle: SupportBundle) => {
    const reply = await supportBundleReply(bundle)
    return [reply.status, ((await reply.json()) as { code: string }).code, reply.headers.get('retry-after')]
  }

  test('while one is being made', async () => {
    const gate = Promise.withResolvers<void>()
    const bundle = bundleOf({ build: () => gate.promise })
    const first = bundle.make()
    expect(await refusal(bundle)).toEqual([409, 'support_bundle_in_progress', '2'])
    gate.resolve()
    expect((await first).status).toBe('partial')
    expect((await bundle.make()).status).toBe('partial')
  })

  test('once Panelkeep is stopping', async () => {
    const bundle = bundleOf({})
    bundle.stop()
    expect(await refusal(bundle)).toEqual([503, 'support_bundle_unavailable', null])
  })
})
