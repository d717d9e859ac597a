import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestApp, testApp } from '../../../testing/app'
import { listFolders } from './listing'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

interface View {
  path: string
  folders: { name: string }[]
  [key: string]: unknown
}
const at = (path: string) => `/api/filesystem?path=${encodeURIComponent(path)}`
const list = (path?: string) =>
  app.reader.json<View>(200, app.reader.get(path === undefined ? '/api/filesystem' : at(path)))
const refusal = async (status: number, path: string) => (await app.reader.json(status, app.reader.get(at(path)))).detail
const choose = (path: string) => app.reader.json(200, app.reader.post('/api/filesystem/chosen', { path }))
async function places() {
  const reply = await app.reader.json<{ places: { kind: string; name: string; path: string }[] } & View>(
    200,
    app.reader.get('/api/filesystem/places'),
  )
  return reply.places
}
function folder(...names: string[]): string {
  const path = join(app.folder, ...names)
  mkdirSync(path, { recursive: true })
  return path
}

test('folders are listed in natural order, including links to folders, without files and hidden folders', async () => {
  for (const name of ['Shelf 10', 'Shelf 2', '.hidden']) folder(name)
  writeFileSync(join(app.folder, 'a.cbz'), '')
  symlinkSync(join(app.folder, 'Shelf 2'), join(app.folder, 'linked'))
  symlinkSync(join(app.folder, 'nowhere'), join(app.folder, 'broken'))
  const view = await list()
  expect(view.path).toBe(app.folder)
  expect(view.folders.map(({ name }) => name)).toEqual(['linked', 'Shelf 2', 'Shelf 10'])
})

test('a path that cannot be opened is refused with its reason', async () => {
  expect(await refusal(404, '/no/such/folder')).toContain('Folder not found: /no/such/folder.')
  expect(await refusal(400, 'relative')).toContain('A full path is needed')
  const file = join(app.folder, 'one.cbz')
  writeFileSync(file, '')
  expect(await refusal(400, file)).toBe(`${file} is a file. Choose the folder that holds it.`)
})

test('a folder without permission is refused as such', async () => {
  const list = () => Promise.reject(Object.assign(new Error('locked'), { code: 'EACCES' }))
  const refused = await listFolders({ ...app.ports.files, list }, '/locked').catch((cause: unknown) => cause)
  expect(refused).toMatchObject({ kind: 'forbidden' })
  expect(String(refused)).toContain('Panelkeep has no permission to read it.')
})

test('the picker opens beside the last choice, and at home when that no longer exists', async () => {
  const first = folder('Shelves', 'One')
  await choose(first)
  expect((await list()).path).toBe(join(app.folder, 'Shelves'))
  rmSync(join(app.folder, 'Shelves'), { recursive: true })
  expect((await list()).path).toBe(app.folder)
})

test('home, library folders and the last choices are offered once each, missing ones not', async () => {
  const library = folder('Comics')
  await app.reader.json(200, app.reader.put('/api/config', { comic_dirs: [library] }))
  const made = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => folder(name))
  for (const path of [...made, library, join(app.folder, 'gone')]) {
    await choose(path)
    await app.clock.advance('1 s')
  }
  const offered = (await places()).filter(({ kind }) => kind !== 'drive')
  expect(offered).toEqual([
    { kind: 'home', name: 'Home', path: app.folder },
    { kind: 'library', name: 'Comics', path: library },
    ...['F', 'E', 'D'].map((name) => ({ kind: 'recent', name, path: join(app.folder, name) })),
  ])
  expect((await places()).at(-1)).toEqual({ kind: 'drive', name: 'This computer', path: '/' })
})

test('comic files are counted including those in subfolders, and a relative path is refused', async () => {
  folder('Box', 'Inner')
  for (const name of ['a.cbz', 'b.PDF', 'notes.txt', '.hidden.cbz']) writeFileSync(join(app.folder, 'Box', name), '')
  writeFileSync(join(app.folder, 'Box', 'Inner', 'c.cbr'), '')
  const count = (path: string) => `/api/filesystem/count?path=${encodeURIComponent(path)}`
  expect(await app.reader.json(200, app.reader.get(count(join(app.folder, 'Box'))))).toEqual({ comics: 3, more: false })
  expect(await app.reader.json(200, app.reader.get(count(join(app.folder, 'nowhere'))))).toEqual({
    comics: 0,
    more: false,
  })
  expect((await app.reader.json(400, app.reader.get(count('Box')))).detail).toContain('A full path is needed')
})

test('no route of the picker opens without a session', async () => {
  for (const path of ['/api/filesystem', '/api/filesystem/places', '/api/filesystem/count?path=/'])
    expect((await app.guest.get(path)).status).toBe(401)
  expect((await app.guest.post('/api/filesystem/chosen', { path: '/' })).status).toBe(401)
})
