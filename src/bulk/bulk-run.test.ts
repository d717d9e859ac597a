import { expect, test } from 'bun:test'
import { Refusal } from '../refusal'
import { DISK_FULL } from '../storage/write-errors'
import { runGuarded } from './bulk-run'
import type { BulkItem } from './store'

const ITEM = { comic_id: 'harbor' } as BulkItem
const coded = (code: string) => Object.assign(new Error(code), { code })

async function outcomeOf(error: Error) {
  const log: unknown[] = []
  const silent = () => {}
  const work = () => Promise.reject(error)
  const outcome = await runGuarded(ITEM, { debug: silent, info: silent, warn: silent, error: (...of) => void log.push(of) }, work) // biome-ignore format: one line
  return [outcome?.state, outcome?.sentence, log.length]
}

test.each([
  ['what was refused, as a sentence', new Refusal('conflict', 'Not now.'), 'Not now.', 0],
  ['a full disk, as a sentence', coded('SQLITE_FULL'), DISK_FULL, 0],
  ['an internal error, which the log explains', new Error('secret'), 'Internal error. See the log.', 1],
])('a series fails with %s', async (_name, error, sentence, lines) => {
  expect(await outcomeOf(error)).toEqual(['failed', sentence, lines])
})

test.each(['SQLITE_BUSY', 'SQLITE_LOCKED_SHAREDCACHE'])('a locked library is no outcome: the series waits (%s)', async (code) => {
  await expect(outcomeOf(coded(code))).rejects.toThrow(code)
}) // biome-ignore format: one line
