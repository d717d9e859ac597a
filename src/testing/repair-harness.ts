import type { Files, Log } from '../base/platform/ports'
import { systemRandom } from '../base/platform/random'
import type { Database, Tx } from '../base/storage/database'
import { makeRepair } from '../collecting/repair/feature'
import { AcquisitionGate } from '../intake/acquisition/gate'
import { Maintenance } from '../intake/acquisition/maintenance'
import { addItem } from '../intake/downloads/store'
import { setFileGone } from '../library/series/correct-store'
import { recount } from '../library/series/counts-store'
import { testDatabase } from './database'
import { type FakeClock, fakeClock } from './fakes/clock'
import { makeFile, makeIssues, makeSeries } from './make'

/** Repair runs over rows in memory and a disk that is a list of paths. */

const LOG: Log = { debug() {}, info() {}, warn() {}, error() {} }
export const OWNER = { username: 'reader', sid: 'browser-1' }
/** The facts in the form that `makeFile` stores. */
const FACTS = { kind: 'file', size: 48_211_003, modifiedMs: 1_780_000_000_000, device: 1 } as const

/** The error of an ended process: each later write fails too. */
export class Killed extends Error {}

export interface RepairHarness extends ReturnType<typeof start> {
  db: Database
  clock: FakeClock
  /** Paths on disk. */
  disk: Set<string>
  /** A new process over the same rows, which is killed after `writes` transactions. */
  restart(writes?: number): RepairHarness
}

export function repairHarness(): RepairHarness {
  const db = testDatabase()
  const clock = fakeClock()
  const disk = new Set<string>()
  const of = (writes?: number): RepairHarness => ({
    ...start(dying(db, writes), clock, disk),
    db,
    clock,
    disk,
    restart: of,
  })
  return of()
}

function start(db: Database, clock: FakeClock, disk: ReadonlySet<string>) {
  const files: Pick<Files, 'stat'> = { stat: async (path) => (disk.has(path) ? FACTS : undefined) }
  const gate = new AcquisitionGate({ db, clock, random: systemRandom, log: LOG, isPaused: () => false })
  const maintenance = new Maintenance({ db, clock, log: LOG, gate })
  const ports = { clock, random: systemRandom, files: files as Files, log: LOG }
  const clients = { downstream: async (route: string) => (route === 'torrent' ? undefined : {}) }
  return { gate, maintenance, ...makeRepair({ ports, db, gate, maintenance, clients }) }
}

/** A database whose process is killed before the transaction after `writes`; inner writes join the outer one. */
function dying(db: Database, writes = Number.POSITIVE_INFINITY): Database {
  let [left, depth] = [writes, 0]
  const write: Database['write'] = (work) => {
    if (depth === 0 && left-- <= 0) throw new Killed('killed')
    depth++
    try {
      return db.write(work)
    } finally {
      depth--
    }
  }
  return Object.assign(Object.create(db) as Database, { write })
}

/** Adds the series `harbor` with issues that drifted, one for each finding of a repair. */
export function makeDrift({ db, disk }: Pick<RepairHarness, 'db' | 'disk'>): void {
  makeSeries(db)
  const [out, later] = ['2020-05-06', '2027-01-01']
  makeIssues(db, 'harbor', [
    { number: '1', release_date: out },
    { number: '2', release_date: out, fulfillment: 'snatched', intent: 'wanted' },
    { number: '3', release_date: out, fulfillment: 'downloaded' },
    { number: '4', release_date: out, fulfillment: 'archived' },
    { number: '5', release_date: later },
    { number: '6', release_date: out },
    { number: '7', release_date: out, intent: 'skipped' },
    { number: '8', release_date: out, fulfillment: 'failed', intent: 'wanted' },
    { number: '9', release_date: out },
    { number: '1', kind: 'annual', release_date: out, fulfillment: 'reserved' },
  ])
  const file = makeFile(db, { path: '/library/Harbor 001.cbz', issues: ['harbor-1'] })
  makeFile(db, { path: '/library/Harbor 006.cbz', issues: ['harbor-6'] })
  for (const path of ['/library/Harbor 001.cbz', '/library/Harbor 006.cbz']) disk.add(path)
  db.write((tx) => {
    setFileGone(tx, file, '2026-01-05T00:00:00.000Z')
    setRow(tx, 'harbor-1', { fulfillment: 'missing' })
    setRow(tx, 'harbor-6', { fulfillment: 'failed' })
    addItem(tx, grabbed('item-9', 'harbor-9'), ['harbor-9'])
    recount(tx, 'harbor')
  })
}

export const grabbed = (item_id: string, entity_id: string) => ({
  item_id,
  release_key: `${entity_id}|indexer a`,
  digest: item_id,
  entity_type: 'issue' as const,
  entity_id,
  comic_id: 'harbor',
  title: entity_id,
  indexer: 'Indexer A',
  protocol: 'usenet' as const,
  grabbed_at: '2026-11-20T08:00:00.000Z',
})

export function setRow(tx: Tx, issueId: string, row: { intent?: string; fulfillment?: string }): void {
  for (const [column, value] of Object.entries(row)) {
    tx.run(`update issues set ${column} = '${value}' where issue_id = '${issueId}'`)
  }
}

/** The columns that a repair may change, and those that depend on them. */
export const stored = ({ db }: Pick<RepairHarness, 'db'>) => ({
  issues: db.read.all('select issue_id, intent, fulfillment from issues order by issue_id'),
  files: db.read.all('select file_id, path, gone_at from files order by file_id'),
  series: db.read.all('select comic_id, total, have, wanted, latest_issue_id, cover_issue_id from series'),
})

/** Previews, confirms with these optional keys, and returns the id of the run. */
export async function confirmed({ repair }: RepairHarness, optional: string[] = [], canary?: string): Promise<string> {
  const { run_id, preview_token, fingerprint } = await repair.preview(OWNER, { series_id: 'harbor' })
  const choice = { selected_optional_keys: optional, ...(canary === undefined ? {} : { canary_entity_key: canary }) }
  repair.confirm(OWNER, run_id, { preview_token, fingerprint, ...choice })
  return run_id
}
