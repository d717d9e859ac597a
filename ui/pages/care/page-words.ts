import type { Reply } from '../../api/contract'
import { countWords, numberWords, sizeWords } from '../../parts/text/format'

export type PageList = Reply<'GET /api/unwanted-pages'>
export type PageGroup = PageList['groups'][number]
export type RepeatedPage = PageGroup['pages'][number]
export type PageState = RepeatedPage['state']
export type PagePreview = Reply<'POST /api/unwanted-pages/preview'>
export type PagePlace = Reply<'GET /api/unwanted-pages/:page_id/places'>['places'][number]

/** An action on pages before the user confirms it. */
export type PageAction = { action: 'hide' | 'remove'; page_ids: string[] }

export const PAGE_LISTS: Record<PageState, { label: string; about: string; empty: string; text: string }> = {
  found: {
    label: 'Found',
    about: 'Pages that are in three files or more.',
    empty: 'No repeated pages',
    text: 'Pages that are in three files or more appear here.',
  },
  hidden: {
    label: 'Hidden and rules',
    about: 'Pages that readers do not see, and pages with a rule for new files.',
    empty: 'No hidden pages',
    text: 'Pages that you hide appear here, and can be shown again.',
  },
  kept: {
    label: 'Kept',
    about: 'Pages that you want to keep.',
    empty: 'No kept pages',
    text: 'Pages that you keep appear here instead of among the found ones.',
  },
}

/** "In 312 files · 1600 × 2400 · 340 KB" */
export function pageFacts({ files, width, height, size }: RepeatedPage): string {
  const pixels = width && height ? `${numberWords(width)} × ${numberWords(height)}` : ''
  const where = files === 0 ? 'No longer in any file' : `In ${countWords(files, 'file')}`
  return [where, pixels, sizeWords(size)].filter(Boolean).join(' · ')
}

/** The decision about a page; empty without one. */
export function decisionWords({ state, rule }: Pick<RepeatedPage, 'state' | 'rule'>): string {
  const now = state === 'hidden' ? 'Hidden' : state === 'kept' ? 'Kept' : ''
  const later = rule === 'hide' ? 'Hidden in new files' : rule === 'remove' ? 'Removed from new files' : ''
  return [now, later].filter(Boolean).join(' · ')
}

/** "1 CBR and 2 PDF files" */
export function formatWords(others: PagePreview['others']): string {
  const words = others.map(({ format, files }) => `${numberWords(files)} ${format.toUpperCase()}`)
  const last = words.pop() ?? ''
  const all = words.length > 0 ? `${words.join(', ')} and ${last}` : last
  return `${all} ${others.at(-1)?.files === 1 && words.length === 0 ? 'file' : 'files'}`
}
