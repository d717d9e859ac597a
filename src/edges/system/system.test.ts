import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type TestApp, testApp } from '../../testing/app'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

test('health reports that Panelkeep runs and its run id, and no more', async () => {
  expect(await app.guest.json(200, app.guest.get('/api/health'))).toEqual({ status: 'ok', instance: 'test-instance' })
})

test('health reports a database that does not respond', async () => {
  const path = join(app.folder, 'gone.db')
  const other = await testApp({ databasePath: path, folder: app.folder })
  other.db.close()
  expect(await other.guest.json(503, other.guest.get('/api/health'))).toEqual({ status: 'error' })
  await other.app.stop()
})

test('the network view lists the addresses for reading apps', async () => {
  expect(await app.reader.json(200, app.reader.get('/api/system/network'))).toEqual({
    lan: false,
    manage_remote: false,
    port: 8090,
    addresses: ['192.0.2.7'],
    opds_urls: ['http://192.0.2.7:8090/opds'],
  })
})

test('a shutdown or restart is answered before it happens', async () => {
  expect(await app.reader.json(200, app.reader.post('/api/system/restart'))).toMatchObject({ success: true })
  expect(await app.reader.json(200, app.reader.post('/api/system/shutdown'))).toMatchObject({ success: true })
  expect(app.left).toEqual(['restart', 'stop'])
})
