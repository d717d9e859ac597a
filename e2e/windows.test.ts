import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { isPresent } from '../src/testing/harness/programs'
import { makeMylar, manySeries } from '../src/testing/migration/mylar'
import { releaseKey, signedFeed } from '../src/testing/update-feed'
import { tempFolder } from './folders'
import { buildVersion } from './update-builds'
import { eventually, WindowsMachine, type WindowsPanelkeep } from './windows-machine'
import { WINE_NEEDS } from './wine'

setDefaultTimeout(300_000)

const lacking = WINE_NEEDS.filter((name) => Bun.which(name) === null)
const canTry = isPresent(lacking.length === 0, `Windows is tried under Wine, which needs ${lacking.join(', ')}`)

const [OLD, NEW] = ['1.0.0', '2.0.0'] as const
/** The new version ends at once when FAULT says so. */
const FAULT = `if (process.env.FAULT === 'boot' && !process.argv.includes('--version')) process.exit(9)

/** The process:`

describe.skipIf(!canTry)('on Windows, under Wine,', () => {
  const folder = tempFolder()
  const key = releaseKey()
  const comics = folder.in('comics')
  let machine: WindowsMachine
  let oldVersion: string
  let newVersion: Buffer
  let server: ReturnType<typeof Bun.serve>
  let panelkeep: WindowsPanelkeep

  beforeAll(async () => {
    const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    const changes = [['src/main.ts', '/** The process:', FAULT]] as const
    const version = { key: pem, forWindows: true } as const
    const made = await Promise.all([
      WindowsMachine.in(folder.path),
      buildVersion({ ...version, at: folder.in('old'), version: OLD }),
      buildVersion({ ...version, at: folder.in('new'), version: NEW, changes }),
    ])
    machine = made[0]
    oldVersion = made[1]
    newVersion = readFileSync(made[2])
    const feed = signedFeed(key, {
      version: NEW,
      target: 'windows-x64',
      url: 'panelkeep.exe',
      content: new Uint8Array(newVersion),
    })
    server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ url }) => (url.endsWith('/feed.json') ? Response.json(feed) : new Response(new Uint8Array(newVersion))),
    })
    for (const n of [1, 2, 3]) putComic(`Harbor Lights (2015)/Harbor Lights ${n} (2015).cbz`)
  })
  afterAll(async () => {
    await machine?.end()
    await server?.stop(true)
    folder.remove()
  })

  function putComic(path: string): void {
    mkdirSync(dirname(join(comics, path)), { recursive: true })
    writeFileSync(join(comics, path), makeCbz({ ...makePages(2), 'of.txt': path }))
  }
  const files = () => readdirSync(join(comics, 'Harbor Lights (2015)')).toSorted()
  const named = (numbers: string[]) => numbers.map((n) => `Harbor Lights ${n} (2015).cbz`)
  const series = async (name: string) => {
    const found = await panelkeep.get<{ ComicID: string; ComicName: string }[]>('/api/series')
    return found.find((each) => each.ComicName === name)!.ComicID
  }
  const issues = async (comicId: string) =>
    (await panelkeep.get<{ issues: { id: string }[] }>(`/api/series/${comicId}`)).issues
  const rename = async () => {
    const id = await series('Harbor Lights')
    const preview = await panelkeep.send<{ fingerprint: string; changes: { file_id: string }[] }>(
      'POST',
      `/api/series/${id}/rename/preview`,
    )
    const file_ids = preview.changes.map(({ file_id }) => file_id)
    const path = `/api/series/${id}/rename/apply`
    const begun = await panelkeep.send<{ batch_id: string; operation_id: string }>(
      'POST',
      path,
      { fingerprint: preview.fingerprint, file_ids },
      202,
    )
    await panelkeep.worked(begun.operation_id)
    return begun.batch_id
  }
  type Batch = { state: string; changes: { state: string; error: string | null; to: string }[] }
  const batch = (id: string) => panelkeep.get<Batch>(`/api/filing/batches/${id}`)

  test('it is set up, and a folder with several spellings is one folder', async () => {
    panelkeep = await machine.start(oldVersion, 'first')
    const path = machine.path(comics)
    const ways = [path, path.toLowerCase(), path.replaceAll('\\', '/'), `\\\\?\\${path}`, `${path}\\`]
    await panelkeep.send('PUT', '/api/config', { comic_dirs: ways })
    expect(await panelkeep.get('/api/config')).toMatchObject({ comic_dirs: [path] })
  })

  test('a scan finds the comics, also with long paths and a dot at the end of a folder, and shows them', async () => {
    putComic(`Vol. 1./Saga of Dots 1 (2016).cbz`)
    const deep = Array.from({ length: 3 }, (_, n) => `${n}`.repeat(70)).join('/')
    putComic(`Long Way (2017)/${deep}/Long Way 1 (2017).cbz`)
    await panelkeep.send('POST', '/api/import/comic/scan')
    type Progress = { status: string; scan_id: string; results?: { match: { comicid: string } }[] }
    const scan = await eventually('the scan ends', async () => {
      const found = await panelkeep.get<Progress>('/api/import/comic/progress')
      return found.results !== undefined && found.status !== 'scanning' ? found : undefined
    })
    const selected_ids = scan.results!.map(({ match }) => match.comicid)
    await panelkeep.send('POST', '/api/import/comic/confirm', { scan_id: scan.scan_id, selected_ids })
    const rows = await panelkeep.get<{ ComicID: string; ComicName: string }[]>('/api/series')
    expect(rows.map(({ ComicName }) => ComicName).toSorted()).toEqual(['Harbor Lights', 'Long Way', 'Saga of Dots'])
    for (const { ComicID, ComicName } of rows) {
      const [first] = await issues(ComicID)
      for (const what of ['pages/0', 'file']) {
        const reply = await panelkeep.reader.get(`/api/reading/issues/${first!.id}/${what}`)
        expect([ComicName, what, reply.status, reply.ok ? '' : await reply.text()]).toEqual([ComicName, what, 200, ''])
      }
    }
  })

  test('files are renamed, and a file that is open in another program stays complete in its place', async () => {
    const release = await machine.hold(join(comics, 'Harbor Lights (2015)/Harbor Lights 2 (2015).cbz'))
    const id = await rename()
    const { changes } = await batch(id)
    expect(changes.map(({ state }) => state)).toEqual(['done', 'failed', 'done'])
    expect(changes[1]!.error).toStartWith('The file is open in another program.')
    expect(files()).toEqual(named(['001', '003', '2']).toSorted())
    await release()
    await rename()
    expect(files()).toEqual(named(['001', '002', '003']))
  })

  test('a file is tagged right after it was read', async () => {
    const [first] = await issues(await series('Harbor Lights'))
    expect((await panelkeep.reader.get(`/api/reading/issues/${first!.id}/pages/0`)).status).toBe(200)
    const begun = await panelkeep.send<{ job_id: string }>('POST', '/api/metadata/metatag', { issue_id: first!.id })
    expect(await panelkeep.worked(begun.job_id)).toMatchObject({ results: [{ state: 'done' }] })
  })

  test('a library is migrated, and no temporary copy is left', async () => {
    const tables = manySeries(1, 3, () => 'Downloaded')
    const mylar = makeMylar(folder.in('mylar'), tables, '[General]\ncomic_dir = /comics\n')
    for (const { Location } of tables.issues ?? []) putComic(`Series 1 (2016)/${Location}`)
    const path_mappings = [{ from: '/comics', to: machine.path(comics) }]
    await panelkeep.send('POST', '/api/system/migration/start', { path: machine.path(mylar), path_mappings })
    type Moved = { status: string; error: string | null }
    const moved = await eventually('it is moved in', async () => {
      const found = await panelkeep.get<Moved>('/api/system/migration/progress')
      return ['complete', 'error', 'blocked'].includes(found.status) ? found : undefined
    })
    expect(moved).toMatchObject({ status: 'complete', error: null })
    const copies = join(panelkeep.data, 'migration')
    expect(existsSync(copies) ? readdirSync(copies) : []).toEqual([])
    expect((await issues(await series('Series 1'))).length).toBe(3)
  })

  test('a backup is restored by a restart', async () => {
    const made = await panelkeep.send<{ backup_id: string }>('POST', '/api/system/backups', undefined, 201)
    await panelkeep.send('DELETE', `/api/series/${await series('Series 1')}`)
    const before = (await panelkeep.run())!
    await panelkeep.send('POST', `/api/system/backups/${made.backup_id}/restore`)
    await panelkeep.nextRun(before)
    expect(await series('Series 1')).toBeString()
    expect(existsSync(join(panelkeep.data, '.restore'))).toBe(false)
  })

  test('a locked leftover of a restore does not prevent a start', async () => {
    mkdirSync(join(panelkeep.data, '.restore'))
    writeFileSync(join(panelkeep.data, '.restore', 'leftover'), 'x')
    const release = await machine.hold(join(panelkeep.data, '.restore', 'leftover'))
    const before = (await panelkeep.run())!
    await panelkeep.send('POST', '/api/system/restart')
    await panelkeep.nextRun(before)
    await release()
  })

  test('a restart continues as the new executable from a setup', async () => {
    const executable = join(panelkeep.folder, 'panelkeep.exe')
    renameSync(executable, join(panelkeep.folder, 'panelkeep.previous.exe'))
    writeFileSync(executable, newVersion)
    const before = (await panelkeep.run())!
    await panelkeep.send('POST', '/api/system/restart')
    await panelkeep.nextRun(before)
    expect(await panelkeep.get('/api/system/version')).toMatchObject({ current_version: NEW })
    await panelkeep.send('POST', '/api/system/shutdown')
  })

  test.each([
    [undefined, 'installed', NEW],
    ['boot', 'rolled_back', OLD],
  ] as const)('an update with FAULT %s ends as %s, and version %s runs', async (fault, state, version) => {
    panelkeep = await machine.start(oldVersion, `copy-${state}`, fault && { FAULT: fault })
    await panelkeep.send('PUT', '/api/config', { update_feed: `http://127.0.0.1:${server.port}/feed.json` })
    await panelkeep.send('POST', '/api/system/version/check')
    await panelkeep.send('POST', '/api/system/update', { version: NEW })
    type Page = { update: { state: string } }
    const ENDS = ['installed', 'rolled_back', 'failed']
    const update = await eventually('the update ends', async () => {
      const page = await panelkeep.get<Page>('/api/system/update').catch(() => undefined)
      return page && ENDS.includes(page.update.state) ? page.update : undefined
    })
    expect(update).toMatchObject({ state })
    expect(await panelkeep.get('/api/system/version')).toMatchObject({ current_version: version })
    expect(readdirSync(panelkeep.folder).toSorted()).toEqual(['bcryptprimitives.dll', 'data', 'panelkeep.exe'])
    await panelkeep.send('POST', '/api/system/shutdown')
  })
})
