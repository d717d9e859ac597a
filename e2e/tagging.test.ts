import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeCbr, makeCbz, makePages } from '../src/testing/archives/archives'
import { makeCb7 } from '../src/testing/archives/cb7'
import { makeCbt } from '../src/testing/archives/cbt'
import { noValidator, schemaFaults } from '../src/testing/documents/xsd'
import { COMICVINE_KEY, fakeComicvine } from '../src/testing/fakes/comicvine'
import { serveHandler } from '../src/testing/fakes/http'
import { makeProviderData, seriesOf } from '../src/testing/fakes/provider-data'
import { hasProgram } from '../src/testing/harness/programs'
import { rawEntries } from '../src/testing/imports/tagging'
import { contents, tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** Metadata is written into fifty files, and the bytes of the pages stay the same. */
const folder = tempFolder()
const comics = folder.in('Comics')
const providerData = makeProviderData()
const comicvine = serveHandler(fakeComicvine(providerData).fetch)
const HARBOR = '102000'
let panelkeep: Panelkeep
let reader: Client
const tagged: string[] = []
const others: string[] = []

let made = 0
function put(list: string[], path: string, make: (pages: Record<string, Uint8Array | string>) => Uint8Array): void {
  const at = join(comics, path)
  made += 1
  mkdirSync(dirname(at), { recursive: true })
  writeFileSync(at, make({ ...makePages(3), 'p9.txt': `${made}` }))
  list.push(at)
}

beforeAll(async () => {
  for (const { number } of seriesOf(providerData, 'harbor-2019').issues.slice(1, 21))
    put(tagged, `Harbor Lights (2019)/Harbor Lights ${number} (2019).cbz`, makeCbz)
  // Metadata of other tools, which no service has.
  const more = '<Writer>A. Writer &amp; Sons</Writer><Imprint>Küstenlicht</Imprint><Own>kept</Own>'
  for (let n = 1; n <= 30; n++) {
    const comicInfo = `<?xml version="1.0"?><ComicInfo><Series>Paper Lanterns</Series><Number>${n}</Number>${more}</ComicInfo>`
    put(tagged, `Paper Lanterns (2008)/Paper Lanterns ${n} (2008).cbz`, (pages) =>
      makeCbz(pages, n % 2 === 0 ? { comicInfo } : {}),
    )
  }
  put(others, 'Tin Parade (2011)/Tin Parade 1 (2011).cbr', makeCbr)
  put(others, 'Tin Parade (2011)/Tin Parade 2 (2011).cb7', makeCb7)
  put(others, 'Tin Parade (2011)/Tin Parade 3 (2011).cbt', makeCbt)
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  await reader.put('/api/config', {
    comic_dirs: [comics],
    comicvine_url: `${comicvine.origin}/api`,
    comicvine_api: COMICVINE_KEY,
    metron_enabled: false,
  })
})
afterAll(async () => {
  await panelkeep?.stop()
  await comicvine.stop()
  endAll()
  folder.remove()
})

type Progress = {
  status: string
  scan_id: string
  results: { comic_id: string }[]
  proposing: { running: boolean } | null
}
const progress = () => reader.json<Progress>('/api/import/comic/progress')

async function until<T>(look: () => Promise<T>, so: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await look()
    if (so(value)) return value
    await Bun.sleep(50)
  }
}

interface Operation {
  state: string
  error: string | null
  detail: { done?: number; problems?: unknown[] } | null
}
async function over(reply: Response): Promise<Operation> {
  expect([200, 202]).toContain(reply.status)
  const { job_id, operation_id = job_id } = (await reply.json()) as { job_id?: string; operation_id?: string }
  const look = () => reader.json<Operation & Record<string, unknown>>(`/api/operations/${operation_id}`)
  return until(look, ({ state }) => state !== 'queued' && state !== 'running')
}

interface Row {
  ComicID: string
  ComicName: string
  Have: number
  Total: number
}
const shelf = () => reader.json<Row[] & Record<string, unknown>>('/api/series')
const idOf = async (name: string) => (await shelf()).find(({ ComicName }) => ComicName === name)!.ComicID

const isDocument = (name: string) => /^(?:ComicInfo|MetronInfo)\.xml$/i.test(name)
/** All entries of a ZIP except Panelkeep's documents, as packed bytes. */
const kept = async (path: string) => (await rawEntries(path)).filter(([name]) => !isDocument(name))

test('a library of fifty files is imported, some of them matched to ComicVine', async () => {
  expect((await reader.post('/api/import/comic/scan')).status).toBe(200)
  const { scan_id, results } = await until(progress, (now) => now.status === 'completed' && !now.proposing?.running)
  const selected_ids = results.map(({ comic_id }) => comic_id)
  await over(await reader.post('/api/import/comic/confirm', { scan_id, selected_ids }))
  const rows = await until(shelf, (now) => now.some(({ ComicID, Total }) => ComicID === HARBOR && Total === 25))
  expect(rows.map(({ ComicName, Have }) => `${ComicName} ${Have}`).sort()).toEqual([
    'Harbor Lights 20',
    'Paper Lanterns 30',
    'Tin Parade 3',
  ])
})

let before: Awaited<ReturnType<typeof kept>>[]

