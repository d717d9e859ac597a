import type { Reader, Tx } from '../storage/database'
import { ownVersion } from './tables'

export type OwnVersion = Omit<typeof ownVersion.$inferSelect, 'only'>

const ONLY = { only: 1 } as const

export function findOwnVersion(db: Reader): OwnVersion | undefined {
  return db.select().from(ownVersion).get()
}

/** Creates the row with `last_seen` when there is none. */
export function keepOwnVersion(tx: Tx, known: Partial<OwnVersion> & Pick<OwnVersion, 'last_seen'>): void {
  tx.insert(ownVersion)
    .values({ ...ONLY, ...known })
    .onConflictDoUpdate({ target: ownVersion.only, set: known })
    .run()
}
