import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  comicOf,
  type DownloadSetup,
  issueOf,
  openDownloadSetup,
  releaseOf,
  until,
  waitForAnswer,
  want,
} from '../e2e/download-setup'
import { isThere, type Real, real, Sources } from '../e2e/real-clients'
import { seededRandom } from './random'
import type { Soak } from './soak'

const SEED = 20_261_121
const ISSUES = ['11', '12', '13', '14']
const KILLS = 7
/** A kill follows a moment after so many more events, or after a while without any. */
const MOST_STEPS = 3
const IDLE_MS = 8000
const MOMENT_MS = 400
const PAGES = 30
const WITHIN_MS = 240_000

/**
 * Panelkeep with each download client of this machine, killed repeatedly from the first search to the last file: every
 * issue is imported once, complete, and from one grab.
 */
export const soak: Soak = {
  name: 'clients-killed',
  about:
    'rounds with each real client, with kills at random moments; no issue is grabbed twice, imported twice or lost',
  full: 5,
  async run(amount, report) {
    for (const client of Object.values<Real>(real).filter(isThere)) {
      for (let round = 1; round <= amount; round++) {
        const seed = SEED + round
        const left = await oneRound(client, seededRandom(seed)).catch((error: Error) => {
          throw new Error(`${client.type}, round ${round} (seed ${seed}): ${error.message}`)
        })
        report(
          `${client.type}, round ${round}: ${KILLS} kills, all of it arrived${left === 0 ? '' : `, ${left} after a word`}`,
        )
      }
    }
  },
}

/** Returns the number of searches that were quarantined after three kills and restarted by hand. */
async function oneRound(client: Real, random: () => number): Promise<number> {
  const setup = await openDownloadSetup()
  const sources = new Sources(setup)
  try {
    await waitForAnswer(setup.reader.put('/api/config', { enable_meta: false })) // tagging is off, so that files keep their content
    await sources.using(client)
    for (const number of ISSUES) await publish(sources, client, number)
    for (const number of ISSUES) await want(setup, number)
    let begun = 0
    for (let kill = 0; kill < KILLS; kill++) {
      await happened(setup, Math.ceil(random() * MOST_STEPS))
      await Bun.sleep(random() * MOMENT_MS)
      await setup.crash()
      begun += await beginStuck(setup)
    }
    begun += await restartStuckSearches(setup)
    await check(setup)
    return begun
  } finally {
    await sources.close().finally(() => setup.end())
  }
}

/** Waits until the timeline has so many more rows. */
async function happened({ reader }: DownloadSetup, steps: number): Promise<void> {
  const count = async () => (await reader.json<{ total: number }>('/api/activity/timeline?limit=1')).total
  const [before, end] = [await count(), Date.now() + IDLE_MS]
  while ((await count()) < before + steps && Date.now() < end) await Bun.sleep(20)
}

async function publish(sources: Sources, { protocol }: Real, number: string): Promise<void> {
  const [title, comic] = [releaseOf(number), comicOf(number, PAGES)]
  if (protocol === 'usenet') sources.posted(title, { [`${title}.cbz`]: comic })
  else await sources.seeded(title, comic, Math.ceil(comic.length / 3))
}

async function restartStuckSearches(setup: DownloadSetup): Promise<number> {
  let begun = 0
  const missing = async () => {
    const issues = await Promise.all(ISSUES.map((number) => issueOf(setup, number)))
    return issues.filter(({ status }) => status !== 'Downloaded')
  }
  await until(
    'all of it to arrive',
    async () => {
      begun += await beginStuck(setup)
      return (await missing()).length > 0 ? undefined : true
    },
    { within: WITHIN_MS, otherwise: () => standing(setup) },
  )
  return begun
}

interface Group {
  base_reason: string | null
  members: { release_key: string }[]
}

/** Restarts quarantined searches and returns their number. */
async function beginStuck({ reader }: DownloadSetup): Promise<number> {
  const { results } = await reader.json<{ results: Group[] }>('/api/attention')
  const stuck = results.filter(({ base_reason }) => base_reason === 'recovery_attempts_exhausted')
  const release_keys = stuck.flatMap(({ members }) => members.map(({ release_key }) => release_key))
  if (release_keys.length > 0)
    await waitForAnswer(reader.post('/api/attention/resolve', { action: 'retry', release_keys }))
  return release_keys.length
}

interface Grabbed {
  item_id: string
  IssueID: string
  Status: string
  reason: string | null
}

/** The grabs of an issue, with their stages. */
async function grabsOf({ reader }: DownloadSetup, issueId: string) {
  const rows = await reader.json<Grabbed[]>('/api/downloads/history')
  return Promise.all(
    rows
      .filter(({ IssueID }) => IssueID === issueId)
      .map(async ({ item_id, reason }) => {
        const { moves } = await reader.json<{ moves: { to: string }[] }>(`/api/downloads/items/${item_id}`)
        return { reason, stages: moves.map(({ to }) => to) }
      }),
  )
}

async function check(setup: DownloadSetup): Promise<void> {
  const problems: string[] = []
  const files = readdirSync(setup.comics, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.cbz'))
  if (files.length !== ISSUES.length) problems.push(`${files.length} files: ${files.join(', ')}`)
  for (const number of ISSUES) {
    const file = files.find((name) => name.includes(` ${number.padStart(3, '0')} `))
    const whole = file && readFileSync(join(setup.comics, file)).equals(comicOf(number, PAGES))
    if (!whole) problems.push(`the file of issue ${number} is ${file ? 'not what was posted' : 'missing'}`)
    const grabs = await grabsOf(setup, (await issueOf(setup, number)).id)
    const snatched = grabs.filter(({ stages }) => stages.includes('snatched'))
    const placed = grabs.filter(({ stages }) => stages.at(-1) === 'post_processed')
    if (snatched.length !== 1 || placed.length !== 1)
      problems.push(
        `issue ${number} was given ${snatched.length} and placed ${placed.length} times: ${JSON.stringify(grabs)}`,
      )
  }
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${await standing(setup)}`)
}

async function standing({ reader, panelkeep }: DownloadSetup): Promise<string> {
  const paths = [
    '/api/activity/in-flight',
    '/api/attention',
    '/api/downloads/history',
    '/api/activity/timeline?limit=30',
  ]
  const seen = await Promise.all(paths.map((path) => reader.json(path).catch((error: Error) => error.message)))
  return `${JSON.stringify(seen, null, 1)}\n${panelkeep.log.slice(-4000)}`
}
