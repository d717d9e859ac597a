import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nextTurn } from '../src/base/platform/event-loop'
import { Database } from '../src/base/storage/database'
import { LOGIN, testApp } from '../src/testing/app'
import { fillLongLists, LONG } from './long-lists'
import type { Soak } from './soak'
import { recordStatements, stepsOf } from './sqlite-steps'

/** Ten times the rows take at most this many times the steps. */
const MOST = 1.3
/** Steps that a request may take more beside: a page holds other rows in the larger library. */
const ANYWAY = 300

const PARAMS: Record<string, string> = {
  comic_id: 's0',
  series_id: 's0',
  issue_id: 's0-1',
  arc_id: LONG.arc,
  list_id: LONG.list,
  batch_id: LONG.batch,
  run_id: LONG.run,
  page_id: '0000000a-1000',
}

/** Values of what a list cannot be requested without. */
const NEEDED: Record<string, string> = { q: 'part', kind: 'publisher', name: 'Northgate' }

/** Pages of the catalog, which are no routes of the interface. */
const CATALOG = [
  '/opds',
  '/opds/all',
  '/opds/browse',
  '/opds/titles',
  '/opds/publishers',
  '/opds/recent',
  '/opds/comics/s0',
  '/opds/readlist',
  '/opds/readlists',
  '/opds/storyarcs',
  '/opds/v2',
  '/opds/v2/all',
  '/opds/v2/readlists',
]

