import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cblDocument } from '../../base/formats/documents/cbl-writer'
import { fileOf } from '../../library/series/file-store'
import { findIssue } from '../../library/series/store'
import type { TestApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { filesBelow, importDownload, putDownload, startProcessing } from '../../testing/downloads/processing'
import { makeIssues, makeSeries } from '../../testing/make'
import type { ArcDetail } from './schema'

/** Where the files of story arcs go, by the settings. */

const BOOKS: Parameters<typeof cblDocument>[0]['books'] = [
  { series: 'Harbor Lights', volume: 2015, number: '1', year: 2015, ids: [] },
  { series: 'Copper Orchard', volume: 2014, number: '7', year: 2016, ids: [] },
]
const COPPER = 'Copper Orchard 007 (2016).cbz'
const HARBOR = join('Harbor Lights (2015)', 'Harbor Lights 001 (2015).cbz')
const ARC = join('Story arcs', 'Night Tide (2015 - 2016)')

let folder: string
let app: TestApp

async function begin(settings: Record<string, string> = {}) {
  app = await startProcessing(folder, { settings })
  makeSeries(app.db, { year: 2015 })
  makeIssues(app.db, 'harbor', [{ number: '1', intent: 'wanted', issue_date: '2015-05-01' }])
  const document = cblDocument({ name: 'Night Tide', books: BOOKS })
  await app.reader.json(200, app.reader.post('/api/storyarcs/import', { document }))
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-arcs-'))
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const comic = (name: string) => makeCbz({ ...makePages(3), 'n.txt': name })
const comics = () => filesBelow(folder, 'comics')
const detail = () => app.reader.json<ArcDetail>(200, app.reader.get('/api/storyarcs/C0001'))

/** A release that was grabbed for the second row of the arc, whose series is not in the library. */
async function bringCopper() {
  await app.reader.json(200, app.reader.post('/api/storyarcs/C0001/want-all', {}))
  const { comic_id } = findIssue(app.db.read, 'C0001_2')!
  const content_path = putDownload(folder, 'Copper.Orchard.007.2016.cbz', comic('copper'))
  return importDownload(app, { issues: ['C0001_2'], comic_id, content_path })
}

async function bringHarbor() {
  const content_path = putDownload(folder, 'Harbor.Lights.001.2015.cbz', comic('harbor'))
  return importDownload(app, { item_id: 'harbor', issues: ['harbor-1'], comic_id: 'harbor', content_path })
}

/** Waits until files are in the folders of arcs, soon after the library changed. */
async function filed() {
  await app.clock.advance('2 s')
  await app.idle()
}

const undoAll = async () => {
  const { batches } = await app.reader.json<{ batches: { batch_id: string }[] }>(
    200,
    app.reader.get('/api/filing/batches'),
  )
  await app.reader.json(202, app.reader.post(`/api/filing/batches/${batches[0]!.batch_id}/undo`, {}))
  await app.idle()
}

describe('a file of a series that is not in the library', () => {
  test('is filed in the folder of its arc, and read there in the order of the arc', async () => {
    await begin({ storyarcdir: 'true' })
    expect(await bringCopper()).toMatchObject({ stage: 'post_processed' })
    await bringHarbor()
    expect(comics()).toEqual([HARBOR, join(ARC, COPPER)])
    const { issues } = await detail()
    expect(issues[1]).toMatchObject({
      Status: 'Downloaded',
      readable: true,
      Location: join(folder, 'comics', ARC, COPPER),
    })
    const reading = app.reader.get('/api/reading/issues/harbor-1?list=C0001')
    expect(await app.reader.json(200, reading)).toMatchObject({ next: { issue_id: 'C0001_2' } })
  })

  test('is named by its place in the arc when the settings say so', async () => {
    await begin({ storyarcdir: 'true', read2filename: 'true', arc_folderformat: '$arc' })
    await bringCopper()
    expect(comics()).toEqual([join('Story arcs', 'Night Tide', `002-${COPPER}`)])
  })

  test('is filed in the folder that is set, and nowhere while its disk is disconnected', async () => {
    const location = join(folder, 'events')
    await begin({ storyarcdir: 'true', storyarc_location: location })
    expect((await bringCopper()).reason).toContain(`There is no folder at ${location}. Connect its disk.`)
    expect(existsSync(location)).toBe(false)
    mkdirSync(location)
    const [item] = app.db.read.all<{ release_key: string }>('select release_key from journal' as never)
    const again = { action: 'import', release_keys: [item!.release_key] }
    await app.reader.json(200, app.reader.post('/api/attention/resolve', again))
    await app.idle()
    expect(filesBelow(folder, 'events')).toEqual([join('Night Tide (2015 - 2016)', COPPER)])
    const page = await app.reader.get('/api/reading/issues/C0001_2/pages/1')
    expect(page.status).toBe(200)
  })

  test('is filed like any other file without the setting', async () => {
    await begin()
    await bringCopper()
    expect(comics()).toEqual([join('Copper Orchard (2014)', COPPER)])
  })

  test('stays in place when its series joins the library, whose next files are filed elsewhere', async () => {
    await begin({ storyarcdir: 'true' })
    await bringCopper()
    makeSeries(app.db, { comic_id: 'copper', name: 'Copper Orchard', year: 2014 })
    makeIssues(app.db, 'copper', [7, { number: '8', intent: 'wanted' }])
    await filed()
    expect(fileOf(app.db.read, 'copper-7')?.path).toBe(join(folder, 'comics', ARC, COPPER))
    const content_path = putDownload(folder, 'Copper Orchard 008 (2016).cbz', comic('eight'))
    await importDownload(app, { item_id: 'eight', issues: ['copper-8'], comic_id: 'copper', content_path })
    expect(comics()).toEqual([join('Copper Orchard (2014)', 'Copper Orchard 008 (2014).cbz'), join(ARC, COPPER)])
  })

  test('moves to the recycle folder when the import is undone', async () => {
    await begin({ storyarcdir: 'true' })
    await bringCopper()
    await undoAll()
    expect(comics().filter((path) => !path.startsWith('.'))).toEqual([])
    expect((await detail()).issues[1]).toMatchObject({ readable: false })
  })
})

describe('files of the library', () => {
  const add = async (arc_fileops: string) => {
    await begin({ copy2arcdir: 'true', arc_fileops })
    await bringHarbor()
    await filed()
  }
  const copy = () => join(folder, 'comics', ARC, 'Harbor Lights 001 (2015).cbz')
  const original = () => join(folder, 'comics', HARBOR)

  test('are copied into the folders of arcs, once', async () => {
    await add('copy')
    expect(comics()).toEqual([HARBOR, join(ARC, 'Harbor Lights 001 (2015).cbz')])
    expect(statSync(copy()).nlink).toBe(1)
    expect((await detail()).arc.Have).toBe(1)
    rmSync(copy())
    await app.reader.json(200, app.reader.patch('/api/storyarcs/C0001', { name: 'Late Tide' }))
    await filed()
    expect(comics()).toEqual([HARBOR])
  })

  test('are linked', async () => {
    await add('hardlink')
    expect(statSync(copy()).ino).toBe(statSync(original()).ino)
  })

  test('get a symbolic link, through which they are read', async () => {
    await add('softlink')
    expect(lstatSync(copy()).isSymbolicLink()).toBe(true)
    expect(comics()).toHaveLength(2)
  })

  test('are moved, and moved back by undo', async () => {
    await add('move')
    expect(comics()).toEqual([join(ARC, 'Harbor Lights 001 (2015).cbz')])
    expect(fileOf(app.db.read, 'harbor-1')?.path).toBe(copy())
    await undoAll()
    expect(comics()).toEqual([HARBOR])
    expect(fileOf(app.db.read, 'harbor-1')?.path).toBe(original())
    await filed()
    expect(comics()).toEqual([HARBOR])
  })

  test('are moved to the first of several arcs', async () => {
    await begin({ copy2arcdir: 'true', arc_fileops: 'move' })
    const document = cblDocument({ name: 'Other Tide', books: BOOKS })
    await app.reader.json(200, app.reader.post('/api/storyarcs/import', { document }))
    await bringHarbor()
    await filed()
    expect(comics()).toEqual([join(ARC, 'Harbor Lights 001 (2015).cbz')])
  })

  test('copies are not renamed with the series', async () => {
    await add('copy')
    const preview = await app.reader.json<{ unchanged: number; changes: unknown[] }>(
      200,
      app.reader.post('/api/series/harbor/rename/preview', {}),
    )
    expect(preview).toMatchObject({ unchanged: 1, changes: [] })
  })

  test('do not change without the setting', async () => {
    await begin({ storyarcdir: 'true' })
    await bringHarbor()
    await filed()
    expect(comics()).toEqual([HARBOR])
  })
})
