import { readdirSync, readFileSync } from 'node:fs'
import { waitForAnswer } from '../e2e/download-setup'
import { acceptInvitation, addDevice } from '../e2e/house'
import { basic, type Client, type Panelkeep, start } from '../e2e/panelkeep'
import { copyFolder, FIRST_START_MS, LIMITED_READER, largeDataDir, movedDataDir } from './library'
import { alone, percentile, readPath, readPosted } from './measure'
import { type Row, unmeasuredRow } from './table'

/**
 * Processor time of requests, on two libraries: one that Panelkeep created, and one that was migrated from another
 * program. Unlike wall-clock time, processor time is steady while other work shares the machine.
 */

interface RequestCase {
  path: string
  /** Undefined where a whole reply is measured for comparison alone, since no page requests it. */
  budgetMs?: number
  /** The most that a reply may hold. */
  budgetKb?: number
  /** Names in brackets, of a body as of a path, are filled in by `samplesFrom`. */
  body?: string
}

const request = (path: string, budgetMs?: number): RequestCase => ({
  path,
  ...(budgetMs === undefined ? {} : { budgetMs }),
})

const LIBRARY: RequestCase[] = [
  request('/api/series?limit=50', 5),
  request('/api/series?limit=1', 2),
  request('/api/series/{id}', 8),
  request('/api/comics', 170),
  request('/api/activity/status', 1),
  request('/api/storyarcs', 3),
  { path: '/api/attention/sections', budgetMs: 10, budgetKb: 200 },
  { path: '/api/attention/members?reason={reason}&limit=50', budgetMs: 10, budgetKb: 200 },
  { path: '/api/attention/waiting', budgetMs: 10, budgetKb: 200, body: '{"release_keys":{keys}}' },
  request('/api/attention/keys?reason={reason}', 10),
  request('/api/attention'),
  request('/api/import/comic/review', 10),
  request('/api/import/groups?ids={groups}', 10),
  request('/api/import/comic/progress'),
  request('/api/system/acquisition/reconciliation', 5),
  request('/api/system/migration/progress', 2),
  request('/api/readlist', 10),
  request('/api/downloads/history?limit=50&sort=series', 10),
  request('/api/downloads/history?limit=50&q=harvest', 10),
  request('/api/wanted?limit=50&sort=series', 10),
  request('/api/openapi.json', 1),
]
const CATALOG: RequestCase[] = [
  request('/opds', 5),
  request('/opds/v2', 5),
  request('/opds/storyarcs', 3),
  request('/opds/v2/storyarcs', 3),
]

/** For a reader with limits (`library.ts`), who reads through views that hide a part of the library. */
const LIMITED: RequestCase[] = [
  request('/api/series?limit=50', 10),
  request('/api/series?limit=50&q=harbor', 15),
  request('/api/series?limit=50&read=unread', 30),
  request('/api/series/{id}', 10),
  request('/api/series/facets', 5),
  request('/api/series/find?q=harbor', 10),
  request('/api/reading/continue', 10),
]
const LIMITED_CATALOG: RequestCase[] = [
  request('/opds', 5),
  request('/opds/recent', 10),
  request('/opds/search?q=harbor', 10),
]

/** Rows that a page requests at once. */
const PAGE = 50

/** The budgets are for a quiet machine; within this share of one it counts as met on a shared one. */
const SHARED = 1.15

/** Requests for each measurement, and the number of measurements, of which the median counts. */
const [TIMES, ROUNDS] = [12, 5]

export async function requests(): Promise<Row[]> {
  const rows = new Map<string, Row>()
  for (const [library, made] of [
    ['own', largeDataDir],
    ['moved in', movedDataDir],
  ] as const) {
    const data = await copyFolder(await made())
    const panelkeep = await start({ dataDir: data.path })
    try {
      const reader = await panelkeep.reader()
      await Bun.sleep(FIRST_START_MS)
      await alone(panelkeep.child.pid)
      const samples = await samplesFrom(reader)
      for (const { who = '', client, cases } of [
        { client: reader, cases: LIBRARY },
        { client: panelkeep.client(basic()), cases: CATALOG },
        ...(library === 'own' ? await limitedReader(panelkeep, reader) : []),
      ])
        for (const one of cases) {
          const what = `processor: ${who}${one.path}`
          const row = rows.get(what) ?? { what, budget: budgetOf(one), measured: '' }
          const { text, isOver } = await measure(panelkeep, client, filled(one, samples)).catch((error: unknown) => ({
            text: unmeasuredRow('', '', error).measured,
            isOver: one.budgetMs !== undefined,
          }))
          rows.set(what, {
            ...row,
            measured: [row.measured, `${library} ${text}`].filter(Boolean).join('; '),
            isOver: row.isOver === true || isOver,
          })
        }
    } finally {
      await panelkeep.stop()
      data.remove()
    }
  }
  return [...rows.values()]
}

