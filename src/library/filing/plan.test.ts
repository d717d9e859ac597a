import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { findSeries, type SeriesRow } from '../series/store'
import { filesWithIssues } from './library-store'
import { foldCase } from './move-file'
import type { NamingSettings } from './naming'
import { byTemplates, elsewhere, folderOf, makePlan, type RenameOptions } from './plan'

/** The plan of a rename, in a real folder. */

const NAMING: NamingSettings = {
  folder_format: '$Series',
  file_format: '$Series $Issue',
  replace_spaces: false,
  replace_char: '.',
  zero_level_n: 'none',
  lowercase_filenames: false,
}
let folder: string
let db: Database
const at = (path: string) => join(folder, path)
const put = (path: string, text = 'comic') => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-plan-'))
  for (const root of ['comics', 'more']) mkdirSync(at(root))
  db = testDatabase()
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A series with a file for each path, which are its issues 1, 2, 3 …; the files exist on disk. */
function harbor(paths: string[], location: string | null = null): SeriesRow {
  makeSeries(db, { location: location && at(location) })
  const ids = makeIssues(
    db,
    'harbor',
    paths.map((_, n) => n + 1),
  )
  for (const [n, path] of paths.entries()) {
    put(path)
    makeFile(db, { issues: [ids[n]!], path: at(path), file_id: `f${n + 1}` })
  }
  return series()
}
const series = () => findSeries(db.read, 'harbor')!
const depsWith = (
  more: Partial<Files> = {},
  roots = ['comics', 'more'],
  longestPath = Number.POSITIVE_INFINITY,
  aside?: string,
) => ({ db: db.read, files: { ...systemFiles, ...more }, roots: roots.map(at), longestPath, aside: aside && at(aside) })
async function planned(deps = depsWith(), naming: Partial<NamingSettings> = {}) {
  const options = await byTemplates(series(), { ...NAMING, ...naming }, deps)
  return makePlan(series(), options!, deps)
}
const short = (path: string) => path.slice(folder.length + 1)
const moves = (changes: readonly { from: string; to: string; problem?: string }[]) =>
  changes.map(({ from, to, problem }) => [short(from), problem === undefined ? short(to) : problem])

describe('the folder of a series', () => {
  const of = (roots = ['comics', 'more']) => {
    const found = folderOf(series(), filesWithIssues(db.read, 'harbor'), roots.map(at))
    return found && short(found)
  }

  test('is its own when that contains all its files, else the one that does', () => {
    harbor(['comics/a/b/1.cbz', 'comics/a/b/2.cbz'], 'comics/a')
    expect(of()).toBe('comics/a')
    makeFile(db, { issues: ['harbor-2'], path: at('comics/c/2.cbz') })
    expect(of()).toBeUndefined()
  })

  test('is where its files are, even if it has no folder or another one', () => {
    harbor(['comics/a/b/1.cbz', 'comics/a/c/2.cbz'])
    expect(of()).toBe('comics/a')
    makeSeries(db, { comic_id: 'other', location: at('comics/z') })
    expect(
      folderOf({ ...series(), location: at('comics/z') }, filesWithIssues(db.read, 'harbor'), [at('comics')]),
    ).toBe(at('comics/a'))
  })

  test('does not exist without files, or outside the library folders', () => {
    harbor([], 'comics/a')
    expect(of()).toBeUndefined()
    makeIssues(db, 'harbor', [1])
    makeFile(db, { issues: ['harbor-1'], path: at('comics/a/1.cbz') })
    expect([of(), of(['more'])]).toEqual(['comics/a', undefined])
  })
})

