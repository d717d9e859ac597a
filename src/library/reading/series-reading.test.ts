import { afterEach, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { asUser, callerId, OWNER_ID } from '../../base/platform/caller'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { markGone, updateFileLocations } from '../series/presence-store'
import { deleteSeries } from '../series/store'
import { files, issueFiles, issues, series } from '../series/tables'
import { deleteMadeRows } from '../series/unmake-store'
import { Contents } from './contents'
import { readStateOf } from './machine'
import { ReadingProgress } from './progress'
import { relinkProgress } from './progress-row-store'
import * as store from './progress-store'
import { updateSeriesReading } from './series-reading'
import { readingProgress, seriesReading } from './tables'

let app: TestApp
afterEach(() => app.close())

const ALL = { limit: 1000, offset: 0 }

async function start() {
  app = await testApp()
  const { db, clock, ports } = app
  const contents = new Contents({ db, files: ports.files, log: ports.log })
  return { db, clock, contents, progress: new ReadingProgress({ db, clock, contents }) }
}

const all = <T extends SQLiteTable>(table: T) => app.db.read.select().from(table).all() as T['$inferSelect'][]
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** The caller's reading state of an issue, computed from every row of every table. */
function stateOfIssue(issue_id: string) {
  const links = all(issueFiles).filter((link) => link.issue_id === issue_id)
  const own = all(files).filter((file) => links.some(({ file_id }) => file_id === file.file_id))
  const keys = own.flatMap((file) => [file.file_id, file.content_hash])
  const [row] = all(readingProgress)
    .filter((each) => each.user_id === callerId())
    .filter((each) => each.issue_id === issue_id || keys.includes(each.content_key))
    .sort((a, b) => compare(b.read_at, a.read_at) || b.revision - a.revision)
  const state = row ? readStateOf(row) : 'unread'
  return { issue_id, at: row?.read_at ?? '', state, there: own.some((file) => file.gone_at === null) }
}

function seriesSlowly(comic_id: string) {
  const order = all(issues).filter((issue) => issue.comic_id === comic_id)
  order.sort((a, b) => compare(b.kind, a.kind) || compare(b.unit, a.unit) || compare(a.sort_key, b.sort_key))
  const looked = order.map((issue) => stateOfIssue(issue.issue_id))
  const newest = (some: typeof looked) => [...some].sort((a, b) => compare(a.at, b.at)).at(-1)
  const [read, reading] = (['read', 'reading'] as const).map((state) => looked.filter((each) => each.state === state))
  const current = newest(reading!.filter(({ there }) => there))
  const after = current ? undefined : newest(read!)
  const rest = after ? looked.slice(looked.indexOf(after) + 1) : []
  const next = rest.find(({ there, state }) => there && state !== 'read')
  return { comic_id, read: read!.length, reading: reading!.length, current, after, next }
}

/** The expected lists, computed without any index. */
function slowly() {
  const each = all(series).map(({ comic_id }) => seriesSlowly(comic_id))
  const lastFirst = [...each].sort(
    (a, b) =>
      compare((b.current ?? b.after)?.at ?? '', (a.current ?? a.after)?.at ?? '') || compare(b.comic_id, a.comic_id),
  )
  return {
    started: lastFirst.flatMap(({ current }) => current?.issue_id ?? []),
    deck: lastFirst.flatMap(({ comic_id, after, next }) =>
      next ? { issue_id: next.issue_id, comic_id, after_issue_id: after!.issue_id } : [],
    ),
    counts: each
      .filter(({ read, reading }) => read + reading > 0)
      .map(({ comic_id, read, reading }) => [comic_id, { read, reading }])
      .sort(),
  }
}

function quickly() {
  const db = app.db.read
  const ids = all(series).map(({ comic_id }) => comic_id)
  expect([store.countContinue(db), store.countOnDeck(db)]).toEqual([
    store.continueReading(db, ALL).length,
    store.onDeck(db, ALL).length,
  ])
  return {
    started: store.continueReading(db, ALL).map(({ issue_id }) => issue_id),
    deck: store.onDeck(db, ALL),
    counts: [...store.readCounts(db, ids)].sort(),
  }
}

/** Pseudo-random numbers below `limit`, the same for the same seed. */
function dice(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % limit
  }
}

const SERIES = ['amber', 'birch', 'cedar']
const USERS = [OWNER_ID, 'ann']

