import { and, desc, eq, sql } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { catalogPages } from './tables'

export type CatalogPage = Omit<typeof catalogPages.$inferSelect, 'user_id'>

/** The page as the caller last saw it. */
export function catalogPage(db: ReadHandle, path: string): CatalogPage | undefined {
  const { tag, changed_at } = catalogPages
  return db
    .select({ path: catalogPages.path, tag, changed_at })
    .from(catalogPages)
    .where(and(eq(catalogPages.user_id, callerId()), eq(catalogPages.path, path)))
    .get()
}

export function saveCatalogPage(tx: Tx, row: CatalogPage): void {
  tx.insert(catalogPages)
    .values({ ...row, user_id: callerId() })
    .onConflictDoUpdate({ target: [catalogPages.user_id, catalogPages.path], set: row })
    .run()
}

/** Keeps the `most` pages that changed last, of all users. */
export function forgetCatalogPages(tx: Tx, most: number): void {
  const kept = tx.select({ id: sql`rowid` }).from(catalogPages).orderBy(desc(catalogPages.changed_at)).limit(most)
  tx.delete(catalogPages).where(sql`rowid not in ${kept}`).run()
}
