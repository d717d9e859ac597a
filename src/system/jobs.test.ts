import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../testing/app'

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

test('jobs have names that people read, and say when they ran and run next', async () => {
  await app.clock.advance('1 s')
  expect(await job('dbupdater')).toMatchObject({
    name: 'Refresh series from their providers',
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
