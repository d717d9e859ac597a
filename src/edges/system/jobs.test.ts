import { afterEach, beforeEach, expect, test } from 'bun:test'
import { recordJobStart } from '../../base/work/store'
import { operations } from '../../base/work/tables'
import { type TestApp, testApp } from '../../testing/app'

interface Jobs {
  jobs: { id: string; name: string; status: string; trigger: string; next_run_time: string | null; dispatch: object }[]
}

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

const job = async (id: string) =>
  (await app.reader.json<Jobs>(200, app.reader.get('/api/system/jobs'))).jobs.find((each) => each.id === id)

test('jobs have readable names, a last run and a next run', async () => {
  await app.clock.advance('1 s')
  expect(await job('dbupdater')).toMatchObject({
    name: 'Refresh series metadata',
    status: 'Waiting',
    trigger: 'interval[1 day, 0:00:00]',
    next_run_time: '2026-11-22T08:00:00.000Z',
    dispatch: { state: 'accepted', last_attempt: '2026-11-21T08:00:00.000Z', last_error: null },
  })
})

test('a job that is switched off is paused and has no next run', async () => {
  await app.config.save({ dbupdate_interval: 0 })
  expect(await job('dbupdater')).toMatchObject({ status: 'Paused', trigger: 'parked', next_run_time: null })
})

test('jobs of existing tools keep the ids of those tools', async () => {
  await app.clock.advance('1 s')
  for (const [id, name] of [
    ['importinbox', 'import_inbox'],
    ['monitor', 'download_scan'],
  ] as const) {
    expect(await job(id)).toBeDefined()
    for (const called of [id, name]) {
      const paused = await app.reader.json(200, app.reader.post(`/api/system/jobs/${called}/pause`))
      expect(paused).toMatchObject({ id, paused: true })
    }
  }
})

test('a job can be run now', async () => {
  await app.clock.advance('5 min')
  const now = app.clock.now()
  expect(await app.reader.json<object>(202, app.reader.post('/api/system/jobs/dbupdater/run'))).toEqual({
    accepted: true,
  })
  expect(await job('dbupdater')).toMatchObject({ dispatch: { last_attempt: now } })
  expect(await app.reader.json<object>(404, app.reader.post('/api/system/jobs/none/run'))).toEqual({
    detail: 'There is no job none.',
  })
})

test('a run that a crash interrupted does not count as a run', async () => {
  await app.clock.advance('5 min')
  const now = app.clock.now()
  app.db.write((tx) => recordJobStart(tx, 'recycle', now))
  const cut = 'Panelkeep stopped before it finished.'
  expect(await job('recycle')).toMatchObject({
    last_error: cut,
    dispatch: { state: 'error', last_attempt: now, last_error: cut },
  })
  await app.reader.json(202, app.reader.post('/api/system/jobs/recycle/run'))
  expect(await job('recycle')).toMatchObject({ last_error: null, dispatch: { state: 'accepted' } })
})

test('a job can be paused, and resumes its schedule afterwards', async () => {
  const paused = await app.reader.json(200, app.reader.post('/api/system/jobs/dbupdater/pause'))
  expect(paused).toMatchObject({ id: 'dbupdater', paused: true, status: 'Paused', next_run_time: null })
  expect(await app.reader.json(200, app.reader.post('/api/system/jobs/dbupdater/resume'))).toMatchObject({
    paused: false,
    status: 'Waiting',
    next_run_time: '2026-11-22T08:00:00.000Z',
  })
  await app.reader.json(404, app.reader.post('/api/system/jobs/none/pause'))
})

test('a job shows the duration of its work, and that it is queued', async () => {
  const at = (started_at: string, finished_at: string | null, state: 'queued' | 'succeeded') => ({
    operation_id: started_at,
    kind: 'feed_pass',
    subject: 'all',
    payload: {},
    created_at: started_at,
    started_at: state === 'queued' ? null : started_at,
    finished_at,
    state,
  })
  app.db.write((tx) => {
    tx.insert(operations)
      .values(at('2026-11-21T07:00:00.000Z', '2026-11-21T07:00:09.000Z', 'succeeded'))
      .run()
  })
  expect(await job('rss')).toMatchObject({ duration_ms: 9000, status: 'Waiting' })
  app.db.write((tx) => {
    tx.insert(operations)
      .values(at('2026-11-21T07:30:00.000Z', null, 'queued'))
      .run()
  })
  expect(await job('rss')).toMatchObject({ duration_ms: null, status: 'Queued' })
  expect(await job('sessions')).toMatchObject({ duration_ms: 0, failures_in_row: 0 })
})

test('the last search is listed with the jobs, unless the request leaves it out', async () => {
  expect(await app.reader.json(200, app.reader.get('/api/system/jobs'))).toMatchObject({
    acquisition: { search: null },
  })
  const short = await app.reader.json<object>(200, app.reader.get('/api/system/jobs?include_acquisition=false'))
  expect(Object.keys(short)).toEqual(['jobs'])
})

test('every job has a readable name', async () => {
  const { jobs } = await app.reader.json<Jobs>(200, app.reader.get('/api/system/jobs'))
  expect(jobs.filter(({ id, name }) => name === id.replaceAll('_', ' '))).toEqual([])
})
