import { nextTurn } from '../../../base/platform/event-loop'
import type { Database, Tx } from '../../../base/storage/database'
import { type ChosenCopy, type Copy, chooseCopy } from './choose-copy'
import * as copies from './copy-store'
import { groupIdsAfter, groupIdsOfSeries, writeGroup } from './group-store'

/** Groups of one transaction. */
const BATCH = 10

/** Writes again the group with this key: `pages:<digest>`, `bytes:<hash>` or `issue:<issue_id>`. */
export function regroup(tx: Tx, groupId: string): void {
  const at = groupId.indexOf(':')
  const [by, key] = [groupId.slice(0, at), groupId.slice(at + 1)]
  if (by === 'pages') {
    const all = copies.copiesOf(tx, copies.filesWithDigest(tx, key))
    writeGroup(tx, groupId, hasEqualBytes(all) ? 'bytes' : 'pages', chooseCopy(all, true))
  } else if (by === 'bytes') {
    // Files with checksums are compared by their pages.
    const all = copies.copiesOf(tx, copies.filesWithContent(tx, key)).filter(({ digest }) => digest === null)
    writeGroup(tx, groupId, 'bytes', chooseCopy(all, true))
  } else writeGroup(tx, groupId, 'issue', chosenForIssue(copies.copiesOf(tx, copies.filesOfIssue(tx, key))))
}

const hasEqualBytes = ([first, ...others]: readonly Copy[]) =>
  first?.hash !== null && others.every(({ hash }) => hash === first?.hash)

/** Of equal copies one stands for all. A file with an issue that the kept one lacks is no copy of it. */
function chosenForIssue(all: readonly Copy[]): ChosenCopy | undefined {
  const classes = Map.groupBy(all, ({ digest, hash, file_id }) => digest ?? hash ?? file_id)
  const best = [...classes.values()].map((equal) => chooseCopy(equal, true)?.keep ?? equal[0]!)
  const chosen = chooseCopy(best, false)
  if (!chosen) return undefined
  const own = new Set(chosen.keep.issue_ids)
  const others = chosen.others.filter(({ issue_ids }) => issue_ids.every((id) => own.has(id)))
  return others.length > 0 ? { ...chosen, others } : undefined
}

/** The groups of the files of a series, before and after a change. */
export function regroupSeries(tx: Tx, comicId: string): void {
  const ids = new Set([...groupIdsOfSeries(tx, comicId), ...copies.repeatedKeysOfSeries(tx, comicId)])
  for (const groupId of ids) regroup(tx, groupId)
}

/** Looks through the whole library for copies, some rows of an index at a time. */
export async function findCopies(db: Database, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted; ) {
    const known = groupIdsAfter(db.read, after, BATCH)
    if (known.length === 0) break
    db.write((tx) => known.forEach((id) => void regroup(tx, id)))
    after = known.at(-1)!
    await nextTurn()
  }
  const steps = [
    ['pages', copies.repeatedDigests],
    ['bytes', copies.repeatedContents],
    ['issue', copies.repeatedIssues],
  ] as const
  for (const [by, step] of steps)
    for (let after: string | undefined = ''; after !== undefined && !signal.aborted; await nextTurn()) {
      const { keys, next }: copies.KeyStep = step(db.read, after)
      for (let from = 0; from < keys.length && !signal.aborted; from += BATCH) {
        const some = keys.slice(from, from + BATCH)
        db.write((tx) => some.forEach((key) => void regroup(tx, `${by}:${key}`)))
        await nextTurn()
      }
      after = next
    }
}
