import { and, eq, inArray, ne } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../../base/storage/database'
import type { ContentType } from '../../../../library/series/states'
import { series } from '../../../../library/series/tables'
import { aiFileNames as names } from '../tables'

export type NameRow = typeof names.$inferSelect

const SERIES = { comic_id: series.comic_id, name: series.name, year: series.year, aliases: series.aliases }
export type CandidateRow = Pick<typeof series.$inferSelect, keyof typeof SERIES>

/** Followed series of a kind, to choose candidates from. */
export function seriesOfKind(db: ReadHandle, kind: ContentType): CandidateRow[] {
  return db
    .select(SERIES)
    .from(series)
    .where(and(eq(series.content_type, kind), ne(series.status, 'unfollowed')))
    .orderBy(series.sort_name, series.comic_id)
    .all()
}

/** The model's reading of a name, with the series; undefined when it was not queried or had none. */
export function seriesReadFromName(db: ReadHandle, name: string) {
  return db
    .select({ number: names.number, comic_id: series.comic_id, series: series.name, year: series.year })
    .from(names)
    .innerJoin(series, eq(series.comic_id, names.comic_id))
    .where(eq(names.name, name))
    .get()
}

/** SQLite limits the number of bound values. */
const AT_ONCE = 500

export function knownNames(db: ReadHandle, all: readonly string[]): Set<string> {
  const known = new Set<string>()
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const part = all.slice(from, from + AT_ONCE)
    for (const { name } of db.select({ name: names.name }).from(names).where(inArray(names.name, part)).all())
      known.add(name)
  }
  return known
}

export function keepNames(tx: Tx, rows: readonly NameRow[]): void {
  if (rows.length > 0)
    tx.insert(names)
      .values([...rows])
      .onConflictDoNothing()
      .run()
}
