import type { Reply } from '../../api/contract'
import { countWords, sizeWords } from '../../parts/text/format'

export const CARE_PATH = '/system/care'

export type CareSummary = Reply<'GET /api/care'>
export type CopyKind = CareSummary['copies'][number]['kind']
export type CopyGroup = Reply<'GET /api/care/copies'>['groups'][number]
export type Copy = CopyGroup['copies'][number]
export type RemovalPreview = Reply<'POST /api/care/copies/preview'>

export const COPY_KINDS: Record<CopyKind, { label: string; about: string }> = {
  bytes: { label: 'Same content', about: 'Files with the same content.' },
  pages: {
    label: 'Same pages',
    about:
      'Files with the same pages in different archives, such as a CBR and a CBZ, or a file before and after tagging.',
  },
  issue: { label: 'Same issue', about: 'Different files of one issue. Compare them before you remove one.' },
}

/** "CBZ · 36 pages · 48 MB · English · with metadata" */
export function copyFacts({ format, pages, size, language, is_tagged, issues }: Copy): string {
  return [
    format.toUpperCase(),
    pages > 0 ? countWords(pages, 'page') : '',
    sizeWords(size),
    language ?? '',
    is_tagged ? 'with metadata' : '',
    issues > 1 ? countWords(issues, 'issue') : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What is wrong with the copy; undefined when nothing is. */
export function copyFault({ problem, missing_pages }: Copy): string | undefined {
  return problem ?? (missing_pages ? `Missing page ${missing_pages}` : undefined)
}

/** "12 copies · 340 MB": what a removal frees. */
export const removalWords = ({ files, bytes }: { files: number; bytes: number }): string =>
  `${countWords(files, 'copy', 'copies')} · ${sizeWords(bytes)}`
