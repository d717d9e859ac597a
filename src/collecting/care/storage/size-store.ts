import { asc, desc, eq, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import type { SizeFacet } from '../states'
import { careSizes } from '../tables'
import type { SizeRow } from './tally'

/** Totals of single days; older ones are kept for the first day of each month. */
const DAYS_KEPT = 60
/** Facets in the order of time. */
const BY_KEY: readonly SizeFacet[] = ['total', 'added', 'year']

/** Replaces all sizes but the totals of earlier days. */
export function writeSizes(tx: Tx, rows: readonly SizeRow[], today: string): void {
  tx.run(sql`delete from care_sizes where facet <> 'total' or key = ${today} or
    (key < date(${today}, ${`-${DAYS_KEPT} days`}) and substr(key, 9) <> '01')`)
  tx.run(sql`insert into care_sizes (facet, key, label, files, bytes)
    select value ->> 'facet', value ->> 'key', value ->> 'label', value ->> 'files', value ->> 'bytes'
    from json_each(${JSON.stringify(rows)})`)
}

/** Largest first, or in the order of time. */
export function sizesOf(db: ReadHandle, facet: SizeFacet) {
  const order = BY_KEY.includes(facet) ? [asc(careSizes.key)] : [desc(careSizes.bytes), asc(careSizes.key)]
  const columns = { key: careSizes.key, label: careSizes.label, files: careSizes.files, bytes: careSizes.bytes }
  return db
    .select(columns)
    .from(careSizes)
    .where(eq(careSizes.facet, facet))
    .orderBy(...order)
    .all()
}

const newestTotal = preparedQuery((db: ReadHandle) =>
  db
    .select({ files: careSizes.files, bytes: careSizes.bytes })
    .from(careSizes)
    .where(eq(careSizes.facet, 'total'))
    .orderBy(desc(careSizes.key))
    .limit(1)
    .prepare(),
)

export const totalSize = (db: ReadHandle): { files: number; bytes: number } =>
  newestTotal(db).get() ?? { files: 0, bytes: 0 }
