import { beforeEach, describe, expect, test } from 'bun:test'
import { findIssue, setIntent } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { type KillPoint, type ProcessDeps, setClock, startProcess } from '../../../testing/downloads/download-process'
import { FakeClient } from '../../../testing/fakes/download-client'
import { nzbOf } from '../../../testing/fakes/indexer'
import { makeIssues, makeSeries } from '../../../testing/make'
import { findBlocked } from '../blocklist/store'
import { isOpen } from '../machine'
import type { ReleasePayload } from '../payload'
import type { Protocol, Stage } from '../states'
import { findDownload, logOf } from '../store'

/** The process is killed before and after each of its writes, and restarted. */

const TITLE = 'Harbor Lights 003 (2015) (Digital)'
const PATH = '/downloads/Harbor Lights 003.cbz'
const release: ReleasePayload = { kind: 'nzb', name: TITLE, bytes: nzbOf(TITLE) }
type Process = ReturnType<typeof startProcess>

const db = testDatabase()

function makeOuter(protocol: Protocol): ProcessDeps {
  db.write((tx) => {
    for (const table of ['journal', 'blocklist', 'operations', 'timeline', 'series'])
      tx.run(`delete from ${table}` as never)
  })
  makeSeries(db)
  makeIssues(db, 'harbor', [3])
  const clock = setClock()
  db.write((tx) => setIntent(tx, 'harbor-3', 'wanted', clock.now()))
  const client = new FakeClient('fake', protocol === 'torrent' ? 'qbittorrent' : 'sabnzbd')
  return { db, clock, client, readable: new Set([PATH]) }
}

const wanted = (protocol: Protocol) => ({
  digest: 'd1',
  entity_type: 'issue' as const,
  entity_id: 'harbor-3',
  comic_id: 'harbor',
  title: TITLE,
  indexer_id: 'a',
  indexer: 'Indexer A',
  protocol,
  size: 100,
  pack: false,
  issue_ids: ['harbor-3'],
})

interface Story {
  protocol: Protocol
  /**
   * The client's steps after it has the release, and the reactions to them. Each happens once, in whichever process
   * runs.
   */
  steps: ((outer: ProcessDeps, alive: Process) => unknown)[]
  /** The final stage; releases that never reached the client fail. */
  ends: Stage
  issue: string
  /** The removals that the client receives. */
  removed: boolean[]
}

const done = ({ client }: ProcessDeps) => client.all({ state: 'done', path: PATH, total: 100, done: 100 })
const seeded = ({ client }: ProcessDeps) => client.all({ state: 'seeding', path: PATH, ratio: 1 })

const stories: Record<string, Story> = {
  'a normal download': {
    protocol: 'usenet',
    steps: [done],
    ends: 'post_processed',
    issue: 'missing',
    removed: [false],
  },
  'a torrent that seeds until it has seeded enough': {
    protocol: 'torrent',
    steps: [
      ({ client }) => client.all({ state: 'seeding', path: PATH, ratio: 0.5 }),
      ({ client }) => expect(client.removed).toEqual([]),
      seeded,
    ],
    ends: 'post_processed',
    issue: 'missing',
    removed: [true],
  },
  'a client that assigns new ids after a restart': {
    protocol: 'usenet',
    steps: [({ client }) => client.restart(), done, ({ client }) => client.restart()],
    ends: 'post_processed',
    issue: 'missing',
    removed: [false],
  },
  'a client that lost its queue': {
    protocol: 'usenet',
    steps: [({ client }) => client.forget()],
    ends: 'failed',
    issue: 'missing',
    removed: [],
  },
  'a client that is unreachable for a day': {
    protocol: 'usenet',
    steps: [
      ({ client }) => (client.down = true),
      ({ clock }) => clock.pass(1440),
      ({ client }) => (client.down = false),
      done,
    ],
    ends: 'post_processed',
    issue: 'missing',
    removed: [false],
  },
  'a client whose finished folder was moved': {
    protocol: 'usenet',
    steps: [
      ({ client }) => client.all({ state: 'done', path: '/elsewhere/harbor.cbz' }),
      ({ readable }) => readable.add('/elsewhere/harbor.cbz'),
    ],
    ends: 'post_processed',
    issue: 'missing',
    removed: [false],
  },
  'a download that fails': {
    protocol: 'usenet',
    steps: [({ client }) => client.all({ state: 'failed', detail: 'Repair failed.', blames: true })],
    ends: 'failed',
    issue: 'missing',
    removed: [true],
  },
  'a download that was cancelled, and completes anyway': {
    protocol: 'usenet',
    steps: [(_, alive) => alive.cancels.byKey('harbor-3|indexer a'), done],
    ends: 'cancelled',
    issue: 'missing',
    removed: [true],
  },
}

