import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nextTurn } from '../../base/platform/event-loop'
import { type TestApp, testApp } from '../../testing/app'
import { makeIssues, makeLibrary, makeSeries } from '../../testing/make'
import { putIssueSource, putSeriesSource } from '../metadata/store'
import { wordKeys } from './library-search'
import { queuedSubjects } from './search-queue-store'
import { changeSeries, deleteIssue } from './store'

const AT = '2026-01-02T03:04:05.000Z'
let app: TestApp

type Finds = { series: { ComicID: string }[]; issues: { issue_id: string }[] }

/** Ids of the series and issues that the quick search finds. */
async function finds(q: string): Promise<{ series: string[]; issues: string[] }> {
  const path = `/api/series/find?q=${encodeURIComponent(q)}`
  const { series, issues } = await app.reader.json<Finds>(200, app.reader.get(path))
  return { series: series.map(({ ComicID }) => ComicID), issues: issues.map(({ issue_id }) => issue_id) }
}

/** Ids of the series that the library filter leaves. */
async function filtered(q: string): Promise<string[]> {
  const path = `/api/series?limit=50&q=${encodeURIComponent(q)}`
  const { comics } = await app.reader.json<{ comics: { ComicID: string }[] }>(200, app.reader.get(path))
  return comics.map(({ ComicID }) => ComicID)
}

test.each([
  ['Spider-Man', ['spiderman']],
  ['the amazing  spider', ['amazing', 'spider']],
  ['The', ['the']],
  ['Dr. Odd & Co', ['dr', 'odd', 'and', 'co']],
  ['漫画の家', ['漫画の家']],
  ['   ', []],
])('the words of %j are %j', (words, keys) => {
  expect(wordKeys(words)).toEqual(keys)
})

