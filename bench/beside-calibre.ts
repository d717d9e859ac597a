import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { basic, Client, type Panelkeep, start } from '../e2e/panelkeep'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { freePort } from '../src/testing/harness/free-port'
import { copyFolder, emptyDataDir, keptFolder } from './library'
import { ms, p50p99, percentile, readPath, timeCalls } from './measure'
import type { Row } from './table'

const SERIES = 200
const EACH = 25
const BUDGET = 'ahead of calibre'
const SERVER = '/usr/bin/calibre-server'

/**
 * The catalog compared with calibre-server (Debian's) on the same 5,000 files: both on this machine, one after the other,
 * with the same requests, like those of a reading app.
 */
export async function besideCalibre(): Promise<Row[]> {
  const files = await books()
  const ours = await measureOurs(files)
  const theirs = existsSync(SERVER) ? await measureTheirs(files) : undefined
  return Object.keys(ours).map((what) => ({
    what: `beside calibre: ${what}`,
    budget: BUDGET,
    measured: `${ours[what]}; calibre ${theirs?.[what] ?? 'is not installed'}`,
  }))
}

type Figures = Record<string, string>

interface Catalog {
  client: Client
  /** All titles, page by page. */
  titles: string
  search: (word: string) => string
}

async function measured({ client, titles, search }: Catalog): Promise<Figures> {
  const walks: Walk[] = []
  for (let n = 0; n < 3; n++) walks.push(await walk(client, titles))
  const { pages, thumbnails, entries } = walks[0]!
  if (entries !== SERIES * EACH) throw new Error(`the walk found ${entries} of ${SERIES * EACH} titles`)
  const pick = <T>(list: T[], n: number) => list[(n * 7) % list.length]!
  const fed = await timeCalls(300, (n) => readPath(client, pick(pages, n)))
  const found = await timeCalls(180, (n) => readPath(client, search(wordOf(n))))
  const first = await timeCalls(300, (n) => readPath(client, thumbnails[n + 400]!))
  const again = await timeCalls(300, (n) => readPath(client, thumbnails[n % 30]!))
  return {
    'feed page of titles': p50p99(fed),
    'search, distinct words': p50p99(found),
    'thumbnail, 300 distinct books': p50p99(first),
    'thumbnail, again': p50p99(again),
    'whole walk by next, 5,000 entries': ms(
      percentile(
        walks.map((each) => each.took),
        0.5,
      ),
    ),
  }
}

interface Walk {
  took: number
  entries: number
  pages: string[]
  thumbnails: string[]
}

async function walk(client: Client, first: string): Promise<Walk> {
  const since = performance.now()
  const found: Walk = { took: 0, entries: 0, pages: [], thumbnails: [] }
  for (let path: string | undefined = first; path !== undefined; ) {
    const reply = await client.get(path)
    const xml = await reply.text()
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
    found.pages.push(path)
    found.entries += xml.split('<entry>').length - 1
    const links = [...xml.matchAll(/<link\b[^>]*>/g)].map(([tag]) => tag)
    found.thumbnails.push(...links.filter((tag) => /rel="[^"]*image\/thumbnail"/.test(tag)).map(hrefOf))
    path = links.filter((tag) => tag.includes('rel="next"')).map(hrefOf)[0]
  }
  return { ...found, took: performance.now() - since }
}

const hrefOf = (tag: string) => (/href="([^"]*)"/.exec(tag)?.[1] ?? '').replaceAll('&amp;', '&')

async function measureOurs(comics: string): Promise<Figures> {
  const data = await copyFolder(await emptyDataDir())
  const panelkeep = await start({ dataDir: data.path })
  try {
    await importAll(panelkeep, comics)
    await covered(join(data.path, 'cache', 'covers'))
    return await measured({
      client: panelkeep.client(basic()),
      titles: '/opds/all',
      search: (word) => `/opds/search?q=${word}`,
    })
  } finally {
    await panelkeep.stop()
    data.remove()
  }
}