/** Random changes to a library and its progress. */
function happenings({ db, progress }: Awaited<ReturnType<typeof start>>, roll: (limit: number) => number) {
  const pick = <T>(some: readonly T[]): T | undefined => some[roll(some.length || 1)]
  const some = <T>(each: readonly T[]) => each.filter(() => roll(3) === 0)
  const there = () => all(issues).filter(({ issue_id }) => stateOfIssue(issue_id).there)
  const at = app.clock.now
  let paths = 0
  const newIssue = () => {
    const comic_id = pick(SERIES)!
    if (!all(series).some((row) => row.comic_id === comic_id)) makeSeries(db, { comic_id, name: comic_id })
    const [kind, number] = [roll(4) === 0 ? 'annual' : 'issue', String(roll(12))] as const
    const known = all(issues).find((row) => row.comic_id === comic_id && row.kind === kind && row.number === number)
    return known?.issue_id ?? makeIssues(db, comic_id, [{ kind, number }])[0]!
  }
  const arrive = (issueIds: string[], path = `/library/${paths++}.cbz`) =>
    makeFile(db, { issues: issueIds, path, content_hash: `content ${roll(20)}` })
  return {
    arrive: () => void arrive([newIssue()]),
    arriveForTwo: () => void arrive([...new Set([newIssue(), newIssue()])]),
    replace: () => {
      const file = pick(all(files))
      const link = file && all(issueFiles).find((link) => link.file_id === file.file_id)
      if (file && link) arrive([link.issue_id], file.path)
    },
    read: () => {
      const issue = pick(there())
      if (issue) progress.set(issue.issue_id, { page: pick([1, 5, 23])! })
    },
    mark: () =>
      void progress.markRead(
        some(there()).map((row) => row.issue_id),
        roll(2) === 0,
      ),
    vanish: () =>
      db.write((tx) =>
        markGone(
          tx,
          some(all(files)).map((file) => file.file_id),
          at(),
        ),
      ),
    comeBack: () => void db.write((tx) => updateFileLocations(tx, some(all(files)), at())),
    remove: () => void (roll(3) === 0 && db.write((tx) => deleteSeries(tx, pick(SERIES)!))),
    takeBack: () => {
      const removed = new Set(
        some(all(issues))
          .map((row) => row.issue_id)
          .slice(0, 2),
      )
      const links = all(issueFiles).filter((link) => removed.has(link.issue_id))
      db.write((tx) => deleteMadeRows(tx, { series: new Set(), issues: removed, files: new Set(), links }))
    },
    adopt: () => void db.write((tx) => relinkProgress(tx, roll(2) === 0 ? undefined : pick(SERIES))),
  }
}

test.each(Array.from({ length: 12 }, (_, n) => n + 1))(
  'the lists of each user match a full recount after any sequence of changes (seed %d)',
  async (seed) => {
    const started = await start()
    const roll = dice(seed * 7919)
    const happening = happenings(started, roll)
    const names = Object.keys(happening) as (keyof typeof happening)[]
    const often = [...names, 'arrive', 'arrive', 'read', 'read', 'read', 'mark'] as const
    const seen: string[] = []
    for (let step = 0; step < 60; step++) {
      const name = often[roll(often.length)]!
      const user = USERS[roll(USERS.length)]!
      seen.push(`${user}: ${name}`)
      asUser(user, happening[name])
      for (const each of USERS)
        asUser(each, () => expect({ seen, ...quickly() }).toEqual({ seen, ...slowly() } as never))
      if (roll(4) > 0) await started.clock.advance('1 s')
    }
  },
)

test('a file with issues of two series counts in both', async () => {
  const { db, progress } = await start()
  for (const comic_id of ['amber', 'birch']) {
    makeSeries(db, { comic_id, name: comic_id })
    makeIssues(db, comic_id, [1, 2])
    makeFile(db, { issues: [`${comic_id}-2`], path: `/${comic_id}.cbz`, content_hash: `two of ${comic_id}` })
  }
  makeFile(db, { issues: ['amber-1', 'birch-1'], path: '/both.cbz', content_hash: 'crossover' })
  progress.set('amber-1', { page: 23 })
  expect(store.readCounts(db.read, ['birch']).get('birch')).toEqual({ read: 1, reading: 0 })
  expect(store.onDeck(db.read, ALL).map(({ issue_id }) => issue_id)).toEqual(['birch-2', 'amber-2'])
})

test('a copy counts as read once its content hash shows that it is one', async () => {
  const { db, progress, contents } = await start()
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2])
  const copies = ['one', 'two'].map((name) => join(app.folder, `${name}.cbz`))
  for (const [n, path] of copies.entries()) {
    writeFileSync(path, 'the same comic')
    makeFile(db, { issues: [`harbor-${n + 1}`], path })
  }
  progress.set('harbor-1', { page: 23 })
  await contents.idle()
  contents.keyOf(all(files).find((file) => file.path === copies[1])!)
  await contents.idle()
  expect(store.readCounts(db.read, ['harbor']).get('harbor')).toEqual({ read: 2, reading: 0 })
})

test('progress of older versions is counted at the start', async () => {
  const { db, progress } = await start()
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2])
  for (const n of [1, 2]) makeFile(db, { issues: [`harbor-${n}`], content_hash: `${n}` })
  progress.set('harbor-1', { page: 23 })
  const before = quickly()
  db.write((tx) => tx.delete(seriesReading).run())
  expect(store.countOnDeck(db.read)).toBe(0)
  updateSeriesReading(db)
  expect(quickly()).toEqual(before)
  expect(before.deck).toHaveLength(1)
})