describe('the search in the library', () => {
  beforeEach(async () => {
    app = await testApp()
    const { db } = app
    makeSeries(db, { comic_id: 'amazing', name: 'The Amazing Spider-Otter', aliases: ['Erstaunliche Otter'] })
    makeSeries(db, { comic_id: 'spider', name: 'Spider' })
    makeSeries(db, { comic_id: 'ghost', name: 'Ghost Freight' })
    makeSeries(db, { comic_id: 'house', name: '漫画の家', content_type: 'manga' })
    makeSeries(db, { comic_id: 'pokemon', name: 'Élan Vital' })
    makeIssues(db, 'ghost', [
      { number: '1', title: 'Night Train', writer: 'Ada Quill, Tom Reed' },
      { number: '2', title: 'Trainspotting' },
      { number: '3', title: 'The Last Train' },
    ])
    makeIssues(db, 'house', [{ number: '1', title: '最後の晩餐' }])
  })
  afterEach(() => app.close())

  test.each([
    ['spid', ['spider', 'amazing']],
    ['Spider', ['spider', 'amazing']],
    ['pider-ott', ['amazing']],
    ['otter amazing', ['amazing']],
    ['GhostFreight', ['ghost']],
    ['ghost freight', ['ghost']],
    ['erstaunliche', ['amazing']],
    ['漫画', ['house']],
    ['家', ['house']],
    ['elan', ['pokemon']],
    ['ÉLAN', ['pokemon']],
    ['gh', ['ghost']],
    ['ghost zz', []],
  ])('finds with %j the series %j', async (q, ids) => {
    expect((await finds(q)).series).toEqual(ids)
    expect((await filtered(q)).toSorted()).toEqual(ids.toSorted())
  })

  test.each([
    ['train', ['ghost-2', 'ghost-1', 'ghost-3']],
    ['last train', ['ghost-3']],
    ['ada', ['ghost-1']],
    ['quill, ada', ['ghost-1']],
    ['reed night', ['ghost-1']],
    ['quilltom', []],
    ['晩餐', ['house-1']],
    ['晩晩', []],
    ['100%', []],
  ])('finds with %j the issues %j', async (q, ids) => {
    expect((await finds(q)).issues).toEqual(ids)
  })

  test('filters the library by titles and people only when no series has that name', async () => {
    expect(await filtered('ada quill')).toEqual(['ghost'])
    expect(await filtered('train')).toEqual(['ghost'])
    makeSeries(app.db, { comic_id: 'train', name: 'Train' })
    expect(await filtered('train')).toEqual(['train'])
  })

  test('follows every change of a name, whatever code made it', async () => {
    const { db } = app
    expect((await finds('spider')).series).toEqual(['spider', 'amazing'])
    db.write((tx) => tx.run(`UPDATE series SET name = 'Moth', match_key = 'moth' WHERE comic_id = 'spider'` as never))
    expect((await finds('spider')).series).toEqual(['amazing'])
    expect((await finds('moth')).series).toEqual(['spider'])
    db.write((tx) => tx.run(`UPDATE issues SET title = 'Harbor' WHERE issue_id = 'ghost-2'` as never))
    expect((await finds('harbor')).issues).toEqual(['ghost-2'])
    expect((await finds('trainspotting')).issues).toEqual([])
    db.write((tx) => deleteIssue(tx, 'ghost-2'))
    expect((await finds('harbor')).issues).toEqual([])
    await app.reader.json(200, app.reader.delete('/api/series/ghost'))
    expect(await finds('ghost')).toEqual({ series: [], issues: [] })
    expect(await finds('night train')).toEqual({ series: [], issues: [] })
  })

  test('finds people that sources credit, until they no longer do', async () => {
    const { db } = app
    const facts = { issue_id: 'ghost-3', source: 'metron', said_at: AT } as const
    const credits = [{ name: 'Inés Calder', roles: ['Colorist'] }]
    db.write((tx) => putIssueSource(tx, { ...facts, facts: { credits } }))
    expect((await finds('ines calder')).issues).toEqual(['ghost-3'])
    db.write((tx) => putIssueSource(tx, { ...facts, facts: { title: 'The Last Train' } }))
    expect((await finds('ines calder')).issues).toEqual([])
    const manga = { comic_id: 'house', source: 'mangadex', said_at: AT } as const
    db.write((tx) => putSeriesSource(tx, { ...manga, facts: { authors: ['Mori Akane'] } }))
    expect((await finds('akane')).series).toEqual(['house'])
  })

  test('leaves out series that exist for story arcs only, and their issues', async () => {
    app.db.write((tx) => changeSeries(tx, 'ghost', { status: 'unfollowed' }, AT))
    expect(await finds('ghost')).toEqual({ series: [], issues: [] })
    expect((await finds('train')).issues).toEqual([])
  })

  test('finds nothing without words, and refuses long text', async () => {
    expect(await finds('  ')).toEqual({ series: [], issues: [] })
    await app.reader.json(422, app.reader.get(`/api/series/find?q=${'x'.repeat(201)}`))
    await app.reader.json(422, app.reader.get('/api/series/find'))
  })
})

test('names are found by their keys while thousands of changes wait for the index', async () => {
  app = await testApp()
  makeLibrary(app.db, { series: 400, issuesPerSeries: 2 })
  const path = '/api/series?limit=1&q=harbor'
  const { pagination } = await app.reader.json<{ pagination: { total: number } }>(200, app.reader.get(path))
  expect(pagination.total).toBe(40)
  await app.close()
})