async function importAll(panelkeep: Panelkeep, comics: string): Promise<void> {
  const reader = await panelkeep.reader()
  await reader.put('/api/config', { comic_dirs: [comics], cache_size_mb: 2000 })
  await reader.post('/api/import/comic/scan')
  type Progress = { status: string; scan_id: string; results: { match: { comicid: string } }[] }
  const progress = () => reader.json<Progress>('/api/import/comic/progress')
  let seen = await progress()
  while (seen.status === 'scanning') {
    await Bun.sleep(100)
    seen = await progress()
  }
  const selected_ids = seen.results.map(({ match }) => match.comicid)
  await reader.post('/api/import/comic/confirm', { scan_id: seen.scan_id, selected_ids })
  while ((await progress()).status === 'importing') await Bun.sleep(100)
}

/** Both have their covers before the requests: calibre creates them while it adds books. */
async function covered(folder: string): Promise<void> {
  const made = () => (existsSync(folder) ? readdirSync(folder, { recursive: true }).length : 0)
  for (let tries = 0; tries < 180 && made() < SERIES * EACH; tries++) await Bun.sleep(1000)
}

async function measureTheirs(comics: string): Promise<Figures> {
  const library = await keptFolder('calibre-library', async (folder) => {
    console.error('adding 5,000 books to a calibre library, once …')
    await ended(['calibredb', 'add', '--with-library', folder, '-r', comics])
  })
  const port = freePort()
  const server = Bun.spawn(
    [SERVER, '--listen-on', '127.0.0.1', '--port', String(port), '--disable-auth', '--disable-use-bonjour', library],
    { env: CALIBRE, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  )
  try {
    const client = new Client(`http://127.0.0.1:${port}`, {})
    await answering(client)
    // Its address of all titles is the hex of "Otitle".
    return await measured({
      client,
      titles: `/opds/navcatalog/${Buffer.from('Otitle').toString('hex')}`,
      search: (word) => `/opds/search/${word}`,
    })
  } finally {
    server.kill()
    await server.exited
  }
}

const CALIBRE = { PATH: process.env.PATH ?? '', HOME: '/tmp', LANG: 'C.UTF-8', QT_QPA_PLATFORM: 'offscreen' }

async function ended(command: string[]): Promise<void> {
  const child = Bun.spawn(command, { env: CALIBRE, stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' })
  const errors = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed: ${errors.trim().split('\n').at(-1)}`)
}

async function answering(client: Client): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const reply = await client.get('/opds').catch(() => undefined)
    await reply?.arrayBuffer()
    if (reply?.ok) return
    await Bun.sleep(100)
  }
  throw new Error('calibre-server did not answer within 20 s')
}

/** A word in the name of only one series. */
function wordOf(n: number): string {
  const vowels = 'aeiou'
  const at = n % SERIES
  return `Zor${vowels[at % 5]}k${vowels[Math.trunc(at / 5) % 5]}m${vowels[Math.trunc(at / 25) % 5]}${at >= 125 ? 'x' : 'n'}`
}

/** Two hundred series of twenty-five books: a cover of 400 by 600 pixels and three small pages each. */
function books(): Promise<string> {
  return keptFolder('beside-calibre', (folder) => {
    console.error(`writing ${SERIES * EACH} CBZ, once …`)
    const covers = makePages(16, [400, 600])
    const pages = makePages(3, [100, 150])
    for (let n = 0; n < SERIES * EACH; n++) {
      const series = `Amber ${wordOf(Math.trunc(n / EACH))} Falcon`
      const number = (n % EACH) + 1
      const at = join(folder, `${series} (2019)`)
      if (number === 1) mkdirSync(at)
      const cover = Object.values(covers)[n % 16]!
      const name = `${series} ${String(number).padStart(3, '0')} (2019).cbz`
      const inside = { '000.png': cover, ...pages }
      writeFileSync(join(at, name), makeCbz(inside, { store: true }))
    }
  })
}