export const soak: Soak = {
  name: 'growth',
  about:
    'a page of a list takes no more steps of SQLite in a library with ten times the rows (fifty issues to a series)',
  full: 5000,
  async run(series, say) {
    // Both libraries have several pages of everything.
    const each = series < 5000 ? 5 : 50
    const folder = mkdtempSync(join(tmpdir(), 'panelkeep-growth-'))
    try {
      const small = await stepsOfPages(join(folder, 'small'), Math.round(series / 10), each)
      const large = await stepsOfPages(join(folder, 'large'), series, each)
      const grown: string[] = []
      const met = new Set<(typeof KNOWN)[number]>()
      for (const [path, { steps, worst }] of large) {
        const before = small.get(path)!.steps
        if (steps <= before * MOST + ANYWAY) continue
        const line = `${path}: ${before} steps, then ${steps}`
        const known = KNOWN.find(([page]) => page.test(path))
        if (known) met.add(known)
        else grown.push(`${line}\n  ${worst}`)
        say(`${line} (${known?.[1] ?? 'unknown'})`)
      }
      say(`${large.size} pages`)
      const mended = KNOWN.filter((each) => !met.has(each)).map(([page]) => String(page))
      // Some grow only where there are many.
      if (series >= soak.full && mended.length > 0)
        throw new Error(`These pages do not grow any more: ${mended.join(', ')}`)
      if (grown.length > 0) throw new Error(`These pages grow with the library:\n${grown.join('\n')}`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Pages that grow, each with the reason. One that no longer does fails the check: its line goes. */
const KNOWN: [page: RegExp, why: string][] = [
  [/^\/api\/series\?.*sort=/, 'sorts the library by a value without an index: ten to thirty steps a series'],
  [/^\/api\/series\?.*(content_type|status|progress|publication|read)=/, 'filters the library in alphabetical order'],
  [/^\/api\/(series|wanted)\?.*q=/, 'searches the names of all series'],
  [/^\/api\/downloads\/(history|blocklist)\?.*q=/, 'searches all titles'],
  [/^\/api\/downloads\/history\?.*sort=/, 'sorts the history by a value without an index'],
  [/^\/api\/names\/(series|issues)\?/, 'reads the series of a publisher, which has a share of all'],
  [/^\/api\/wanted\?.*kind=/, 'issues of one kind may be rare among the wanted'],
  [/^\/api\/wanted\?.*sort=series/, 'walks the series by name, also those without wanted issues'],
  [/^\/api\/reading\/continue\?/, 'reads each series that was begun'],
  [/^\/api\/import\?/, 'groups the import folder by series, and counts the groups'],
  [/^\/api\/search\/runs/, 'counts the items of the runs that it lists'],
  [/^\/api\/filing\/batches\?/, 'counts the changes of the batches that it lists'],
  [/^\/api\/system\/acquisition\/reconciliation\?/, 'counts what waits in each series'],
  [/^\/opds(\/v2)?(\/(readlists?|storyarcs))?$/, 'counts which issues of lists can be read, after each change'],
]

interface PageSteps {
  steps: number
  /** The statement that took most of them. */
  worst: string
}

async function stepsOfPages(folder: string, series: number, each: number): Promise<Map<string, PageSteps>> {
  const databasePath = `${folder}.db`
  const db = new Database(databasePath, { publish: () => {} })
  fillLongLists(db, { series, entries: series * each, listed: series, each })
  await db.gatherStatistics()
  db.close()
  const app = await testApp({ folder, databasePath })
  const steps = new Map<string, PageSteps>()
  const recording = recordStatements()
  try {
    // The index of names is filled in the background, with statements of its own.
    while (
      app.db.read.get<{ n: number }>(
        'select (select count(*) from search_queue) + (select count(*) from name_queue) as n' as never,
      ).n > 0
    )
      await nextTurn()
    await app.idle()
    const catalog = app.client({ Authorization: `Basic ${btoa(`${LOGIN.username}:${LOGIN.password}`)}` })
    const pages = [
      ...(await app.app.routes()).flatMap(pagesOf).map((path) => [app.reader, path] as const),
      ...CATALOG.map((path) => [catalog, path] as const),
    ]
    for (const [client, path] of pages) {
      // What is kept from one request to the next is kept by the first.
      for (let n = 0; n < 2; n++) {
        recording.clear()
        const reply = await client.get(path)
        await reply.arrayBuffer()
        if (reply.status === 404) break
        if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
      }
      const counted = await stepsOf(databasePath, recording.statements())
      const [worst] = counted.toSorted((a, b) => b.steps - a.steps)
      const sum = counted.reduce((all, each) => all + each.steps, 0)
      steps.set(path, { steps: sum, worst: worst ? `${worst.steps}: ${worst.sql}` : '' })
    }
    return steps
  } finally {
    recording.end()
    await app.close()
  }
}

interface QuerySchema {
  anyOf?: { const?: string }[]
  enum?: string[]
}

interface Query {
  required?: string[]
  properties?: Record<string, QuerySchema>
}

/** A value for a parameter that the route requires. */
function neededOf(name: string, schema: QuerySchema | undefined): string | undefined {
  const choices = schema ? choicesOf(schema) : []
  const usual = NEEDED[name]
  return choices.length === 0 || (usual !== undefined && choices.includes(usual)) ? usual : choices[0]
}

const choicesOf = (schema: QuerySchema): string[] =>
  schema.enum ?? schema.anyOf?.flatMap((each) => each.const ?? []) ?? []

/** Of a list with pages: its first page in each order, and with each choice of its filters. */
function pagesOf({ method, path, hooks }: { method: string; path: string; hooks?: { query?: unknown } }): string[] {
  const properties = (hooks?.query as Query | undefined)?.properties
  if (method !== 'GET' || properties?.limit === undefined) return []
  const at = path.replaceAll(/:(\w+)/g, (_, name: string) => PARAMS[name] ?? LONG.series)
  const { required = [] } = hooks!.query as Query
  const needed = required.map((name) => `&${name}=${neededOf(name, properties[name])}`)
  const page = `${at}?limit=10${needed.join('')}`
  const pages = [page]
  if (at === path && properties.offset) pages.push(`${page}&offset=200`)
  for (const [name, schema] of Object.entries(properties)) {
    if (required.includes(name)) continue
    for (const choice of choicesOf(schema)) pages.push(`${page}&${name}=${choice}`)
    if (name === 'q' && !required.includes('q')) pages.push(`${page}&q=part`)
  }
  return pages
}
