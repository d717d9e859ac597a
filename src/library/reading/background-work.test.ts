import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { AppEvent } from '../../base/events/types'
import { asUser, callerId } from '../../base/platform/caller'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { type FakeClock, fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileWithId } from '../series/file-store'
import { ChangedFiles } from './changed-files'
import { Contents } from './contents'
import type { Covers } from './covers'
import { CoversAhead } from './covers-ahead'
import { DocumentDigests } from './digests'
import { ReadingUpkeep } from './upkeep'

/** Work for the library that a request of a user starts: it sees what that user may not see. */

const log = { debug() {}, info() {}, warn() {}, error() {} }

let db: Database
let clock: FakeClock
let announce: ((event: AppEvent) => void)[]
let users: string[]
beforeEach(() => {
  db = testDatabase()
  clock = fakeClock()
  announce = []
  users = []
  makeSeries(db)
  makeIssues(db, 'harbor', [1])
  makeFile(db, { issues: ['harbor-1'] })
})
afterEach(() => db.close())

const note = () => {
  users.push(callerId())
  return Promise.reject(new Error('no disk'))
}
const files = { open: note }
const subscribe = (listener: (event: AppEvent) => void) => announce.push(listener)
const file = () => fileWithId(db.read, 'file-/library/harbor-1.cbz')!
const changeSeries = async () => {
  for (const listener of announce) listener({ type: 'series.changed', comic_id: 'harbor' })
  await clock.advance('10 s')
}

test.each<[string, () => unknown]>([
  ['hashing a file', () => new Contents({ db, files, log }).keyOf(file())],
  [
    'digests of all files',
    () => {
      const digests = new DocumentDigests({ db, clock, files, log, isWanted: () => true })
      digests.startPass()
      return digests.idle()
    },
  ],
  [
    'the digest of a file that was fetched',
    () => {
      const digests = new DocumentDigests({ db, clock, files, log, isWanted: () => true })
      digests.digestSoon('harbor-1')
      return digests.idle()
    },
  ],
  [
    'digests of a series that changed',
    async () => {
      const digests = new DocumentDigests({ db, clock, files, log, isWanted: () => true })
      const upkeep = new ReadingUpkeep({ db, clock, log, digests, subscribe })
      await changeSeries()
      await upkeep.stop()
    },
  ],
  [
    'covers in advance',
    async () => {
      const covers = { ofIssue: () => ({ make: note }) } as unknown as Covers
      const ahead = new CoversAhead({ db, clock, covers, log, subscribe })
      await changeSeries()
      await ahead.stop()
    },
  ],
  [
    'reading a changed file again',
    () => {
      const source = { file: file(), path: '/library/harbor-1.cbz', size: 1, modifiedMs: 1, version: 'v' }
      return new ChangedFiles({ db, log, read: note }).current(source)
    },
  ],
])('%s is not limited to what the user may see', async (_name, work) => {
  await asUser('ann', work)
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(users).toEqual(['owner'])
})
