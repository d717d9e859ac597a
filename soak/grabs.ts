import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../src/base/platform/files'
import { lineLog } from '../src/base/platform/log'
import { saveClient } from '../src/intake/downloads/clients/store'
import { type TestApp, testApp } from '../src/testing/app'
import { damage, makeCbz, makePng } from '../src/testing/archives/archives'
import { clientRow } from '../src/testing/downloads/clients'
import { fastClock } from '../src/testing/fakes/fast-clock'
import { fakeHttp } from '../src/testing/fakes/http'
import { type FakeRelease, fakeIndexer, nzbOf } from '../src/testing/fakes/indexer'
import { makeIssues, makeSeries } from '../src/testing/make'
import { type MoodySabnzbd, moodySabnzbd } from './moody-sabnzbd'
import { seededRandom } from './random'
import type { Soak } from './soak'

const EACH = 50
/** Seconds of the app per real second: an hour of waiting takes 30 seconds. */
const TIMES = 120
const SEED = 20_261_121
/** The longest run for each issue. */
const MOST_MS_EACH = 600
const GROUPS = ['A-Group', 'B-Group', 'C-Group', 'D-Group']
const FIRST = ['Quiet', 'Copper', 'Paper', 'Winter', 'Glass', 'Harbor', 'Iron', 'Lantern']
const SECOND = ['Anchor', 'Orchard', 'Tide', 'Atlas', 'Signal']
const MB = 1024 * 1024
/** The most memory growth after a third of the work. */
const MOST_GROWTH = 120 * MB

/**
 * Many wanted issues through a download client that fails in every way: each ends as a file in the library, or with a
 * reason that the user sees, and no bad release is tried twice.
 */
