import type { Input, Reply } from '../../api/contract'
import { countWords, pluralWords, sizeWords } from '../../parts/text/format'

export const CARE_PATH = '/system/care'

export type CareSummary = Reply<'GET /api/care'>
export type CopyKind = CareSummary['copies'][number]['kind']
export type CopyGroup = Reply<'GET /api/care/copies'>['groups'][number]
export type Copy = CopyGroup['copies'][number]
export type FindingKind = CareSummary['findings'][number]['kind']
export type Finding = Reply<'GET /api/care/findings'>['findings'][number]
export type ExtensionsPreview = Reply<'POST /api/care/extensions/preview'>
export type Pair = Reply<'GET /api/care/pairs'>['pairs'][number]
export type PairSide = Pair['keep']
export type MergePreview = Reply<'POST /api/care/merges/preview'>
export type Merge = Reply<'GET /api/care/merges'>['merges'][number]
export type SizeFacet = Input<'GET /api/care/sizes'>['query']['facet']
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
export const removalWords = ({ files, bytes }: { files: number; bytes: number }, isCopies: boolean): string =>
  `${isCopies ? countWords(files, 'copy', 'copies') : countWords(files, 'file')} · ${sizeWords(bytes)}`

export const FINDING_KINDS: Record<FindingKind, { label: string; about: string; none: string }> = {
  unreadable: {
    label: 'Unreadable',
    about: 'Files that cannot be opened. Replace a file on the page of its issue.',
    none: 'Every file can be opened.',
  },
  missing_pages: {
    label: 'Missing pages',
    about: 'Files whose page names skip numbers. Some releases leave out adverts, so check them first.',
    none: 'No page names skip numbers.',
  },
  wrong_extension: {
    label: 'Wrong extension',
    about: 'Files whose extension does not match their format. Some apps cannot open them.',
    none: 'Every extension fits its file.',
  },
  no_cover: {
    label: 'No cover',
    about: 'Files without a page to show, such as books that are only text.',
    none: 'Every file has a page to show.',
  },
  very_small: {
    label: 'Very small',
    about: 'Files with far fewer pages than others of their series, or with pages too small to read.',
    none: 'No file is unusually small.',
  },
  languages: {
    label: 'Mixed languages',
    about: 'Series whose files state several languages.',
    none: 'No series mixes languages.',
  },
  same_number: {
    label: 'Double numbers',
    about: 'Series with two issues of the same number.',
    none: 'No number is used twice.',
  },
  gaps: {
    label: 'Gaps',
    about: 'Series with released issues missing between those you have, as their metadata source lists them.',
    none: 'No series with a metadata source has gaps.',
  },
}

export const LIKENESSES: Record<Pair['likeness'], string> = {
  name: 'Same name.',
  alias: 'One is another name of the other.',
  spelling: 'The names differ by a letter.',
  id: 'Matched at different metadata sources.',
}

/** "1 issue moves to Harbor Lights, 2 join an issue with the same number." */
export function mergeWords({ keep, other, moved, joined, files }: MergePreview): string {
  const parts = [
    moved > 0 ? pluralWords(moved, `{count} issue moves to ${keep.name}`, `{count} issues move to ${keep.name}`) : '',
    joined > 0
      ? pluralWords(
          joined,
          '{count} issue joins one with the same number',
          '{count} issues join those with the same number',
        )
      : '',
  ].filter(Boolean)
  const what = parts.length > 0 ? `${parts.join(', ')}, with ${countWords(files, 'file')}.` : ''
  return `${what} ${other.name} becomes another name of ${keep.name}.`.trim()
}
