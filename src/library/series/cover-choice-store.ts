import { eq } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { recount } from './counts-store'
import type { CoverChoice } from './states'
import { series, seriesPictures } from './tables'

/** Sets the cover that the user chose; null returns the choice to files and providers. */
export function setCoverChoice(tx: Tx, comicId: string, choice: CoverChoice | null): void {
  tx.update(series).set({ cover_choice: choice }).where(eq(series.comic_id, comicId)).run()
  recount(tx, comicId)
}

/** JPEG bytes. */
export function savePicture(tx: Tx, hash: string, bytes: Uint8Array): void {
  const picture = Buffer.from(bytes).toString('base64')
  tx.insert(seriesPictures).values({ hash, picture }).onConflictDoNothing().run()
}

export function findPicture(db: ReadHandle, hash: string): Uint8Array<ArrayBuffer> | undefined {
  const row = db.select().from(seriesPictures).where(eq(seriesPictures.hash, hash)).get()
  return row && new Uint8Array(Buffer.from(row.picture, 'base64'))
}
