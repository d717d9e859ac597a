import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { ownVersion } from './tables'

export type OwnVersion = Omit<typeof ownVersion.$inferSelect, 'only'>

const ONLY = { only: 1 } as const

const versionRow = preparedQuery((db: ReadHandle) => db.select().from(ownVersion).prepare())

export function findOwnVersion(db: ReadHandle): OwnVersion | undefined {
  return versionRow(db).get()
}

/** Creates the row with `last_seen` when there is none. */
export function keepOwnVersion(tx: Tx, known: Partial<OwnVersion> & Pick<OwnVersion, 'last_seen'>): void {
  tx.insert(ownVersion)
    .values({ ...ONLY, ...known })
    .onConflictDoUpdate({ target: ownVersion.only, set: known })
    .run()
}