describe('by the templates', () => {
  test('files stay below their library folder, and extensions become lower case', async () => {
    harbor(['more/a/x.CBZ', 'more/a/y.cbr'])
    const { home, changes, unchanged, folder: way } = await planned()
    expect(short(home!)).toBe('more/Harbor Lights')
    expect(moves(changes)).toEqual([
      ['more/a/x.CBZ', 'more/Harbor Lights/Harbor Lights 1.cbz'],
      ['more/a/y.cbr', 'more/Harbor Lights/Harbor Lights 2.cbr'],
    ])
    expect(changes[0]).toMatchObject({ file_id: 'f1', issue_id: 'harbor-1', size: 5 })
    expect([way && short(way.from), unchanged]).toEqual(['more/a', 0])
  })

  test('a series without files, or with files outside, has no names', async () => {
    harbor([])
    expect(await byTemplates(series(), NAMING, depsWith())).toBeUndefined()
    makeIssues(db, 'harbor', [1])
    makeFile(db, { issues: ['harbor-1'], path: at('elsewhere/1.cbz') })
    expect(await byTemplates(series(), NAMING, depsWith())).toBeUndefined()
  })

  test('correct names stay, and so does the folder with its content', async () => {
    harbor(['comics/Harbor Lights/Harbor Lights 1.cbz', 'comics/Harbor Lights/two.cbz'])
    put('comics/Harbor Lights/cover.jpg')
    const plan = await planned()
    expect(moves(plan.changes)).toEqual([['comics/Harbor Lights/two.cbz', 'comics/Harbor Lights/Harbor Lights 2.cbz']])
    expect(plan).toMatchObject({ folder: null, others: [], unchanged: 1 })
  })

  test('another Unicode composition is the same name', async () => {
    makeSeries(db, { name: 'Café' })
    makeIssues(db, 'harbor', [1])
    put('comics/Café/Cafe\u0301 1.cbz')
    makeFile(db, { issues: ['harbor-1'], path: at('comics/Café/Cafe\u0301 1.cbz') })
    expect(await planned()).toMatchObject({ changes: [], unchanged: 1 })
  })

  test('a folder keeps its spelling on a disk that ignores case, and only there', async () => {
    harbor(['comics/a/1.cbz'])
    mkdirSync(at('comics/kestrel/HARBOR lights'), { recursive: true })
    const byCase = { same: async (path: string, other: string) => foldCase(path) === foldCase(other) }
    const home = async (more: Partial<Files>) =>
      short((await planned(depsWith(more), { folder_format: 'Kestrel/$Series' })).home!)
    expect(await home(byCase)).toBe('comics/kestrel/HARBOR lights')
    expect(await home({ same: async () => false })).toBe('comics/Kestrel/Harbor Lights')
    mkdirSync(at('comics/Kestrel/Harbor Lights'), { recursive: true })
    expect(await home({})).toBe('comics/Kestrel/Harbor Lights')
  })

  test('a file with a problem stays, and the others are planned without it', async () => {
    harbor(['comics/a/1.cbz', 'comics/a/2.cbz', 'comics/a/3.cbz'])
    makeSeries(db, { comic_id: 'copper', name: 'Copper Orchard' })
    makeIssues(db, 'copper', [1])
    makeFile(db, { issues: ['copper-1', 'harbor-3'], path: at('comics/a/3.cbz'), file_id: 'f3' })
    const stat: Files['stat'] = (path) =>
      path.endsWith('1.cbz') ? Promise.reject(new Error('EIO')) : systemFiles.stat(path)
    const { changes, unchanged } = await planned(depsWith({ stat }))
    expect(changes[0]!.to).toBe(at('comics/Harbor Lights/Harbor Lights 2.cbz'))
    expect(changes.slice(1)).toMatchObject([
      { to: at('comics/a/1.cbz'), size: 0, problem: expect.stringContaining('File not found') },
      { to: at('comics/a/3.cbz'), size: 5, problem: expect.stringContaining('also contains issues of another series') },
    ])
    expect(unchanged).toBe(0)
  })

  test('names of other files are avoided, and names that our files leave are free', async () => {
    const of = (name: string) => `comics/Harbor Lights/${name}.cbz`
    harbor([of('old'), of('Harbor Lights 1')])
    put(of('HARBOR LIGHTS 2'))
    const { changes } = await planned()
    expect(moves(changes)).toEqual([
      [of('old'), of('Harbor Lights 1')],
      [of('Harbor Lights 1'), of('Harbor Lights 2 (2)')],
    ])
  })

  test('a path may be as long as the system allows and no longer', async () => {
    harbor(['comics/a/1.cbz'])
    const naming = { file_format: 'A folder in it/$Series $Issue' }
    const to = 'comics/Harbor Lights/A folder in it/Harbor Lights 1.cbz'
    const fits = await planned(depsWith({}, ['comics'], at(to).length), naming)
    expect(moves(fits.changes)).toEqual([['comics/a/1.cbz', to]])
    const { changes } = await planned(depsWith({}, ['comics'], at(to).length - 1), naming)
    expect(moves(changes)).toEqual([['comics/a/1.cbz', 'The new path is too long for Windows (260 characters).']])
    expect(changes[0]!.to).toBe(at('comics/a/1.cbz'))
  })

  test('a long name is cut to the room in the path', async () => {
    makeSeries(db, { name: 'Harbor Lights '.repeat(8).trim() })
    makeIssues(db, 'harbor', [1])
    put('comics/1.cbz')
    makeFile(db, { issues: ['harbor-1'], path: at('comics/1.cbz') })
    const naming = { folder_format: 'Harbor' }
    const whole = (await planned(depsWith(), naming)).changes[0]!.to
    expect(whole).toBe(at(`comics/Harbor/${'Harbor Lights '.repeat(8)}1.cbz`))
    const home = at('comics/Harbor').length
    for (const name of [60, 61, 62]) {
      const cut = (await planned(depsWith({}, ['comics'], home + 1 + name), naming)).changes[0]!
      // Eight characters are reserved for a number after the name.
      expect(cut.to.length).toBe(home + 1 + name - 8)
      expect(cut.to).toEndWith(' 1.cbz')
    }
  })
})