interface Measured {
  who?: string
  client: Client
  cases: RequestCase[]
}

/** The reader with limits chooses a password and makes a key for an app. */
async function limitedReader(panelkeep: Panelkeep, owner: Client): Promise<Measured[]> {
  const { url } = await waitForAnswer(owner.post(`/api/users/${LIMITED_READER}/invitation`))
  const { client } = await acceptInvitation(panelkeep, url as string)
  const who = 'limited reader, '
  return [
    { who, client, cases: LIMITED },
    { who, client: await addDevice(panelkeep, { client }, 'Tablet'), cases: LIMITED_CATALOG },
  ]
}

const budgetOf = ({ budgetMs, budgetKb }: RequestCase) =>
  budgetMs === undefined ? '–' : `${budgetMs} ms${budgetKb === undefined ? '' : `, ${budgetKb} KB`}`

type Samples = Record<'id' | 'reason' | 'keys' | 'groups', string>

/** What a page knows from earlier replies: a series, the longest section of what needs attention, and proposals. */
async function samplesFrom(reader: Client): Promise<Samples> {
  const { comics } = await reader.json<{ comics: { ComicID: string }[] }>('/api/series?limit=1&offset=100')
  const { results } = await reader.json<{ results: { reason: string; member_count: number }[] }>(
    '/api/attention/sections',
  )
  const reason = results.toSorted((a, b) => b.member_count - a.member_count)[0]?.reason ?? ''
  const keys = await reader.json<{ results: { release_key: string }[] }>(
    `/api/attention/keys?reason=${encodeURIComponent(reason)}`,
  )
  const { outline } = await reader.json<{ outline: { group_id: string }[] | null }>('/api/import/comic/review')
  return {
    id: comics[0]!.ComicID,
    reason: encodeURIComponent(reason),
    keys: JSON.stringify(keys.results.slice(0, PAGE).map(({ release_key }) => release_key)),
    // Without a proposal, an id that does not exist.
    groups:
      (outline ?? [])
        .slice(0, PAGE)
        .map(({ group_id }) => group_id)
        .join(',') || 'none',
  }
}

function filled({ path, body, ...budgets }: RequestCase, samples: Samples): RequestCase {
  const fill = (text: string) =>
    text.replace(/\{(id|reason|keys|groups)\}/g, (_, name) => samples[name as keyof Samples])
  return { ...budgets, path: fill(path), ...(body === undefined ? {} : { body: fill(body) }) }
}

async function measure(
  { child }: Panelkeep,
  client: Client,
  { path, body, budgetMs = Number.POSITIVE_INFINITY, budgetKb = Number.POSITIVE_INFINITY }: RequestCase,
): Promise<{ text: string; isOver: boolean }> {
  const read = () => (body === undefined ? readPath(client, path) : readPosted(client, path, body))
  for (let n = 0; n < 3; n++) await read()
  const [processor, wall]: [number[], number[]] = [[], []]
  let bytes = 0
  const before = readsOf(child.pid)
  for (let round = 0; round < ROUNDS; round++) {
    const [busy, since] = [processorMs(child.pid), performance.now()]
    for (let n = 0; n < TIMES; n++) bytes = await read()
    processor.push((processorMs(child.pid) - busy) / TIMES)
    wall.push((performance.now() - since) / TIMES)
  }
  const [used, waited] = [percentile(processor, 0.5), percentile(wall, 0.5)]
  const reads = Math.round((readsOf(child.pid) - before) / TIMES / ROUNDS)
  const text = `${used.toFixed(1)} ms (${waited.toFixed(1)} on the wall, ${reads} reads, ${Math.ceil(bytes / 1000)} KB)`
  return { text, isOver: used > budgetMs * SHARED || bytes > budgetKb * 1000 }
}

/** Reads of pages that SQLite does not have in memory, and of the request. Linux only. */
const readsOf = (pid: number): number => Number(/^syscr: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1])

/** Of all threads of a process. Linux only. */
function processorMs(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // the process has ended meanwhile
    }
  }
  return nanoseconds / 1e6
}