test('fifty files are tagged over the API, and their pages are unchanged', async () => {
  before = await Promise.all(tagged.map(kept))
  const some = await reader.json<{ issues: { id: string; owned: boolean }[] }>(`/api/series/${HARBOR}`)
  const issue_ids = some.issues.filter(({ owned }) => owned).map(({ id }) => id)
  await reader.put('/api/config', { ct_tag_metroninfo: true })
  const one = await over(await reader.post('/api/metadata/metatag', { issue_id: issue_ids[0] }))
  const bulk = await over(await reader.post('/api/metadata/metatag/bulk', { id: HARBOR, issue_ids }))
  const group = await over(await reader.post('/api/metadata/metatag/group', { comic_id: await idOf('Paper Lanterns') }))
  expect([one.state, bulk.state, group.state]).toEqual(['succeeded', 'succeeded', 'succeeded'])
  for (const [at, path] of tagged.entries()) {
    const entries = await rawEntries(path)
    expect([
      path,
      entries
        .map(([name]) => name)
        .filter(isDocument)
        .sort(),
    ]).toEqual([path, ['ComicInfo.xml', 'MetronInfo.xml']])
    expect(await kept(path)).toEqual(before[at]!)
  }
})

/** The document of a file, unpacked by another program where available. */
function documentOf(path: string, name: string): Uint8Array {
  const { stdout } = Bun.spawnSync(['unzip', '-p', path, name])
  return new Uint8Array(stdout)
}

test.skipIf(noValidator !== undefined || !hasProgram('unzip'))(
  'all fifty documents are valid against 2.0, 2.1 and MetronInfo',
  async () => {
    const documents = tagged.map((path) => documentOf(path, 'ComicInfo.xml'))
    expect(documents).toHaveLength(50)
    expect(documents.every(({ length }) => length > 200)).toBe(true)
    // Foreign elements are kept, although the schemas do not allow all of them.
    const strict = documents.map((one) => Buffer.from(one).toString().replace('<Own>kept</Own>', ''))
    expect(await schemaFaults('ComicInfo-2.0', strict)).toEqual([])
    expect(await schemaFaults('ComicInfo-2.1', strict)).toEqual([])
    expect(
      await schemaFaults(
        'MetronInfo-1.0',
        tagged.map((path) => documentOf(path, 'MetronInfo.xml')),
      ),
    ).toEqual([])
    expect(documents.filter((one) => Buffer.from(one).includes('<Own>kept</Own>'))).toHaveLength(15)
    expect(Buffer.from(documents[0]!).toString()).toContain('4000-')
  },
)

interface Batches {
  batches: { batch_id: string; kind: string; comic_id: string }[]
}

test('tags are undone in every file', async () => {
  const { batches } = await reader.json<Batches & Record<string, unknown>>(
    `/api/filing/batches?comic_id=${await idOf('Paper Lanterns')}`,
  )
  const { state } = await over(await reader.post(`/api/filing/batches/${batches[0]!.batch_id}/undo`, {}))
  expect(state).toBe('succeeded')
  for (const [at, path] of tagged.entries()) {
    const names = (await rawEntries(path)).map(([name]) => name)
    if (path.includes('Paper')) expect(names.includes('MetronInfo.xml')).toBe(false)
    expect(await kept(path)).toEqual(before[at]!)
  }
})

test('RAR, 7z and TAR become CBZ with the same pages, and are restored by undo', async () => {
  const as = contents(dirname(others[0]!))
  const issues = (
    await reader.json<{ issues: { id: string; number: string }[] }>(`/api/series/${await idOf('Tin Parade')}`)
  ).issues
  const pages = async () =>
    Promise.all(
      issues.flatMap(({ id }) =>
        [0, 1, 2].map(async (n) => {
          const reply = await reader.get(`/api/reading/issues/${id}/pages/${n}`)
          return [id, n, reply.status, Bun.hash(await reply.arrayBuffer())]
        }),
      ),
    )
  const shown = await pages()
  expect(shown.every(([, , status]) => status === 200)).toBe(true)
  const { state } = await over(await reader.post('/api/metadata/convert', { comic_id: await idOf('Tin Parade') }))
  expect(state).toBe('succeeded')
  expect(Object.keys(contents(dirname(others[0]!))).filter((name) => !name.startsWith('.'))).toEqual(
    [1, 2, 3].map((n) => `Tin Parade ${n} (2011).cbz`),
  )
  expect(await pages()).toEqual(shown)
  for (const path of others) {
    const entries = await kept(path.replace(/\.\w+$/, '.cbz'))
    const originals = makePages(3)
    for (const [name, bytes] of entries.filter(([each]) => each.endsWith('.png')))
      expect([name, bytes.subarray(-originals[name]!.length).equals(originals[name]!)]).toEqual([name, true])
  }

  const { batches } = await reader.json<Batches & Record<string, unknown>>(
    `/api/filing/batches?comic_id=${await idOf('Tin Parade')}`,
  )
  const undone = await over(await reader.post(`/api/filing/batches/${batches[0]!.batch_id}/undo`, {}))
  expect(undone.state).toBe('succeeded')
  expect(contents(dirname(others[0]!))).toEqual(as)
  for (const path of others) expect(readFileSync(path).length).toBeGreaterThan(100)
  expect(await pages()).toEqual(shown)
  expect(panelkeep.log.split('\n').filter((line) => / error /.test(line))).toEqual([])
})