/** Plays a story; a killed process is followed by another one, which resumes. */
async function tell({ protocol, steps }: Story, outer: ProcessDeps, death: KillPoint | undefined) {
  let alive = startProcess(outer, death)
  let died = false
  const attempt = async (work: (alive: Process) => unknown) => {
    try {
      await work(alive)
    } catch (error) {
      if (!alive.life.dead) throw error
    }
    if (!alive.life.dead) return true
    died = true
    alive = startProcess(outer)
    await alive.recover()
    return false
  }
  const until = async (work: (alive: Process) => unknown) => {
    while (!(await attempt(work))) {}
  }
  await attempt(async ({ journal, client }) => {
    const item = journal.reserve(wanted(protocol), client, 'item')
    if (item) await journal.handOver(item, release, client)
  })
  // Before the grab is recorded nothing exists: the next process grabs.
  if (!findDownload(outer.db.read, 'item')) {
    const item = alive.journal.reserve(wanted(protocol), alive.client, 'item')!
    await alive.journal.handOver(item, release, alive.client)
  }
  for (const step of steps) {
    await until((each) => step(outer, each))
    await until((each) => each.round())
  }
  for (let look = 0; look < 7; look++) {
    outer.clock.pass(3)
    await until((each) => each.round())
  }
  return { died, alive }
}

describe.each(Object.entries(stories))('%s', (name, story) => {
  test.each(['before', 'after'] as const)(
    'killed %s any write ends once',
    async (moment) => {
      for (let nth = 1; nth < 60; nth++) {
        const outer = makeOuter(story.protocol)
        const { died, alive } = await tell(story, outer, { nth, moment })
        const { client } = outer
        const item = findDownload(db.read, 'item')!
        const what = `${name}, write ${nth}`
        const submissions = client.accepted.length
        expect(submissions, what).toBeLessThanOrEqual(1)
        expect(item.stage, what).toBe(
          submissions === 1 || story.ends === 'cancelled' ? endOf(story, item.stage) : 'failed',
        )
        const ends = logOf(db.read, 'item').filter(({ to }) => !isOpen(to))
        expect(
          ends.map(({ to }) => to),
          what,
        ).toEqual([item.stage])
        expect(findIssue(db.read, 'harbor-3')?.fulfillment, what).toBe(story.issue as never)
        if (submissions === 1)
          expect(
            client.removed.map(([, files]) => files),
            what,
          ).toEqual(story.removed)
        expect([null, 'gone'], what).toContain(item.held)
        expect(client.names, what).toEqual([])
        expect(alive.operations.active('process_download'), what).toEqual([])
        if (name === 'a download that fails' && submissions === 1)
          expect(findBlocked(db.read, 'd1'), what).toBeDefined()
        if (!died) return expect(nth).toBeGreaterThan(4)
      }
      throw new Error('it never came to its end')
    },
    60_000,
  )
})

/** An item cancelled before the client had the release ended in another way: there was nothing to cancel. */
const endOf = ({ ends }: Story, stage: Stage) => (ends === 'cancelled' && stage === 'failed' ? 'failed' : ends)

describe('a cancel during the hand-over', () => {
  let outer: ProcessDeps
  beforeEach(() => {
    outer = makeOuter('usenet')
  })

  test('wins over the late success, and the client removes the release', async () => {
    const alive = startProcess(outer)
    const { client, journal, cancels } = alive
    const item = journal.reserve(wanted('usenet'), client, 'item')!
    const over = journal.handOver(item, release, client)
    expect(cancels.byKey('harbor-3|indexer a')).toBe('cancelled')
    expect(cancels.byKey('harbor-3|indexer a')).toBe('ended')
    expect(cancels.byKey('nobody|nowhere')).toBe('unknown')
    await over
    await alive.round()
    expect(findDownload(outer.db.read, 'item')).toMatchObject({ stage: 'cancelled', held: 'gone' })
    expect(outer.client.removed).toEqual([[item.client_name!, true]])
    expect(outer.client.names).toEqual([])
  })

  test('reaches an unreachable client once it answers', async () => {
    const alive = startProcess(outer)
    const item = alive.journal.reserve(wanted('usenet'), alive.client, 'item')!
    await alive.journal.handOver(item, release, alive.client)
    outer.client.down = true
    alive.cancels.byId('item')
    await alive.round()
    expect(findDownload(outer.db.read, 'item')).toMatchObject({ stage: 'cancelled', held: 'dropping' })
    outer.client.down = false
    outer.clock.pass(2)
    await alive.round()
    expect(outer.client.names).toEqual([])
  })
})

test('a lost reply is found by its name, and nothing is sent twice', async () => {
  const outer = makeOuter('usenet')
  outer.client.loses = true
  const { journal, client } = startProcess(outer)
  const item = journal.reserve(wanted('usenet'), client, 'item')!
  expect(await journal.handOver(item, release, client)).toMatchObject({ stage: 'snatched' })
  expect(outer.client.accepted).toHaveLength(1)
})
