import { desc, notInArray } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { chosenFolders } from '../tables'

/** Number of choices that are kept as bookmarks. */
const KEPT = 5

/** The newest first. */
export function lastChosen(db: ReadHandle): string[] {
  return db
    .select({ path: chosenFolders.path })
    .from(chosenFolders)
    .orderBy(desc(chosenFolders.chosen_at))
    .limit(KEPT)
    .all()
    .map(({ path }) => path)
}

export function keepChosen(tx: Tx, path: string, chosen_at: Instant): void {
  tx.insert(chosenFolders)
    .values({ path, chosen_at })
    .onConflictDoUpdate({ target: chosenFolders.path, set: { chosen_at } })
    .run()
  tx.delete(chosenFolders)
    .where(notInArray(chosenFolders.path, lastChosen(tx)))
    .run()
}
