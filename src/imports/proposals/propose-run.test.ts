import { expect, test } from 'bun:test'
import { Database } from '../../storage/database'
import { fakeClock } from '../../testing/fakes/clock'
import { ProposeRun } from './propose-run'

test('a run without questions is at its beginning, and names the provider that it would query', async () => {
  const db = new Database(':memory:', { publish: () => {} })
  const reports: unknown[] = []
  const providers = { serving: () => [{ label: 'Provider A' }] }
  const report = (part: number, detail: object) => void reports.push({ part, ...detail })
  const tools = { signal: new AbortController().signal, report, operation_id: 'operation' }
  await new ProposeRun({ db, clock: fakeClock(), providers } as never, 'comic', tools as never).through([])
  expect(reports[0]).toMatchObject({ part: 0, provider: 'Provider A', asked: 0, total: 0 })
  db.close()
})
