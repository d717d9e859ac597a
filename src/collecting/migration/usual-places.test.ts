import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type TestApp, testApp } from '../../testing/app'
import type { UsualPlace } from './usual-places'

let app: TestApp
afterEach(() => app?.close())

function addMylar(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const database = new Database(join(folder, 'mylar.db'))
  database.run('CREATE TABLE comics (ComicID TEXT)')
  database.close()
}
const places = () => app.reader.json<{ places: UsualPlace[] }>(200, app.reader.get('/api/system/migration/places'))
const inHome = ({ places: all }: { places: UsualPlace[] }) => all.filter(({ path }) => path.startsWith(app.folder))

test('a folder of Mylar below the home folder is found, and a second name of it is not', async () => {
  app = await testApp()
  expect(inHome(await places())).toEqual([])
  addMylar(join(app.folder, 'mylar3'))
  symlinkSync(join(app.folder, 'mylar3'), join(app.folder, '.mylar'))
  expect(inHome(await places())).toEqual([{ source: 'mylar', source_label: 'Mylar', path: join(app.folder, 'mylar3') }])
})

test('a folder without a database, and a file of that name, are not found', async () => {
  app = await testApp()
  mkdirSync(join(app.folder, 'mylar'))
  await Bun.write(join(app.folder, 'mylar3'), 'no folder')
  expect(inHome(await places())).toEqual([])
})
