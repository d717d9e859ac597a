import type { ComicArchive } from '../../base/formats/archives/archive'
import { pageDigest } from '../../base/formats/archives/page-digest'
import { missingPages } from '../../base/formats/archives/page-gaps'

/** The findings about pages from the directory of an archive. */
export interface FileCheck {
  page_digest?: string
  page_bytes: number
  missing_pages?: string
}

export function checkOf({ format, pages }: Pick<ComicArchive, 'format' | 'pages'>): FileCheck {
  // The names of a PDF's pages are ours, those of a book are its publisher's.
  const missing = format === 'pdf' || format === 'epub' ? undefined : missingPages(pages.map(({ name }) => name))
  const digest = pageDigest(pages)
  return {
    ...(digest === undefined ? {} : { page_digest: digest }),
    page_bytes: pages.reduce((sum, { size }) => sum + size, 0),
    ...(missing === undefined ? {} : { missing_pages: missing }),
  }
}
