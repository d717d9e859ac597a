import { desc, eq, notInArray } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { catalogPages } from './tables'

export type CatalogPage = typeof catalogPages.$inferSelect

export function catalogPage(db: ReadHandle, path: string): CatalogPage | undefined {
  return db.select().from(catalogPages).where(eq(catalogPages.path, path)).get()
}

export function saveCatalogPage(tx: Tx, row: CatalogPage): void {
  tx.insert(catalogPages).values(row).onConflictDoUpdate({ target: catalogPages.path, set: row }).run()
}

/** Keeps the `most` pages that changed last. */
export function forgetCatalogPages(tx: Tx, most: number): void {
  const kept = tx
    .select({ path: catalogPages.path })
    .from(catalogPages)
    .orderBy(desc(catalogPages.changed_at))
    .limit(most)
  tx.delete(catalogPages).where(notInArray(catalogPages.path, kept)).run()
}
