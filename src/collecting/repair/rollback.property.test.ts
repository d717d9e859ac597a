import { expect, test } from 'bun:test'
import { addItem } from '../../intake/downloads/store'
import { setFileGone } from '../../library/series/correct-store'
import { recount } from '../../library/series/counts-store'
import { fulfillments, intents } from '../../library/series/states'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import {
  confirmed,
  grabbed,
  OWNER,
  type RepairHarness,
  repairHarness,
  setRow,
  stored,
} from '../../testing/repair-harness'

/** Numbers from 0 to below `n`, the same for each seed. */
function numbers(seed: number): (n: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (n) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % n
  }
}

const STORED = fulfillments.filter((each) => each !== 'covered')
const DATES = ['2020-05-06', '2027-01-01', '0000-00-00', null]

/** A series in any state that rows can have, including states that no program should leave. */
function makeAnything({ db, disk }: RepairHarness, next: (n: number) => number): string[] {
  makeSeries(db, { status: next(6) === 0 ? 'paused' : 'active' })
  const ids = makeIssues(
    db,
    'harbor',
    Array.from({ length: 3 + next(20) }, (_, at) => ({
      number: String(at + 1),
      release_date: DATES[next(6)] ?? '2021-02-03',
      intent: intents[next(intents.length)]!,
    })),
  )
  for (const id of ids) {
    const path = `/library/${id}.cbz`
    if (next(3) === 0) {
      // Some files hold two issues.
      const other = ids[next(ids.length)]!
      const file = makeFile(db, { path, issues: [...new Set(next(3) === 0 ? [id, other] : [id])] })
      if (next(2) === 0) db.write((tx) => setFileGone(tx, file, '2026-01-05T00:00:00.000Z'))
      if (next(3) > 0) disk.add(path)
    }
    db.write((tx) => {
      if (next(4) === 0) addItem(tx, grabbed(`item-${id}`, id), [id])
      setRow(tx, id, { fulfillment: STORED[next(STORED.length)]! })
    })
  }
  db.write((tx) => recount(tx, 'harbor'))
  return ids
}

test.each(Array.from({ length: 60 }, (_, seed) => seed))(
  'apply and rollback restore every row that the user did not change (seed %i)',
  async (seed) => {
    const next = numbers(seed)
    const it = repairHarness()
    const ids = makeAnything(it, next)
    const before = stored(it)
    const preview = await it.repair.preview(OWNER, { series_id: 'harbor' })
    const optional = preview.items.flatMap(({ optional, entity_key }) =>
      optional && next(2) === 0 ? [entity_key] : [],
    )
    const run = await confirmed(it, optional)
    const limit = next(3) === 0 ? { max_items: 1 + next(5) } : {}
    await it.repair.apply(run, limit)
    // The user changes some issues meanwhile, both changed and unchanged ones.
    const touched = new Set(ids.filter(() => next(5) === 0))
    it.db.write((tx) => {
      for (const id of touched) setRow(tx, id, { intent: 'ignored', fulfillment: 'archived' })
    })
    const between = new Map<string, unknown>(rowsOf(it))
    await it.repair.rollBack(run, { reason: 'test' })
    const was = new Map<string, unknown>(before.issues.map((row) => [(row as { issue_id: string }).issue_id, row]))
    for (const [id, row] of rowsOf(it)) expect([id, row]).toEqual([id, touched.has(id) ? between.get(id) : was.get(id)])
    if (touched.size === 0) expect(stored(it)).toEqual(before)
    it.db.close()
  },
)

const rowsOf = (it: RepairHarness) =>
  (stored(it).issues as { issue_id: string }[]).map((row): [string, unknown] => [row.issue_id, row])
