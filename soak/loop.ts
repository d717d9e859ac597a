import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../src/base/storage/database'
import { LOGIN, testApp } from '../src/testing/app'
import { watchLoop } from '../src/testing/harness/loop-watch'
import { fillLongLists, LONG } from './long-lists'
import type { Soak } from './soak'

/** The longest that one turn of the event loop may take while a list is sent. */
const LONGEST_MS = 50
/** The number of tries. The best one counts, since the first request builds caches and garbage collection may interrupt. */
const TRIES = 4
/** A list that was too slow in all of them gets more: a busy machine makes each turn longer, and none shorter. */
const MOST_TRIES = 16

/** Every route whose response grows with the library or with a list. */
const API = [
  '/api/wanted',
  '/api/downloads/history',
  '/api/comics',
  '/api/series',
  '/api/watchlist',
  `/api/series/${LONG.series}`,
  `/api/series/${LONG.series}/search-missing/preview`,
  `/api/comic/${LONG.series}/issues`,
  `/api/reading/series/${LONG.series}`,
  '/api/series/facets',
  '/api/series/find?q=part',
  '/api/activity/timeline',
  '/api/activity/in-flight',
  '/api/activity/status',
  '/api/attention',
  '/api/attention/sections',
  '/api/attention/members?reason=download_failed_no_auto_handling&limit=200',
  '/api/attention/keys',
  '/api/upcoming',
  '/api/downloads/queue',
  '/api/downloads/blocklist',
  '/api/search/runs',
  `/api/search/runs/${LONG.run}`,
  '/api/storyarcs',
  `/api/storyarcs/${LONG.arc}`,
  `/api/storyarcs/${LONG.arc}/export`,
  '/api/readlist',
  '/api/readlists',
  `/api/readlists/${LONG.list}`,
  '/api/reading/continue',
  '/api/dashboard/library',
  '/api/dashboard/collection',
  '/api/dashboard/activity',
  '/api/import',
  '/api/import/filed',
  '/api/import/comic/progress',
  '/api/import/comic/review',
  `/api/import/groups?ids=${LONG.groups.join(',')}`,
  '/api/filing/batches',
  '/api/care',
  '/api/care/copies?kind=pages',
  '/api/care/pairs',
  `/api/filing/batches/${LONG.batch}`,
  '/api/system/migration/progress',
  '/api/system/migration/omitted',
  '/api/system/migration/report',
  '/api/system/acquisition/reconciliation',
  '/api/system/diagnostics',
  '/api/system/health',
]
/** Which of a page of downloads need attention: asked with a body. */
const WAITING = { path: '/api/attention/waiting', body: { release_keys: LONG.releases } }
const CATALOG = [
  '/opds',
  '/opds/all',
  '/opds/books',
  '/opds/browse',
  '/opds/titles',
  '/opds/publishers',
  '/opds/recent',
  `/opds/comics/${LONG.series}`,
  '/opds/readlist',
  '/opds/readlists',
  '/opds/storyarcs',
  `/opds/storyarcs/${LONG.arc}`,
  '/opds/search?q=part',
  '/opds/v2',
  '/opds/v2/all',
  '/opds/v2/readlists',
  `/opds/v2/storyarcs/${LONG.arc}`,
]

export const soak: Soak = {
  name: 'loop',
  about:
    'the event loop is never blocked for more than 50 ms while an unpaged list is sent, with fifty issues to a series',
  full: 5000,
  async run(series, report) {
    const folder = mkdtempSync(join(tmpdir(), 'panelkeep-loop-'))
    try {
      const turns = await longestTurns(folder, series)
      const sorted = [...turns].sort(([, a], [, b]) => b - a)
      for (const [path, cpuMs] of sorted.slice(0, 10)) report(`${path.slice(0, 80)}: ${cpuMs.toFixed(1)} ms`)
      const slow = sorted.filter(([, cpuMs]) => cpuMs > LONGEST_MS)
      if (slow.length > 0)
        throw new Error(slow.map(([path, cpuMs]) => `${path} blocked the loop for ${cpuMs.toFixed(0)} ms.`).join('\n'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Even in the short form, lists are so long that sending one in one piece takes too long. */
const sizesOf = (series: number) => ({ series, entries: Math.max(5000, series * 2), listed: Math.max(4000, series) })

async function longestTurns(folder: string, series: number): Promise<Map<string, number>> {
  const databasePath = join(folder, 'panelkeep.db')
  const db = new Database(databasePath, { publish: () => {} })
  fillLongLists(db, sizesOf(series))
  db.close()
  const app = await testApp({ folder, databasePath })
  try {
    const catalog = app.client({ Authorization: `Basic ${btoa(`${LOGIN.username}:${LOGIN.password}`)}` })
    const turns = new Map<string, number>()
    for (const path of API) turns.set(path, await longestTurn(() => app.reader.get(path)))
    turns.set(WAITING.path, await longestTurn(() => app.reader.post(WAITING.path, WAITING.body)))
    for (const path of CATALOG) turns.set(path, await longestTurn(() => catalog.get(path)))
    return turns
  } finally {
    await app.close()
  }
}

async function longestTurn(ask: () => Promise<Response>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let n = 0; n < TRIES || (n < MOST_TRIES && best > LONGEST_MS); n++) {
    const { cpuMs } = await watchLoop(async () => readThrough(await ask()))
    best = Math.min(best, cpuMs)
  }
  return best
}

/** Reads an answer piece by piece, as a client does. */
async function readThrough(reply: Response): Promise<void> {
  if (reply.status !== 200) throw new Error(`${reply.url} answered ${reply.status}: ${await reply.text()}`)
  for await (const piece of reply.body ?? []) void piece
}
