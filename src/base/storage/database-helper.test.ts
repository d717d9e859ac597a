import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFrame, readFrames } from '../platform/frames'
import { Database } from './database'
import { type CopyAnswer, type CopyRequest, serveDatabaseHelper } from './database-helper'
import { migrations } from './migrations/index'

const folder = mkdtempSync(join(tmpdir(), 'panelkeep-helper-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)
new Database(at('whole.db'), { publish: () => {} }).close()

/** The helper's replies, each sent before it reads the next request. */
async function answers(...requests: CopyRequest[]): Promise<CopyAnswer[]> {
  const written: Uint8Array[] = []
  async function* input() {
    for (const [before, ask] of requests.entries()) {
      expect(written).toHaveLength(before)
      yield encodeFrame(ask)
    }
  }
  const write = async (frame: Uint8Array) => {
    await Promise.resolve()
    written.push(frame)
  }
  await serveDatabaseHelper({ input: input(), write })
  const answers: CopyAnswer[] = []
  const stream = (async function* () {
    yield* written
  })()
  for await (const { header } of readFrames(stream)) answers.push(header as CopyAnswer)
  return answers
}

test('a copy is made and verified, and an existing one is only verified', async () => {
  const count = ['jobs', 'nothing']
  const [copied, looked] = await answers(
    { from: at('whole.db'), path: at('copy.db'), count },
    { path: at('copy.db'), count },
  )
  const { size } = statSync(at('copy.db'))
  const names = migrations.map(({ name }) => name).sort()
  expect(copied).toEqual({ facts: { size, rows: { jobs: 0, nothing: 0 }, migrations: names } })
  expect(looked).toEqual(copied!)
})

test('an error is reported in one line, apart from a damaged file, and the next request is still answered', async () => {
  writeFileSync(at('broken.db'), 'a shopping list that is long enough to be taken for the head of a database file')
  const [broken, absent, well] = await answers(
    { path: at('broken.db'), count: [] },
    { path: at('absent.db'), count: [] },
    { path: at('whole.db'), count: [] },
  )
  expect(broken).toMatchObject({ fault: 'damaged', detail: expect.stringContaining('not a database') })
  expect(absent).toMatchObject({ fault: 'failed', detail: expect.stringMatching(/^[^\n]+$/) })
  expect(well).toHaveProperty('facts')
})
