import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestApp, testApp } from '../testing/app'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

test('health tells that it lives and which run it is, and no more', async () => {
  expect(await app.guest.json(200, app.guest.get('/api/health'))).toEqual({ status: 'ok', instance: 'test-instance' })
})

test('health tells when the database does not answer', async () => {
  const path = join(app.folder, 'gone.db')
  const other = await testApp({ databasePath: path, folder: app.folder })
  other.db.close()
  expect(await other.guest.json(503, other.guest.get('/api/health'))).toEqual({ status: 'error' })
  await other.app.stop()
})

test('the network view names the addresses for reading apps', async () => {
  expect(await app.reader.json(200, app.reader.get('/api/system/network'))).toEqual({
    lan: false,
    manage_remote: false,
    port: 8090,
    addresses: ['192.0.2.7'],
    opds_urls: ['http://192.0.2.7:8090/opds'],
  })
})

test('browsing lists folders in natural order, links to folders too, no files and nothing hidden', async () => {
  for (const name of ['Shelf 10', 'Shelf 2', '.hidden']) mkdirSync(join(app.folder, name))
  writeFileSync(join(app.folder, 'a.cbz'), '')
  symlinkSync(join(app.folder, 'Shelf 2'), join(app.folder, 'linked'))
  symlinkSync(join(app.folder, 'nowhere'), join(app.folder, 'broken'))
  const view = await app.reader.json<{ path: string; folders: { name: string }[] }>(
    200,
    app.reader.get('/api/filesystem'),
  )
  expect(view.path).toBe(app.folder)
  expect(view.folders.map((folder) => folder.name)).toEqual(['linked', 'Shelf 2', 'Shelf 10'])
})

test('browsing a folder that is not there, or no full path, says so', async () => {
  const ask = (path: string) => app.reader.get(`/api/filesystem?path=${encodeURIComponent(path)}`)
  expect((await app.reader.json(404, ask('/no/such/folder'))).detail).toContain('/no/such/folder')
  expect((await app.reader.json(400, ask('relative'))).detail).toContain('A full path is needed')
})

test('an end is answered before it comes, and says which it is', async () => {
  expect(await app.reader.json(200, app.reader.post('/api/system/restart'))).toMatchObject({ success: true })
  expect(await app.reader.json(200, app.reader.post('/api/system/shutdown'))).toMatchObject({ success: true })
  expect(app.left).toEqual(['restart', 'stop'])
})
