import { countWords, sizeWords } from '../../parts/cover-words'
import type { Change, ConfirmBody, WireGroup } from './wire'

/** How sure a proposal is, in words one can act on. `known`: the library has all of it already. */
export type Band = 'sure' | 'likely' | 'unsure' | 'known'
export const BANDS: readonly { value: Band; label: string }[] = [
  { value: 'sure', label: 'Sure' },
  { value: 'likely', label: 'Likely' },
  { value: 'unsure', label: 'Have a look' },
  { value: 'known', label: 'Nothing new' },
]

const SURE = 80
const LIKELY = 60

/** A proposal as the page shows it: what was found, what it is taken for, and why. */
export type Proposal = {
  id: string
  groupId: string
  band: Band
  confidence: number
  /** The folder's own name, or that of the first file. */
  found: string
  /** Where that lies. */
  where: string
  /** "12 files, 480 MB" */
  amount: string
  name: string
  year: string
  publisher: string
  kind: WireGroup['content_type']
  issues: number
  cover: string | null
  evidence: readonly string[]
  /** Its files join a series that is in the library. */
  existing: string | undefined
  newFiles: number
  error: string
  files: WireGroup['files']
  fileTotal: number
}

export function proposal(group: WireGroup): Proposal | undefined {
  const { match, files, location } = group
  if (!match) return undefined
  const first = files[0]?.path ?? ''
  const path = location ?? folderOf(first)
  return {
    id: match.comicid,
    groupId: group.group_id,
    band: bandOf(group),
    confidence: match.confidence,
    found: location ? lastOf(path) : lastOf(first) || group.series_name,
    where: folderOf(path) || path,
    amount: `${countWords(group.file_count, 'file')}, ${sizeWords(group.size_bytes)}`,
    name: match.name,
    year: match.year ?? '',
    publisher: match.publisher ?? '',
    kind: group.content_type,
    issues: match.issues,
    cover: match.image,
    evidence: group.evidence,
    existing: group.existing_comic_id ?? undefined,
    newFiles: group.new_files,
    error: group.error ?? '',
    files,
    fileTotal: group.file_total,
  }
}

function bandOf({ already_in_library, new_files, match }: WireGroup): Band {
  if (already_in_library && new_files === 0) return 'known'
  const confidence = match?.confidence ?? 0
  return confidence >= SURE ? 'sure' : confidence >= LIKELY ? 'likely' : 'unsure'
}

const lastOf = (path: string) => path.split(/[\\/]/).findLast((part) => part !== '') ?? ''
const folderOf = (path: string) => path.replace(/[\\/]?[^\\/]+[\\/]?$/, '')

/** The surest first; what is no news stands last. Equal ones in the order of their names. */
export function bySureness(proposals: readonly Proposal[]): Proposal[] {
  const rank = (one: Proposal) => (one.band === 'known' ? -1 : one.confidence)
  return proposals.toSorted((a, b) => rank(b) - rank(a) || a.name.localeCompare(b.name, 'en'))
}

export const canAccept = ({ band }: Proposal) => band !== 'known'

/** What Enter does: accepts the entry at `at` and goes on to the next one that is still open; stays when none is. */
export function afterAccept(list: readonly Proposal[], accepted: ReadonlySet<string>, at: number): number {
  const open = (one: Proposal | undefined) => one !== undefined && canAccept(one) && !accepted.has(one.id)
  for (let step = 1; step < list.length; step++) {
    const next = (at + step) % list.length
    if (open(list[next])) return next
  }
  return at
}

/** A proposal with what a person corrected. */
export function corrected(one: Proposal, change: Change | undefined): Proposal {
  if (!change) return one
  const { name = one.name, content_type: kind = one.kind } = change
  const year = change.year === undefined ? one.year : String(change.year ?? '')
  return { ...one, name, year, kind }
}

export type Draft = { name: string; year: string; kind: Proposal['kind'] }

/** What is wrong with a correction, as a sentence. */
export function draftError({ name, year }: Draft): string | undefined {
  if (name.trim() === '') return 'A series needs a name.'
  const number = Number(year)
  const right = year.trim() === '' || (Number.isInteger(number) && number >= 1800 && number <= 2200)
  return right
    ? undefined
    : 'The year the series began has four digits, such as 2012. Leave it empty when nobody knows.'
}

/** What differs from the proposal; undefined when nothing does. */
export function changeOf(one: Proposal, draft: Draft): Change | undefined {
  const change: Change = {}
  const name = draft.name.trim()
  const year = draft.year.trim()
  if (name !== one.name) change.name = name
  if (year !== one.year) change.year = year === '' ? null : Number(year)
  if (draft.kind !== one.kind) change.content_type = draft.kind
  return Object.keys(change).length > 0 ? change : undefined
}

/** What the server is told: those accepted, in the order shown, and corrections of those only. */
export function confirmBody(
  scanId: string,
  list: readonly Proposal[],
  accepted: ReadonlySet<string>,
  changes: ReadonlyMap<string, Change>,
): ConfirmBody {
  const chosen = list.filter((one) => accepted.has(one.id))
  const own = chosen.flatMap((one) => {
    const change = changes.get(one.id)
    return change ? [[one.id, change] as const] : []
  })
  return {
    scan_id: scanId,
    selected_ids: chosen.map(({ id }) => id),
    ...(own.length > 0 ? { changes: Object.fromEntries(own) } : {}),
  }
}

export type Outcome = { imported: number; failed: { name: string; error: string }[] }

/** What came of those that were accepted: what is still among the results was not taken over, and says why. */
export function outcomeOf(chosen: readonly Proposal[], left: readonly Proposal[]): Outcome {
  const still = new Map(left.map((one) => [one.id, one]))
  const failed = chosen.flatMap(({ id, name }) => {
    const one = still.get(id)
    return one ? [{ name, error: one.error || 'It was not taken over. Scan again.' }] : []
  })
  return { imported: chosen.length - failed.length, failed }
}