describe('in another library folder', () => {
  const to = (target: string, roots = ['comics', 'more']) => {
    const options = elsewhere(series(), at(target), depsWith({}, roots))
    const paths = filesWithIssues(db.read, 'harbor').map((own) => short(options.path(own)))
    return [options.home && short(options.home), ...paths]
  }

  test('a series keeps its folder and its parents', () => {
    harbor(['comics/a/b/1.cbz', 'comics/a/b/c/2.cbz'])
    expect(to('more')).toEqual(['more/a/b', 'more/a/b/1.cbz', 'more/a/b/c/2.cbz'])
    expect(to('more/z')).toEqual(['more/z/b', 'more/z/b/1.cbz', 'more/z/b/c/2.cbz'])
  })

  test('files without a folder of their own keep their paths', () => {
    harbor(['comics/a/1.cbz', 'comics/b/2.cbz'])
    expect(to('more')).toEqual([null, 'more/a/1.cbz', 'more/b/2.cbz'])
    expect(to('more/z')).toEqual([null, 'more/z/1.cbz', 'more/z/2.cbz'])
    expect(to('more', ['more'])).toEqual([null, 'more/1.cbz', 'more/2.cbz'])
  })
})

describe('copies in story arcs', () => {
  const INFINITE = Number.POSITIVE_INFINITY
  const inArc = () => planned(depsWith({}, ['comics'], INFINITE, 'comics/Story arcs'))

  test('stay, and the folder is that of the other files', async () => {
    harbor(['comics/a/1.cbz'])
    put('comics/Story arcs/Night Tide/001.cbz')
    makeFile(db, { issues: ['harbor-1'], path: at('comics/Story arcs/Night Tide/001.cbz') })
    const { changes, folder: way } = await inArc()
    expect(moves(changes)).toEqual([['comics/a/1.cbz', 'comics/Harbor Lights/Harbor Lights 1.cbz']])
    expect(way?.from).toBe(at('comics/a'))
  })

  test('are ordinary files when the series has none of an issue', async () => {
    harbor(['comics/a/1.cbz', 'comics/Story arcs/Night Tide/002.cbz'])
    makeFile(db, { file_id: 'f2', path: at('comics/Story arcs/Night Tide/002.cbz'), issues: ['harbor-1'] })
    expect((await inArc()).changes).toHaveLength(2)
  })
})

