import { afterEach, beforeEach, expect, test } from 'bun:test'
import { insertOperation, reportProgress, startOperation } from '../../base/work/store'
import { type TestApp, testApp } from '../../testing/app'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

const AT = '2026-11-21T10:00:00.000Z'

function running(operation_id: string, subject: string): void {
  app.db.write((tx) => {
    insertOperation(tx, { operation_id, kind: 'rename_files', subject, payload: { secret: 'inside' }, at: AT })
    startOperation(tx, operation_id, AT)
    reportProgress(tx, operation_id, 0.25, { done: 3, total: 12 })
  })
}

test('an operation shows its progress, not its payload', async () => {
  running('o1', 'harbor')
  const one = await app.reader.json(200, app.reader.get('/api/operations/o1'))
  expect(one).toEqual({
    operation_id: 'o1',
    kind: 'rename_files',
    subject: 'harbor',
    state: 'running',
    progress: 0.25,
    detail: { done: 3, total: 12 },
    error: null,
    created_at: AT,
    finished_at: null,
  })
})

test('an operation is found by its subject', async () => {
  running('o1', 'harbor')
  running('o2', 'copper')
  const { operations } = await app.reader.json<{ operations: { operation_id: string }[] }>(
    200,
    app.reader.get('/api/operations?subject=copper'),
  )
  expect(operations.map(({ operation_id }) => operation_id)).toEqual(['o2'])
})

test('an unknown operation is 404', async () => {
  const { detail } = await app.reader.json(404, app.reader.get('/api/operations/o9'))
  expect(detail).toContain('unknown')
})
