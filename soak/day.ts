import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../src/base/platform/files'
import { lineLog } from '../src/base/platform/log'
import { jobNamed } from '../src/edges/system/job-names'
import { type TestApp, testApp } from '../src/testing/app'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { fastClock } from '../src/testing/fakes/fast-clock'
import { fakeHttp } from '../src/testing/fakes/http'
import { fakeIndexer } from '../src/testing/fakes/indexer'
import { makeIssues, makeSeries } from '../src/testing/make'
import type { Soak } from './soak'

/** Seconds of the app per real second: a day takes two minutes. */
const TIMES = 720
const MB = 1024 * 1024
/** The most memory that the second half of the time may add. */
const MOST_GROWTH = 40 * MB

/** Hours without requests: every job runs when it is due and never twice, and nothing piles up. */
export const soak: Soak = {
  name: 'day',
  about:
    'hours on a fast clock with a library, a watched folder and an indexer; jobs run on schedule, memory stays flat',
  full: 24,
  async run(hours, report) {
    const folder = mkdtempSync(join(tmpdir(), 'panelkeep-day-'))
    const harness = await open(folder)
    try {
      const half = (hours * 3_600_000) / TIMES / 2
      await Bun.sleep(half)
      const before = memory()
      harness.events()
      await Bun.sleep(half)
      await harness.idle()
      harness.events()
      const problems = await roundsOf(harness, hours)
      const grown = memory() - before
      report(`${Math.round(memory() / MB)} MB, ${Math.round(grown / MB)} MB more than at half time`)
      if (hours >= 12 && grown > MOST_GROWTH) problems.push(`memory grew by ${Math.round(grown / MB)} MB`)
      if (problems.length > 0) throw new Error(problems.join('\n'))
    } finally {
      await harness.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function memory(): number {
  Bun.gc(true)
  return process.memoryUsage.rss()
}

async function open(folder: string): Promise<TestApp> {
  const clock = fastClock(TIMES)
  for (const name of ['Comics', 'inbox', 'done']) mkdirSync(join(folder, name))
  await systemFiles.write(join(folder, 'Comics', 'Harbor Lights 001 (2012).cbz'), makeCbz(makePages(3)))
  const garden = fakeIndexer({ name: 'Garden', releases: [{ title: 'Another Series 004 (2011)' }] })
  const http = fakeHttp({ 'garden.test': garden.fetch })
  http.requests.push = () => 0 // a list of all requests would look like a memory leak
  garden.requests.push = () => 0
  const settings = {
    comic_dirs: join(folder, 'Comics'),
    import_dir: join(folder, 'inbox'),
    check_folder: join(folder, 'done'),
    enable_check_folder: 'true',
    mangadex_enabled: 'false',
    anilist_enabled: 'false',
  }
  const log = {
    ...lineLog(clock.now, () => {}),
    error: (area: string, message: string) => console.error(area, message),
  }
  const databasePath = join(folder, 'panelkeep.db')
  const harness = await testApp({ folder, databasePath, ports: { clock, http, log, files: systemFiles }, settings })
  makeSeries(harness.db, { comic_id: 'harbor', name: 'Harbor Lights' })
  makeIssues(harness.db, 'harbor', [1, 2, 3])
  const providers = [{ name: 'Garden', host: 'http://garden.test', api_key: garden.key }]
  await harness.reader.json(200, harness.reader.put('/api/config/providers', { type: 'newznab', providers }))
  harness.db.write((tx) => {
    tx.run("update issues set intent = 'wanted', release_date = '2012-01-01' where issue_id <> 'harbor-1'" as never)
    tx.run('create table rounds (name text, at text)' as never)
    tx.run(
      'create trigger count_rounds after update of last_started_at on jobs begin insert into rounds values (new.name, new.last_started_at); end' as never,
    )
  })
  return harness
}

/** Jobs that ran too often or too seldom, as sentences. */
async function roundsOf({ db, reader }: TestApp, hours: number): Promise<string[]> {
  const counted = db.read.all('select name, count(*) as n from rounds group by name' as never) as {
    name: string
    n: number
  }[]
  const { jobs } = await reader.json<{ jobs: { id: string; trigger: string }[] }>(200, reader.get('/api/system/jobs'))
  return jobs.flatMap(({ id, trigger }) => {
    const every = minutesOf(trigger)
    if (every === undefined) return []
    const n = counted.find(({ name }) => name === jobNamed(id))?.n ?? 0
    const due = (hours * 60) / every
    // The timetable ticks once a minute, so jobs with short intervals run less often.
    const least = Math.floor(due * (every / (every + 3))) - 1
    const fits = n >= least && n <= Math.ceil(due) + 1
    return fits ? [] : [`${id}, every ${every} minutes, came round ${n} times in ${hours} hours`]
  })
}

/** The minutes of `interval[1 day, 0:20:00]`; undefined for a parked job. */
function minutesOf(trigger: string): number | undefined {
  const [, days = 0, hours = 0, minutes = 0] = /^interval\[(?:(\d+) days?, )?(\d+):(\d+):/.exec(trigger) ?? []
  return Number(days) * 1440 + Number(hours) * 60 + Number(minutes) || undefined
}
