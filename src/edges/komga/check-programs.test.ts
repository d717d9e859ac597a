import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOGIN, type TestApp, testApp } from '../../testing/app'
import { checkForms, faultsOfForms, hasReplays, hasValidator, replayClients } from '../../testing/komga-checks'
import { makeBooks } from '../../testing/reading-apps'
import { addUser, PASSWORD } from '../../testing/users'

/** What real apps send, and Komga's own document, as far as the programs for it are on this machine. */

let folder: string
let app: TestApp
let server: ReturnType<typeof Bun.serve> | undefined
let key: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-apps-'))
  app = await testApp({ library: true, databasePath: join(folder, 'panelkeep.db'), settings: { opds_enable: 'true' } })
  if (!hasReplays) return
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

const base = () => `http://localhost:${server?.port}/komga`
const USERS: [who: string, login: () => [string, string]][] = [
  ['the owner', () => [LOGIN.username, LOGIN.password]],
  ['a reader with limits', () => ['Kit', PASSWORD]],
  ['the key of a device', () => ['tablet', key]],
]

describe.skipIf(!hasReplays)('what real apps send', () => {
  test.each(USERS)('is answered as they need it, to %s', async (_, login) => {
    expect(await replayClients(base(), login(), key)).toMatch(/^\d{3} ok, 0 bad$/)
  })
})

describe.skipIf(!hasValidator)('the replies', () => {
  test.each(USERS)('have the forms of the document, to %s', async (who, login) => {
    expect(faultsOfForms(await checkForms(base(), login(), join(folder, `check for ${who}`)))).toEqual([])
  })
})
