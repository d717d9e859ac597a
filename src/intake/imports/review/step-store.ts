import { and, desc, eq, inArray, lte } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { findGroup, type GroupRow, insertGroup } from '../store'
import { type FileBefore, importFiles, importGroups, importSteps } from '../tables'
import { updateFile } from './store'

/** Corrections that can be undone, newest first. */

export type CorrectionStepRow = typeof importSteps.$inferSelect
type NewStep = Omit<CorrectionStepRow, 'step_id'>

/** The groups and files before a correction. */
export interface StepSnapshot {
  groups: GroupRow[]
  files: Map<string, FileBefore>
}

/** Undo steps kept for each scan. */
const MOST_STEPS = 100

export function snapshotOf(db: ReadHandle, groupIds: readonly string[]): StepSnapshot {
  const groups = groupIds.flatMap((id) => findGroup(db, id) ?? [])
  const files = db
    .select({
      path: importFiles.path,
      group_id: importFiles.group_id,
      kind: importFiles.kind,
      unit: importFiles.unit,
      number: importFiles.number,
      number_end: importFiles.number_end,
      said: importFiles.said,
      sort_key: importFiles.sort_key,
      duplicate_of: importFiles.duplicate_of,
    })
    .from(importFiles)
    .where(inArray(importFiles.group_id, [...groupIds]))
    .all()
  return { groups, files: new Map(files.map((file) => [file.path, file])) }
}

/** Files that the correction changed. */
export function changedFiles(before: StepSnapshot, now: StepSnapshot): FileBefore[] {
  return [...before.files.values()].filter((file) => {
    const after = now.files.get(file.path)
    return !after || (Object.keys(file) as (keyof FileBefore)[]).some((key) => file[key] !== after[key])
  })
}

export function saveStep(tx: Tx, step: NewStep): void {
  const { step_id } = tx.insert(importSteps).values(step).returning({ step_id: importSteps.step_id }).get()
  tx.delete(importSteps)
    .where(and(eq(importSteps.scan_id, step.scan_id), lte(importSteps.step_id, step_id - MOST_STEPS)))
    .run()
}

export function newestStep(db: ReadHandle, scanId: string): CorrectionStepRow | undefined {
  return db
    .select()
    .from(importSteps)
    .where(eq(importSteps.scan_id, scanId))
    .orderBy(desc(importSteps.step_id))
    .limit(1)
    .get()
}

/** The sentence of a scan's newest correction; undefined when there is none. */
export function newestStepSentence(db: ReadHandle, scanId: string): string | undefined {
  return db
    .select({ said: importSteps.said })
    .from(importSteps)
    .where(eq(importSteps.scan_id, scanId))
    .orderBy(desc(importSteps.step_id))
    .limit(1)
    .get()?.said
}

/** Restores groups and files to their earlier state, and deletes the step. */
export function undoStep(tx: Tx, { step_id, scan_id, groups, made, files }: CorrectionStepRow): void {
  for (const group of groups) {
    if (findGroup(tx, group.group_id))
      tx.update(importGroups).set(group).where(eq(importGroups.group_id, group.group_id)).run()
    else insertGroup(tx, group)
  }
  for (const file of files) updateFile(tx, { scan_id, path: file.path }, file)
  // Deleted last: a group's files are deleted with it, and these groups are empty by now.
  if (made.length > 0) tx.delete(importGroups).where(inArray(importGroups.group_id, made)).run()
  tx.delete(importSteps).where(eq(importSteps.step_id, step_id)).run()
}
