import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOGIN, type TestApp, testApp } from '../../testing/app'
import { isPresent } from '../../testing/harness/programs'
import { makeBooks } from '../../testing/reading-apps'
import { addUser, PASSWORD } from '../../testing/users'

/** What real apps send, and Komga's own document, as far as the programs for it are on this machine. */

const shared = join(import.meta.dir, '../../../../shared')
const REPLAY = join(shared, 'check/komga/replay-clients.mjs')
const CHECK = join(shared, 'check/komga/check-openapi.mjs')
const DOCUMENT = join(shared, 'data/komga/openapi.json')
/** A `node_modules` with ajv and ajv-formats. */
const VALIDATOR = process.env.PANELKEEP_AJV ?? ''
const hasPrograms = isPresent(
  existsSync(REPLAY),
  'the programs that check the interface of Komga are not on this machine',
)
const hasValidator = isPresent(existsSync(join(VALIDATOR, 'ajv')), 'PANELKEEP_AJV names no node_modules with ajv')

let folder: string
let app: TestApp
let server: ReturnType<typeof Bun.serve> | undefined
let key: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-apps-'))
  app = await testApp({ library: true, databasePath: join(folder, 'panelkeep.db'), settings: { opds_enable: 'true' } })
  if (!hasPrograms) return
  makeBooks(app)
  const { reader } = app
  const added = await reader.json<{ collection: { collection_id: string } }>(200, reader.post('/api/collections', { name: 'Both' })) // biome-ignore format: one request
  await reader.post(`/api/collections/${added.collection.collection_id}/series`, { ids: ['river', 'harbor'] })
  await reader.post('/api/storyarcs', { name: 'Long night', issue_ids: ['harbor-2', 'river-c1', 'harbor-12'] })
  key = (await reader.json<{ key: string }>(200, reader.post('/api/devices', { name: 'Tablet' }))).key
  await addUser(app, 'Kit', { limits: { kinds: ['comic'] } })
  server = Bun.serve({ port: 0, fetch: (request) => app.app.fetch(request, { ip: '127.0.0.1', keepOpen: () => {} }) })
})
afterAll(async () => {
  await server?.stop(true)
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const USERS: [who: string, login: () => string[]][] = [
  ['the owner', () => [LOGIN.username, LOGIN.password]],
  ['a reader with limits', () => ['Kit', PASSWORD]],
  ['the key of a device', () => ['tablet', key]],
]

async function run(program: string, ...more: string[]): Promise<string> {
  const [user, password, ...rest] = more
  const args = [program, `http://localhost:${server?.port}/komga`, user!, password!, ...rest]
  const running = Bun.spawn([process.execPath, ...args], { stdout: 'pipe', stderr: 'pipe' })
  const [out, faults] = await Promise.all([new Response(running.stdout).text(), new Response(running.stderr).text()])
  return (out + faults).trim()
}

describe.skipIf(!hasPrograms)('what real apps send', () => {
  test.each(USERS)('is answered as they need it, to %s', async (_, login) => {
    expect(await run(REPLAY, ...login(), key)).toMatch(/^\d{3} ok, 0 bad$/)
  })
})

describe.skipIf(!hasPrograms || !hasValidator)('the replies', () => {
  test.each(USERS)('have the forms of the document, to %s', async (_, login) => {
    const copy = mkdtempSync(join(folder, 'check-'))
    cpSync(CHECK, join(copy, 'check-openapi.mjs'))
    symlinkSync(VALIDATOR, join(copy, 'node_modules'))
    const report = await run(join(copy, 'check-openapi.mjs'), ...login(), DOCUMENT)
    expect(report).toMatch(/\d\d valid, 0 invalid, \d+ skipped$/)
    // Only the first and last book of a list, an unread book, and what is an administrator's.
    const others = report.split('\n').filter((line) => /^\d{3} /.test(line))
    for (const line of others) expect(line).toMatch(/\/(?:previous|next|progression|info)$/)
  })
})