describe('the other files of a folder', () => {
  const NEW = 'comics/Harbor Lights'
  const others = async (more: Partial<Files> = {}, roots?: string[], naming: Partial<NamingSettings> = {}) =>
    moves((await planned(depsWith(more, roots), naming)).others)

  test('move with it in order, except our hidden ones', async () => {
    harbor(['comics/a/1.cbz'])
    for (const name of ['z.jpg', 'b/c.nfo', '.panelkeep-recycle/x/old.cbz', '.panelkeep-x.part', '.panels'])
      put(`comics/a/${name}`)
    expect(await others()).toEqual(
      ['.panels', 'b/c.nfo', 'z.jpg'].map((name) => [`comics/a/${name}`, `${NEW}/${name}`]),
    )
    expect((await planned()).others[0]).toMatchObject({ size: 5, modified_ms: expect.any(Number) })
  })

  test('stay when the new folder is inside the old one and contains them', async () => {
    harbor(['comics/a/1.cbz'])
    put('comics/a/Harbor Lights/cover.jpg')
    put('comics/a/notes.nfo')
    expect(await others({}, undefined, { folder_format: 'a/$Series' })).toEqual([
      ['comics/a/notes.nfo', 'comics/a/Harbor Lights/notes.nfo'],
    ])
  })

  test('stay in a folder that is a library folder or contains one', async () => {
    harbor(['comics/a/1.cbz'], 'comics/a')
    put('comics/a/b/cover.jpg')
    expect(await others()).toHaveLength(1)
    expect(await others({}, ['comics', 'comics/a/b'])).toEqual([])
    expect(await others({}, ['comics', 'comics/a'])).toEqual([])
  })

  test('that are not files, are gone or whose name is taken are left alone', async () => {
    harbor(['comics/a/1.cbz'])
    for (const name of ['gone.jpg', 'taken.jpg', 'twice.jpg']) put(`comics/a/${name}`)
    put(`${NEW}/taken.jpg`, 'other')
    linkSync(at('comics/a/twice.jpg'), at(`${NEW}/twice.jpg`))
    const stat: Files['stat'] = async (path) => (path.endsWith('gone.jpg') ? undefined : systemFiles.stat(path))
    expect((await planned(depsWith({ stat }))).others).toMatchObject([
      { from: at('comics/a/gone.jpg'), size: 0, problem: expect.stringContaining('a link') },
      { from: at('comics/a/taken.jpg'), problem: expect.stringContaining('has this name already') },
      { from: at('comics/a/twice.jpg'), to: at(`${NEW}/twice.jpg`) },
    ])
    expect((await planned(depsWith({ stat }))).others[2]!.problem).toBeUndefined()
  })
})

test('a plan gets a new fingerprint when any part of it changes', async () => {
  harbor(['comics/a/1.cbz'])
  const { fingerprint } = await planned()
  expect((await planned()).fingerprint).toBe(fingerprint)
  put('comics/a/cover.jpg')
  expect((await planned()).fingerprint).not.toBe(fingerprint)
})

test('files that stay have no folder to leave', async () => {
  harbor(['comics/a/1.cbz'])
  const stay: RenameOptions = { home: null, path: ({ file }) => file.path }
  expect(await makePlan(series(), stay, depsWith())).toMatchObject({
    home: null,
    folder: null,
    changes: [],
    unchanged: 1,
  })
})
