import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestApp, testApp } from '../../testing/app'

describe('in a run', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await testApp()
  })
  afterEach(() => app.close())

  const listed = async () => {
    const { jobs } = await app.reader.json<{ jobs: { id: string; name: string; trigger: string }[] }>(
      200,
      app.reader.get('/api/system/jobs'),
    )
    return jobs
  }
  const triggerOf = async (id: string) => (await listed()).find((each) => each.id === id)?.trigger

  test('each job has a name of its own and words for people', async () => {
    const jobs = await listed()
    expect(jobs.length).toBeGreaterThan(25)
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length)
    for (const { id, name } of jobs) expect(name, id).toMatch(/^(?:[A-Z][a-z]+ |RSS )/)
  })

  test('searches come as often as the settings say, and the feeds not at all while they are off', async () => {
    expect([await triggerOf('search'), await triggerOf('rss')]).toEqual(['interval[1 day, 0:00:00]', 'interval[0:20:00]']) // biome-ignore format: one row
    await app.config.save({ enable_rss: false, search_interval: 60 })
    expect([await triggerOf('search'), await triggerOf('rss')]).toEqual(['interval[1:00:00]', 'parked'])
  })
})

test('a job is registered in the one table alone', () => {
  const src = join(import.meta.dir, '../..')
  const shipped = [...new Bun.Glob('**/*.ts').scanSync(src)]
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('testing/'))
  const where = (pattern: RegExp) => shipped.filter((path) => pattern.test(readFileSync(join(src, path), 'utf8')))
  expect(where(/\btimetable\s*\.add\(/)).toEqual(['edges/app/composed-app.ts'])
  expect(where(/import (?:type )?\{[^}]*\bScheduledJob\b[^}]*\} from '[^']*\/timetable'/)).toEqual([
    'edges/app/jobs.ts',
  ])
})
