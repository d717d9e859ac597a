import { bandOf, type Band as Sureness } from '../../../parts/status/sureness'
import { countWords, sizeWords } from '../../../parts/text/format'
import type { ConfirmBody, Outline, WireGroup } from '../wire'

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
  /** What `issues` counts: "12 issues", "7 volumes"; empty for manga until the files are loaded. */
  issueWords: string
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

const groups = new WeakMap<Outline, WireGroup>()

/** The whole proposal, where it was fetched since its outline was. */
export const groupOf = (outline: Outline): WireGroup | undefined => groups.get(outline)
export const setGroup = (outline: Outline, group: WireGroup): unknown => groups.set(outline, group)

/** Of a whole proposal what the list needs; undefined when it is of no series. */
export function outlineOf(group: WireGroup): Outline | undefined {
  const { match, proposals, proposal_id, duplicates, corrected, error } = group
  if (!match) return undefined
  const chosen = proposals.find((one) => one.proposal_id === proposal_id)
  const outline: Outline = {
    group_id: group.group_id,
    comic_id: group.comic_id,
    series_name: group.series_name,
    name: match.name,
    year: match.year ?? undefined,
    publisher: match.publisher ?? undefined,
    issues: match.issues,
    confidence: match.confidence,
    location: group.location ?? undefined,
    first: group.files[0]?.path,
    file_total: group.file_total,
    new_files: group.new_files,
    size_bytes: group.size_bytes,
    content_type: group.content_type,
    existing_comic_id: group.existing_comic_id ?? undefined,
    proposal_id: chosen?.proposal_id,
    label: chosen?.label,
    image: match.image ?? undefined,
    in_library: chosen?.in_library ?? undefined,
    duplicates: duplicates || undefined,
    corrected: corrected || undefined,
    error,
  }
  setGroup(outline, group)
  return outline
}

/** Manga are counted as their files are: in volumes, in chapters, or in both: "5 volumes, 20 chapters". */
function issueWordsOf({ content_type, issues }: Outline, group: WireGroup | undefined): string {
  if (content_type !== 'manga') return countWords(issues, 'issue')
  const units = group?.units ?? []
  // A provider does not say what it counts, so its number is shown only with files of a single unit.
  if (units.length === 1) return countWords(issues, units[0]!.unit)
  return units.map((each) => countWords(each.issues, each.unit)).join(', ')
}

const proposalCache = new WeakMap<Outline, { group: WireGroup | undefined; made: Proposal }>()

/** The same outline and group give the same object, so that unchanged rows are not rendered again. */
export function proposal(outline: Outline, group?: WireGroup): Proposal {
  const known = proposalCache.get(outline)
  if (known && known.group === group) return known.made
  const made = proposalOf(outline, group)
  proposalCache.set(outline, { group, made })
  return made
}

function proposalOf(outline: Outline, group: WireGroup | undefined): Proposal {
  const { group_id, series_name, location, first = '', year = '', publisher = '', label } = outline
  const name = outline.name ?? series_name
  const chosen = group?.proposals.find(({ proposal_id }) => proposal_id === outline.proposal_id)
  const path = location ?? parentFolder(first)
  const found = location ? lastOf(path) : lastOf(first) || series_name
  const evidence = group?.evidence ?? []
  return {
    id: group_id,
    comicId: outline.comic_id,
    band: bandFor(outline),
    confidence: outline.confidence,
    found,
    where: parentFolder(path) || path,
    folder: parentFolder(first),
    amount: `${countWords(outline.file_total, 'file')}, ${sizeWords(outline.size_bytes)}`,
    size: outline.size_bytes,
    name,
    year,
    publisher,
    localName: series_name,
    localYear: label === undefined ? year : '',
    provider: label,
    proposals: group?.proposals ?? [],
    proposalId: outline.proposal_id ?? null,
    kind: outline.content_type,
    issues: outline.issues,
    issueWords: issueWordsOf(outline, group),
    cover: outline.image ?? `/api/import/groups/${encodeURIComponent(group_id)}/cover`,
    evidence,
    why: [...(chosen?.parts ?? []).map(({ reason }) => reason), ...evidence],
    parts: group?.confidence_parts ?? [],
    ids: group?.provider_ids ?? {},
    existing: outline.existing_comic_id,
    joins: outline.in_library,
    suggestion: group?.suggestion ?? null,
    newFiles: outline.new_files,
    duplicates: outline.duplicates ?? 0,
    corrected: outline.corrected ?? false,
    error: outline.error ?? '',
    files: group?.files ?? [],
    fileTotal: outline.file_total,
    text: [name, series_name, year, publisher, path, first].join(' ').toLowerCase(),
  }
}

function bandFor({ existing_comic_id, new_files, confidence }: Outline): ProposalBand {
  if (existing_comic_id !== undefined && new_files === 0) return 'known'
  const band = bandOf(confidence)
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