export const soak: Soak = {
  name: 'grabs',
  about: 'grabs through a client that fails at random; each has a known result, and memory stays flat',
  full: 2000,
  async run(amount, report) {
    const folder = mkdtempSync(join(tmpdir(), 'panelkeep-grabs-'))
    const run = await open(folder, amount)
    try {
      await run.begin()
      let flat: number | undefined
      const began = performance.now()
      const mostMs = 120_000 + amount * MOST_MS_EACH
      for (let tenths = 0; ; ) {
        await Bun.sleep(1000)
        const { placed, open: left, waiting, unaccounted, issues } = run.read()
        const share = placed / issues
        if (flat === undefined && share > 1 / 3) flat = memory()
        if (Math.floor(share * 10) > tenths)
          report(`${placed} of ${issues} imported, ${left} downloading, ${megabytes()}`)
        tenths = Math.floor(share * 10)
        if (left === 0 && waiting === 0 && unaccounted === 0 && run.idle()) break
        if (performance.now() - began > mostMs) break
      }
      await run.harness.idle()
      report(run.summary())
      run.check()
      const grown = memory() - (flat ?? memory())
      const growth = `memory grew by ${Math.round(grown / MB)} MB from a third of the work to its end`
      report(growth)
      if (amount >= 500 && grown > MOST_GROWTH) throw new Error(growth)
    } finally {
      await run.harness.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const megabytes = () => `${Math.round(memory() / MB)} MB`

function memory(): number {
  Bun.gc(true)
  return process.memoryUsage.rss()
}

interface Seen {
  issues: number
  placed: number
  open: number
  /** Searches that are queued or running. */
  waiting: number
  /** Missing issues without a reason. */
  unaccounted: number
}

/** Issues that are neither in the library, nor active, nor in need of attention. */
const UNACCOUNTED =
  "select count(*) n from issues i where fulfillment <> 'downloaded' and not exists (select 1 from journal_issues l join journal j using (item_id) where l.issue_id = i.issue_id and j.stage in ('failed','manual_review') and j.resolution is null)"

interface Run {
  harness: TestApp
  begin(): Promise<void>
  read(): Seen
  idle(): boolean
  summary(): string
  check(): void
}

async function open(folder: string, amount: number): Promise<Run> {
  const clock = fastClock(TIMES)
  const random = seededRandom(SEED)
  const complete = join(folder, 'complete')
  const comics = join(folder, 'Comics')
  for (const each of [complete, comics]) mkdirSync(each)
  const sabnzbd = moodySabnzbd({ clock, folder: complete, random, comicOf })
  const garden = fakeIndexer({ name: 'Garden' })
  const http = fakeHttp({
    'garden.test': (request) => {
      garden.releases = releasesFor(new URL(request.url))
      return garden.fetch(request)
    },
    'sabnzbd.test:8080': sabnzbd.fetch,
  })
  http.requests.push = () => 0 // a list of all requests would look like a memory leak
  const log = lineLog(clock.now, (line) => console.error(line), 'warning')
  const quiet = {
    // Releases found while the client was down are sent later without a backlog search.
    search_interval: '0',
    search_delay: '0',
    enable_rss: 'false',
    mangadex_enabled: 'false',
    anilist_enabled: 'false',
  }
  const harness = await testApp({
    folder,
    databasePath: join(folder, 'panelkeep.db'),
    ports: { clock, http, log: { ...log, warn() {} }, files: systemFiles },
    settings: { ...quiet, comic_dirs: comics },
  })
  fill(harness, amount)
  return { ...looks(harness, comics, sabnzbd), harness, begin: () => begin(harness, sabnzbd) }
}

async function begin({ db, reader }: TestApp, { key }: MoodySabnzbd): Promise<void> {
  const client = clientRow({ type: 'sabnzbd', address: 'http://sabnzbd.test:8080', secret: key })
  db.write((tx) => saveClient(tx, client))
  const providers = [{ name: 'Garden', host: 'http://garden.test', api_key: 'k3y0fTh1sF4ke' }]
  await reader.json(200, reader.put('/api/config/providers', { type: 'newznab', providers }))
  const forced = await reader.json(200, reader.post('/api/search/force'))
  if (forced.success !== true) throw new Error(`the search was refused: ${JSON.stringify(forced)}`)
}

const nameOf = (series: number) =>
  `${FIRST[series % FIRST.length]} ${SECOND[Math.floor(series / FIRST.length) % SECOND.length]}`

function fill({ db }: TestApp, amount: number): void {
  for (let at = 0; at * EACH < amount; at++) {
    const comic_id = `s${at}`
    makeSeries(db, { comic_id, name: nameOf(at), year: 2015 })
    const count = Math.min(EACH, amount - at * EACH)
    makeIssues(
      db,
      comic_id,
      Array.from({ length: count }, (_, n) => n + 1),
    )
  }
  db.write((tx) => tx.run("update issues set intent = 'wanted', release_date = '2015-01-01'" as never))
  for (let at = 0; at * EACH < amount; at++)
    db.write((tx) => tx.run(`update series set wanted = total where comic_id = 's${at}'` as never))
}

/** The indexer's releases for a query, or the file to download. */
function releasesFor(url: URL): FakeRelease[] {
  const file = /\/file\/([^/]+)$/.exec(url.pathname)?.[1]
  const words = (
    file === undefined ? (url.searchParams.get('q') ?? '') : decodeURIComponent(file).replaceAll('-', ' ')
  ).toLowerCase()
  const [, first, second, number] = /^(\w+) (\w+) 0*(\d+)\b/.exec(words) ?? []
  if (first === undefined || second === undefined || number === undefined) return []
  const [one, two] = [first, second].map((word) => word[0]!.toUpperCase() + word.slice(1))
  return GROUPS.map((group, at) => {
    const title = `${one} ${two} ${number.padStart(3, '0')} (2015) (digital) (${group})`
    return { title, size: 40_000_000 - at * 1000, file: nzbOf(title), posted: '2026-11-20T08:00:00.000Z' }
  })
}

function comicOf(title: string, damaged: boolean): Uint8Array {
  const pages = [1, 2, 3].map((n) => [`p${n}.png`, makePng(60, 90, [title.length, 80, 40 * n], '')] as const)
  const comic = makeCbz({ ...Object.fromEntries(pages), 'of.txt': title }, { store: true })
  return damaged ? damage(comic, 'flip') : comic
}

function looks(harness: TestApp, comics: string, sabnzbd: MoodySabnzbd) {
  const { db } = harness
  const one = (sql: string) => (db.read.all(sql as never) as { n: number }[])[0]!.n
  const OPEN = "('reserved','snatched','downloaded','post_processing','moved')"
  const look = (): Seen => {
    harness.events() // the list is never emptied elsewhere
    return {
      issues: one('select count(*) n from issues'),
      placed: one('select count(distinct issue_id) n from issue_files'),
      open: one(`select count(*) n from journal where stage in ${OPEN}`),
      waiting: one('select count(*) n from journal where again_at is not null'),
      unaccounted: one(UNACCOUNTED),
    }
  }
  return {
    read: look,
    idle: () => one("select count(*) n from operations where state in ('queued','running')") === 0,
    summary: () => `what the client did: ${[...sabnzbd.moods].map(([mood, n]) => `${mood} ${n}`).join(', ')}`,
    check() {
      const problems: string[] = []
      const expect = (what: string, found: number, wanted: number) => {
        if (found !== wanted) problems.push(`${what}: ${found}, not ${wanted}`)
      }
      const { placed } = look()
      const files = readdirSync(comics, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.cbz'))
      expect('files on the disk for issues that are placed', files.length, placed)
      expect('rows of files', one('select count(*) n from files'), placed)
      expect('issues downloaded', one("select count(*) n from issues where fulfillment = 'downloaded'"), placed)
      expect(
        'issues still taken by nothing',
        one(
          "select count(*) n from issues i where fulfillment in ('reserved','snatched') and not exists (select 1 from journal_issues l join journal j using (item_id) where l.issue_id = i.issue_id and j.stage = 'manual_review' and j.resolution is null)",
        ),
        0,
      )
      expect(
        'placed twice',
        one(
          "select count(*) n from (select l.issue_id from journal_issues l join journal j using (item_id) where j.stage = 'post_processed' group by 1 having count(*) > 1)",
        ),
        0,
      )
      expect('issues that are missing without a reason anywhere', look().unaccounted, 0)
      expect(
        'releases tried again that were to blame',
        one('select count(*) n from journal join blocklist using (digest) where grabbed_at > blocked_at'),
        0,
      )
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
  }
}
