import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { between } from '../src/base/platform/clock'
import type { Clock, Instant } from '../src/base/platform/ports'
import type { Handler } from '../src/testing/fakes/http'

/** The fate of a job, drawn when it is added. */
export type Mood =
  | 'well'
  /** A page of the comic is damaged. */
  | 'damaged'
  /** The job ends as failed. */
  | 'failed'
  /** The job disappears from queue and history. */
  | 'lost'
  /** The finished folder has no comic. */
  | 'empty'
  /** The job is accepted, but the response is lost. */
  | 'unanswered'
  /** The job is refused. */
  | 'refused'
  /** The job finishes long before its files are visible. */
  | 'late'

interface Job {
  id: string
  name: string
  title: string
  mood: Mood
  came: Instant
  takes_ms: number
  path?: string
}

interface SabnzbdOptions {
  clock: Clock
  /** Folder of finished jobs. */
  folder: string
  /** From 0 to 1. */
  random: () => number
  /** The file of a release. */
  comicOf: (title: string, damaged: boolean) => Uint8Array
}

export interface MoodySabnzbd {
  fetch: Handler
  key: string
  /** Added jobs by their fate. */
  readonly moods: Map<Mood, number>
  /** Added titles, with counts. */
  readonly submissions: Map<string, number>
  /** The number of current jobs. */
  jobs(): number
}

const SHARES: [Mood, number][] = [
  ['damaged', 0.08],
  ['failed', 0.06],
  ['lost', 0.04],
  ['empty', 0.03],
  ['unanswered', 0.03],
  ['refused', 0.02],
  ['late', 0.03],
]
const MINUTE_MS = 60_000
/** Regularly stops for a while. Afterwards the jobs have new ids. */
const AWAY_EVERY_MS = 120 * MINUTE_MS
const AWAY_MS = 8 * MINUTE_MS
const LATE_MS = 3 * MINUTE_MS

/** A SABnzbd that fails in every way that real ones do. */
export function moodySabnzbd({ clock, folder, random, comicOf }: SabnzbdOptions): MoodySabnzbd {
  const jobs = new Map<string, Job>()
  const moods: MoodySabnzbd['moods'] = new Map()
  const submissions: MoodySabnzbd['submissions'] = new Map()
  const began = clock.now()
  let count = 0
  let life = 0

  const draw = (): Mood => {
    let left = random()
    for (const [mood, share] of SHARES) {
      left -= share
      if (left < 0) return mood
    }
    return 'well'
  }
  const away = () => between(began, clock.now()) % AWAY_EVERY_MS > AWAY_EVERY_MS - AWAY_MS
  const renew = () => {
    const now = Math.floor(between(began, clock.now()) / AWAY_EVERY_MS)
    if (now === life) return
    life = now
    const before = [...jobs.values()]
    jobs.clear()
    for (const job of before) put({ ...job, id: `SABnzbd_nzo_${++count}` })
  }
  const put = (job: Job) => jobs.set(job.id, job)
  const isOver = ({ came, takes_ms }: Job) => between(came, clock.now()) >= takes_ms

  const addJob = async (form: FormData): Promise<Response> => {
    const text = await (form.get('name') as File).text()
    const title = /subject="([^"]+)"/.exec(text)?.[1] ?? ''
    const mood = draw()
    moods.set(mood, (moods.get(mood) ?? 0) + 1)
    if (mood === 'refused') return Response.json({ status: false, nzo_ids: [] })
    submissions.set(title, (submissions.get(title) ?? 0) + 1)
    const takes_ms = (5 + random() * 115) * 1000
    const id = `SABnzbd_nzo_${++count}`
    put({ id, name: String(form.get('nzbname')), title, mood, came: clock.now(), takes_ms })
    if (mood === 'unanswered') throw new DOMException('The operation timed out.', 'TimeoutError')
    return Response.json({ status: true, nzo_ids: [id] })
  }

  /** Its file is written when the state is read after its end. */
  const finished = (job: Job): string => {
    if (job.path !== undefined) return job.path
    const path = join(folder, job.name)
    const isSeen = job.mood !== 'late' || between(job.came, clock.now()) > job.takes_ms + LATE_MS
    if (!isSeen) return path
    mkdirSync(path, { recursive: true })
    if (job.mood === 'empty') writeFileSync(join(path, 'readme.nfo'), 'nothing')
    else writeFileSync(join(path, `${job.title}.cbz`), comicOf(job.title, job.mood === 'damaged'))
    job.path = path
    return path
  }

  const queue = () => {
    const slots = [...jobs.values()].filter((job) => !isOver(job))
    return {
      queue: {
        paused: false,
        kbpersec: '1000',
        slots: slots.map(({ id, name }) => ({
          nzo_id: id,
          filename: name,
          status: 'Downloading',
          mb: '40',
          mbleft: '20',
          cat: 'comics',
        })),
      },
    }
  }

  const history = (form: FormData) => {
    const ids = form.get('nzo_ids')
    const search = form.get('search')
    const over = [...jobs.values()].filter((job) => {
      if (!isOver(job) || job.mood === 'lost') return false
      return (
        (ids === null || String(ids).split(',').includes(job.id)) &&
        (search === null || job.name.includes(String(search)))
      )
    })
    const slots = over.map((job) =>
      job.mood === 'failed'
        ? {
            nzo_id: job.id,
            name: job.name,
            status: 'Failed',
            storage: '',
            fail_message: 'Aborted, cannot be completed',
          }
        : { nzo_id: job.id, name: job.name, status: 'Completed', storage: finished(job), bytes: 40_000_000 },
    )
    return { history: { slots } }
  }

  const answer = async (form: FormData): Promise<Response> => {
    const mode = form.get('mode')
    if (mode === 'version') return Response.json({ version: '4.5.1' })
    if (form.get('apikey') !== 'k'.repeat(32)) return new Response('API Key Incorrect', { status: 403 })
    if (mode === 'addfile') return addJob(form)
    if (form.get('name') === 'delete') {
      const job = jobs.get(String(form.get('value')))
      const there = job !== undefined && isOver(job) === (mode === 'history')
      if (there) jobs.delete(job.id)
      return Response.json({ status: true, nzo_ids: [] })
    }
    if (mode === 'queue') return Response.json(queue())
    if (mode === 'history') return Response.json(history(form))
    if (mode === 'get_config') return Response.json({ config: CONFIG(folder) })
    return Response.json({ status: false, error: 'not implemented' })
  }

  return {
    key: 'k'.repeat(32),
    moods,
    submissions,
    jobs: () => jobs.size,
    async fetch(request) {
      renew()
      if (away()) throw Object.assign(new Error('Unable to connect'), { code: 'ECONNREFUSED' })
      return answer((await request.formData()) as FormData)
    },
  }
}

const CONFIG = (folder: string) => ({
  misc: { complete_dir: folder, history_retention: '0', enable_tv_sorting: 0 },
  categories: [{ name: 'comics', dir: '', pp: '3' }],
  servers: [{ name: 'one', enable: 1 }],
})
