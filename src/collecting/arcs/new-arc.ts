import { addTimelineRow } from '../../base/activity/store'
import type { Instant } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { ReadHandle, Tx } from '../../base/storage/database'
import * as store from './store'

/** Adds an arc under the next free id, or under `ownId`, and records it in the timeline. */
export function addArc(tx: Tx, row: store.NewArc, at: Instant, ownId?: string): store.ArcRow {
  const arc_id = ownId ?? `C${String(store.lastArcNumber(tx) + 1).padStart(4, '0')}`
  store.insertArc(tx, { ...row, arc_id }, at)
  recordArcStep(tx, { activity: 'add', arc_id, name: row.name, at }, 'succeeded')
  return store.findArc(tx, arc_id)!
}

export interface ArcStep {
  activity: 'add' | 'refresh'
  arc_id: string
  name: string
  at: Instant
}

/** Records a step of an arc in the timeline. */
export function recordArcStep(tx: Tx, step: ArcStep, outcome: 'started' | 'succeeded' | { failure: string }): void {
  const { activity, arc_id, name, at } = step
  const row = { at, activity, subject: { type: 'arc', id: arc_id, label: name } } as const
  if (typeof outcome === 'string') addTimelineRow(tx, { ...row, status: outcome })
  else addTimelineRow(tx, { ...row, status: 'failed', reason: { code: `${activity}_failed`, detail: outcome.failure } })
}

/** Arcs are distinguished by name, ignoring case. */
export const isNamed = ({ name }: store.ArcRow, wanted: string): boolean => name.toLowerCase() === wanted.toLowerCase()

/** The arc. Throws Refusal 'missing' when it does not exist. */
export function needArc(db: ReadHandle, arcId: string): store.ArcRow {
  const arc = store.findArc(db, arcId)
  if (!arc) throw new Refusal('missing', 'Story arc not found.')
  return arc
}

/** Throws Refusal 'invalid' for a blank name, 'conflict' when another arc has it. */
export function freeArcName(db: ReadHandle, name: string, ofArc?: string): string {
  const wanted = name.trim()
  if (wanted === '') throw new Refusal('invalid', 'A story arc needs a name.')
  const others = store.allArcs(db).filter(({ arc_id }) => arc_id !== ofArc)
  if (others.some((arc) => isNamed(arc, wanted)))
    throw new Refusal('conflict', `A story arc named ${wanted} already exists.`)
  return wanted
}
