import { queryWords } from '../../parts/text/word-fit'
import { BANDS, type Proposal, type ProposalBand } from './review/proposals'
import type { ImportKind } from './wire'

/** The filters in the address of the import page: library, proposals and order. */
export type ImportView = {
  kind: ImportKind
  sure: '' | ProposalBand
  only: '' | ProposalFilter
  q: string
  sort: ProposalSort
  down: boolean
}
export type ProposalFilter = (typeof PROPOSAL_FILTERS)[number]['value']
export type ProposalSort = 'sure' | 'name' | 'files' | 'size'

/** Number of unreadable files in the folder of a proposal. */
export type UnreadableCount = (one: Proposal) => number

export const PROPOSAL_FILTERS = [
  { value: 'new', label: 'New series' },
  { value: 'library', label: 'For series you have' },
  { value: 'copies', label: 'With copies' },
  { value: 'problems', label: 'With problems' },
  { value: 'corrected', label: 'Corrected' },
] as const

export const PROPOSAL_SORTS: readonly { value: ProposalSort; label: string; down: boolean }[] = [
  { value: 'sure', label: 'How sure', down: true },
  { value: 'name', label: 'Name', down: false },
  { value: 'files', label: 'Number of files', down: true },
  { value: 'size', label: 'Size', down: true },
]

const downAtFirst = (sort: ProposalSort): boolean => PROPOSAL_SORTS.find(({ value }) => value === sort)?.down ?? false

const one = <T extends string>(value: string | undefined, known: readonly T[], otherwise: T): T =>
  known.find((own) => own === value) ?? otherwise

/** Read from the address; invalid values are left out. */
export function readImportView(query: Record<string, string>): ImportView {
  const sort = one(
    query.sort,
    PROPOSAL_SORTS.map(({ value }) => value),
    'sure',
  )
  return {
    kind: one(query.kind, ['comic', 'manga'], 'comic'),
    sure: one(query.sure, ['', ...BANDS.map(({ value }) => value)], ''),
    only: one(query.only, ['', ...PROPOSAL_FILTERS.map(({ value }) => value)], ''),
    q: query.q ?? '',
    sort,
    down: query.order === undefined ? downAtFirst(sort) : query.order === 'desc',
  }
}

/** Only values that differ from the default are written. */
export function importAddress(view: ImportView): string {
  const query = new URLSearchParams()
  if (view.kind !== 'comic') query.set('kind', view.kind)
  if (view.sure) query.set('sure', view.sure)
  if (view.only) query.set('only', view.only)
  if (view.q.trim()) query.set('q', view.q)
  if (view.sort !== 'sure') query.set('sort', view.sort)
  if (view.down !== downAtFirst(view.sort)) query.set('order', view.down ? 'desc' : 'asc')
  const text = query.toString()
  return text ? `/import?${text}` : '/import'
}

/** Whether a filter is on. */
export const isImportFiltered = ({ sure, only, q }: ImportView) => sure !== '' || only !== '' || q.trim() !== ''

export const matchesFilter: Record<ProposalFilter, (one: Proposal, beside: UnreadableCount) => boolean> = {
  new: ({ existing }) => existing === undefined,
  library: ({ existing }) => existing !== undefined,
  copies: ({ duplicates }) => duplicates > 0,
  problems: (one, beside) => one.error !== '' || beside(one) > 0,
  corrected: ({ corrected }) => corrected,
}

/** The proposals that match the filters, and those just corrected, which must not vanish. */
export function proposalsIn(
  list: readonly Proposal[],
  { sure, only, q }: ImportView,
  beside: UnreadableCount,
  touched: ReadonlySet<string>,
): Proposal[] {
  const words = queryWords(q)
  return list.filter(
    (one) =>
      touched.has(one.id) ||
      ((!sure || one.band === sure) &&
        (!only || matchesFilter[only](one, beside)) &&
        words.every((word) => one.text.includes(word))),
  )
}

const names = new Intl.Collator('en', { numeric: true })

/** Equal ones are sorted by name; by certainty, proposals without new files are last in both directions. */
export function sortProposals(
  list: readonly Proposal[],
  { sort, down }: Pick<ImportView, 'sort' | 'down'>,
): Proposal[] {
  const turn = down ? -1 : 1
  const value: Record<ProposalSort, (one: Proposal) => number> = {
    sure: ({ confidence }) => confidence,
    name: () => 0,
    files: ({ fileTotal }) => fileTotal,
    size: ({ size }) => size,
  }
  const of = value[sort]
  const last = (one: Proposal) => Number(sort === 'sure' && one.band === 'known')
  const byName = (a: Proposal, b: Proposal) => names.compare(a.name, b.name) || names.compare(a.year, b.year)
  const nameTurn = sort === 'name' ? turn : 1
  return list.toSorted((a, b) => last(a) - last(b) || turn * (of(a) - of(b)) || nameTurn * byName(a, b))
}

/** `before` without removed entries, and with new ones: after `near` when it is given, else at the end. */
export function keptOrder(before: readonly string[], now: readonly Proposal[], near?: string): string[] {
  const there = new Set(now.map(({ id }) => id))
  const kept = before.filter((id) => there.has(id))
  const known = new Set(kept)
  const fresh = now.filter(({ id }) => !known.has(id)).map(({ id }) => id)
  const at = near === undefined ? -1 : kept.indexOf(near)
  return at < 0 ? [...kept, ...fresh] : kept.toSpliced(at + 1, 0, ...fresh)
}