describe('the file of the index', () => {
  let folder: string
  const index = () => join(folder, 'cache', 'search.db')
  const begin = async () => {
    app = await testApp({ folder, databasePath: join(folder, 'panelkeep.db') })
  }
  const end = () => app.close()
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'panelkeep-search-'))
    await begin()
    makeSeries(app.db, { comic_id: 'ghost', name: 'Ghost Freight' })
    makeIssues(app.db, 'ghost', [{ number: '1', title: 'Night Train' }])
    expect((await finds('train')).issues).toEqual(['ghost-1'])
  })
  afterEach(async () => {
    await end()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is used again by the next start', async () => {
    await end()
    expect(existsSync(index())).toBe(true)
    await begin()
    expect((await finds('train')).issues).toEqual(['ghost-1'])
    expect(app.log.join('\n')).not.toContain('rebuilding')
  })

  test('is rebuilt when it is missing', async () => {
    await end()
    rmSync(join(folder, 'cache'), { recursive: true })
    await begin()
    expect((await finds('train')).issues).toEqual(['ghost-1'])
  })

  test('is rebuilt when it belongs to another database, such as before a backup was restored', async () => {
    await end()
    const raw = new Sqlite(join(folder, 'panelkeep.db'))
    raw.run("UPDATE issues SET title = 'Day Boat'")
    raw.run('DELETE FROM search_queue')
    raw.run("UPDATE search_index SET mark = 'of the backup'")
    raw.close()
    await begin()
    expect((await finds('boat')).issues).toEqual(['ghost-1'])
    expect((await finds('train')).issues).toEqual([])
  })

  test.each([
    ['is no database', () => writeFileSync(index(), 'nonsense '.repeat(1000))],
    ['lost a table', () => sql('DROP TABLE issue_words')],
    ['has damaged pages', () => writeFileSync(index(), readFileSync(index()).fill(0xff, 12_288))],
    ['is of another version', () => sql('PRAGMA user_version = 99')],
  ])('is rebuilt when it %s, and the library is unharmed', async (_, damage) => {
    await end()
    damage()
    await begin()
    expect((await finds('ghost')).series).toEqual(['ghost'])
    await finds('train')
    await app.clock.advance('2 min')
    expect((await finds('train')).issues).toEqual(['ghost-1'])
    expect(app.db.isDamaged).toBe(false)
  })

  function sql(statement: string): void {
    const raw = new Sqlite(index())
    raw.run(statement)
    raw.close()
  }
})

test('the queue is empty when the background work is done', async () => {
  app = await testApp()
  makeLibrary(app.db, { series: 300, issuesPerSeries: 4 })
  for (let turn = 0; turn < 50 && queuedSubjects(app.db.read, 1).length > 0; turn++) await new Promise(setImmediate)
  expect(queuedSubjects(app.db.read, 1)).toEqual([])
  await app.close()
})

test('a table that is moved in neither removes the index nor stops its work', async () => {
  app = await testApp()
  const { db, log } = app
  const settled = async () => {
    for (let turn = 0; turn < 50; turn++) await nextTurn()
  }
  makeSeries(db, { comic_id: 'ghost', name: 'Ghost Freight' })
  await settled()
  expect(queuedSubjects(db.read, 1)).toEqual([])
  makeSeries(db, { comic_id: 'night', name: 'Night Freight' })
  const back = Promise.withResolvers<[]>()
  const lent = db.lend(() => back.promise)
  await settled()
  expect(queuedSubjects(db.read, 9)).toEqual(['snight'])
  expect(await finds('night')).toMatchObject({ series: ['night'] })
  back.resolve([])
  await lent
  await settled()
  expect(queuedSubjects(db.read, 9)).toEqual([])
  expect(log.join('')).not.toContain('search index unusable')
  expect(log.join('').match(/rebuilding the search index/g)).toHaveLength(1)
  await app.close()
})

test('an empty library gets its index with the first series, and only one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-search-'))
  const index = join(folder, 'cache', 'search.db')
  const turns = async () => {
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
  }
  const made = () => app.log.filter((line) => line.includes('rebuilding the search index')).length
  app = await testApp({ folder, databasePath: join(folder, 'panelkeep.db') })
  await turns()
  expect([existsSync(index), made()]).toEqual([false, 0])
  makeSeries(app.db, { comic_id: 'ghost', name: 'Ghost Freight' })
  app.db.write((tx) => tx.emit({ type: 'library.changed' }))
  await turns()
  expect([existsSync(index), made()]).toEqual([true, 1])
  expect((await finds('ghost')).series).toEqual(['ghost'])
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})
