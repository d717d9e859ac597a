import { bandOf, type Band as Sureness } from '../../../parts/status/sureness'
import { countWords, sizeWords } from '../../../parts/text/format'
import type { ConfirmBody, WireGroup } from '../wire'

/** The certainty of a proposal, as a recommendation. `known`: the library already has all its files. */
export type ProposalBand = Exclude<Sureness, 'none'> | 'known'
export const BANDS: readonly { value: ProposalBand; label: string }[] = [
  { value: 'sure', label: 'Sure' },
  { value: 'likely', label: 'Likely' },
  { value: 'unsure', label: 'Check' },
  { value: 'known', label: 'Nothing new' },
]

/** A possible series at a provider. */
export type ProposedSeries = WireGroup['proposals'][number]

/** A proposal in the page's form: its files, its proposed series and the evidence. */
export type Proposal = {
  /** The id of the group; it stays the same when the proposed series changes. */
  id: string
  /** The id of the local series, which a confirm request uses. */
  comicId: string
  band: ProposalBand
  confidence: number
  /** The name of the folder, or of the first file. */
  found: string
  /** The folder of the files. */
  where: string
  /** The path of the first file, relative to the library folder. */
  folder: string
  /** "12 files, 480 MB" */
  amount: string
  size: number
  name: string
  year: string
  publisher: string
  /** The name from the scan, independent of any provider. */
  localName: string
  localYear: string
  /** The name of the chosen provider; undefined for a local series. */
  provider: string | undefined
  proposals: readonly ProposedSeries[]
  proposalId: string | null
  kind: WireGroup['content_type']
  issues: number
  cover: string | null
  /** The evidence that the files belong to one series. */
  evidence: readonly string[]
  /** The evidence for the provider's series. */
  why: readonly string[]
  parts: WireGroup['confidence_parts']
  ids: WireGroup['provider_ids']
  /** The files are added to a series in the library. */
  existing: string | undefined
  /** The series in the library that is linked to the chosen series of the provider. */
  joins: string | undefined
  /** The series in the library that AI suggests. */
  suggestion: WireGroup['suggestion']
  newFiles: number
  duplicates: number
  /** The user has corrected something. */
  corrected: boolean
  /** The reason why the last import of the proposal failed, wholly or partly. */
  error: string
  files: WireGroup['files']
  fileTotal: number
  /** The text that the filter searches. */
  text: string
}

const proposalCache = new WeakMap<WireGroup, Proposal>()

/** The same group gives the same object, so that unchanged rows are not rendered again. */
export function proposal(group: WireGroup): Proposal | undefined {
  const known = proposalCache.get(group)
  if (known) return known
  const made = proposalOf(group)
  if (made) proposalCache.set(group, made)
  return made
}

function proposalOf(group: WireGroup): Proposal | undefined {
  const { match, files, location } = group
  if (!match) return undefined
  const chosen = group.proposals.find(({ proposal_id }) => proposal_id === group.proposal_id)
  const first = files[0]?.path ?? ''
  const path = location ?? parentFolder(first)
  const found = location ? lastOf(path) : lastOf(first) || group.series_name
  return {
    id: group.group_id,
    comicId: group.comic_id,
    band: bandFor(group),
    confidence: match.confidence,
    found,
    where: parentFolder(path) || path,
    folder: parentFolder(first),
    amount: `${countWords(group.file_count, 'file')}, ${sizeWords(group.size_bytes)}`,
    size: group.size_bytes,
    name: match.name,
    year: match.year ?? '',
    publisher: match.publisher ?? '',
    localName: group.series_name,
    localYear: chosen ? '' : (match.year ?? ''),
    provider: chosen?.label,
    proposals: group.proposals,
    proposalId: group.proposal_id,
    kind: group.content_type,
    issues: match.issues,
    cover: match.image,
    evidence: group.evidence,
    why: [...(chosen?.parts ?? []).map(({ reason }) => reason), ...group.evidence],
    parts: group.confidence_parts,
    ids: group.provider_ids,
    existing: group.existing_comic_id ?? undefined,
    joins: chosen?.in_library ?? undefined,
    suggestion: group.suggestion,
    newFiles: group.new_files,
    duplicates: group.duplicates,
    corrected: group.corrected,
    error: group.error ?? '',
    files,
    fileTotal: group.file_total,
    text: [match.name, group.series_name, match.year, match.publisher, path, first].join(' ').toLowerCase(),
  }
}

function bandFor({ already_in_library, new_files, match }: WireGroup): ProposalBand {
  if (already_in_library && new_files === 0) return 'known'
  const band = bandOf(match?.confidence ?? null)
  return band === 'none' ? 'unsure' : band
}

const lastOf = (path: string) => path.split(/[\\/]/).findLast((part) => part !== '') ?? ''
/** The parent folder of a path. */
export const parentFolder = (path: string) => path.replace(/[\\/]?[^\\/]+[\\/]?$/, '')

export const canAccept = ({ band }: Proposal) => band !== 'known'

/** The row after Enter: accepts the entry at `at` and moves to the next open one; stays when there is none. */
export function afterAccept(list: readonly Proposal[], accepted: ReadonlySet<string>, at: number): number {
  const open = (one: Proposal | undefined) => one !== undefined && canAccept(one) && !accepted.has(one.id)
  for (let step = 1; step < list.length; step++) {
    const next = (at + step) % list.length
    if (open(list[next])) return next
  }
  return at
}

export const NO_NAME = 'A series needs a name.'
export const NO_YEAR = 'The year the series began has four digits, such as 2012. Leave it empty if it is unknown.'

/** A typed year: null for none, undefined for an invalid one. */
export function yearIn(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const year = Number(text)
  return Number.isInteger(year) && year >= 1800 && year <= 2200 ? year : undefined
}

/** Whether a proposal becomes a series that the library does not have. */
export const isNewSeries = ({ existing, joins }: Proposal) => existing === undefined && joins === undefined

type Accepted = { accepted: ReadonlySet<string>; want_new: boolean }

/** The request: the accepted proposals, in the order shown. */
export function confirmBody(scan_id: string, list: readonly Proposal[], { accepted, want_new }: Accepted): ConfirmBody {
  const selected_ids = list.filter(({ id }) => accepted.has(id)).map(({ comicId }) => comicId)
  return { scan_id, selected_ids, want_new }
}

/** The default target of a merge: a proposal whose series is in the library, else the largest. */
export function mergeTarget(list: readonly Proposal[]): Proposal | undefined {
  const rank = (one: Proposal) => (one.existing ? Number.MAX_SAFE_INTEGER : one.fileTotal)
  return list.reduce<Proposal | undefined>((best, one) => (best && rank(best) >= rank(one) ? best : one), undefined)
}
