import { addTimelineRow } from '../activity/store'
import type { Instant } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Reader, Tx } from '../storage/database'
import * as store from './store'

/** Adds an arc under the next free id, and tells the timeline. */
export function addArc(tx: Tx, row: Pick<store.ArcRow, 'name' | 'source' | 'ordered_by'>, at: Instant): store.ArcRow {
  const arc_id = `C${String(store.lastArcNumber(tx) + 1).padStart(4, '0')}`
  store.insertArc(tx, { ...row, arc_id }, at)
  const subject = { type: 'arc', id: arc_id, label: row.name } as const
  addTimelineRow(tx, { at, activity: 'add', status: 'succeeded', subject })
  return store.findArc(tx, arc_id)!
}

/** Arcs are told apart by their names without regard to case. */
export const isNamed = ({ name }: store.ArcRow, wanted: string): boolean => name.toLowerCase() === wanted.toLowerCase()

/** Throws Refusal 'missing'. */
export function needArc(db: Reader, arcId: string): store.ArcRow {
  const arc = store.findArc(db, arcId.replace(/^4045-/, ''))
  if (!arc) throw new Refusal('missing', 'Story arc not found.')
  return arc
}
