import { type ArchiveDeps, type ComicArchive, openArchive } from '../../base/formats/archives/archive'
import { type PageSum, pageId, placesOf } from '../../base/formats/archives/page-prints'
import { sha256 } from '../../base/platform/digest'
import type { ReadHandle } from '../../base/storage/database'
import { findPage } from './page-store'

/** The given pages in one opened file. */
export interface FoundPages {
  archive: ComicArchive
  /** Their indexes among all pages, ascending. */
  places: number[]
}

/**
 * Opens a comic and finds pages in it, also where the ends that were read before do not reach. A page counts only when
 * its bytes equal those of the page that the user saw. Throws ArchiveError.
 */
export async function withFoundPages<T>(
  { db, archives }: { db: ReadHandle; archives: ArchiveDeps },
  path: string,
  sums: readonly PageSum[],
  use: (found: FoundPages) => Promise<T>,
): Promise<T> {
  const archive = await openArchive(path, archives)
  try {
    const digests = new Map(sums.map((sum) => [pageId(sum), findPage(db, sum)?.sha256]))
    const places: number[] = []
    for (const place of placesOf(archive.pages, sums)) {
      const { crc = 0, size } = archive.pages[place]!
      const wanted = digests.get(pageId({ crc, size }))
      if (wanted && sha256(await archive.page(place)) === wanted) places.push(place)
    }
    return await use({ archive, places })
  } finally {
    await archive.close()
  }
}
