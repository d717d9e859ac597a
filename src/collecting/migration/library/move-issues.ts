import { normalNumber } from '../../../base/names/numbers'
import { providerNames } from '../../../base/providers/descriptors'
import type { IssueFacts } from '../../../library/metadata/providers/provider'
import { issuesKnownAs, putIssueSource } from '../../../library/metadata/store'
import { mergeIssueSources, saveFileIssueFacts } from '../../../library/metadata/sync/save-issues'
import { writeIssueId } from '../../../library/metadata/wire-ids'
import { recount } from '../../../library/series/counts-store'
import { changeIssueState } from '../../../library/series/issue-state-store'
import { findIssue, insertIssue } from '../../../library/series/store'
import { issueKeys } from '../library-store'
import type { LibraryMove } from './library-move'
import type { SourceIssue } from './rows'
import { takeIssue } from './take-issue'
import { exchangeSentence } from './taken-fields'

/** Makes the issues that the library lacks; a file of the library decides which issue is meant. */
export function moveSourceIssues(moving: LibraryMove): void {
  const mover = new IssueMover(moving)
  const { library, twins } = moving
  // The row that counts wins over its second row.
  const isSecond = ({ series_id }: SourceIssue) => Number(twins.has(series_id))
  const rows = [...library.issues()]
  for (const row of twins.size === 0 ? rows : rows.toSorted((a, b) => isSecond(a) - isSecond(b))) mover.move(row)
  mover.recount()
}

type Place = Pick<SourceIssue, 'kind' | 'unit' | 'number'>
type PlaceKey = Record<keyof Place, string>

const keyOf = (comicId: string, { kind, unit, number }: PlaceKey) => `${comicId}\n${kind}\n${unit}\n${number}`

class IssueMover {
  private readonly ids = new Set<string>()
  /** Issues of the library by series and number. */
  private readonly numbers = new Map<string, string>()
  /** Issues that this step made, with the row that each was made from. */
  private readonly made = new Map<string, SourceIssue>()
  private readonly touched = new Set<string>()
  /** Our issues of the source's files, by issue in the source. */
  private readonly ofFiles: Map<string, string[]>

  constructor(private readonly moving: LibraryMove) {
    for (const row of issueKeys(moving.move.tx)) {
      this.ids.add(row.issue_id)
      this.numbers.set(keyOf(row.comic_id, row), row.issue_id)
    }
    this.ofFiles = issuesOfFiles(moving)
  }

  move(row: SourceIssue): void {
    const { move, label, worthKeeping } = this.moving
    const { tally } = move
    const name = labelOf(row)
    const comicId = move.ownId('series', row.series_id)
    const known = comicId === undefined ? undefined : this.knownIssue(row, comicId)
    const before = known === undefined ? undefined : this.made.get(known)
    if (row.trashed && !worthKeeping.has(row.part_of ?? row.id))
      this.count(row, () => tally.left(row.id, name, `It is in the trash of ${label}: its file is gone.`))
    else if (comicId === undefined)
      this.count(row, () => tally.left(row.id, name, `${label} does not list its series.`))
    else if (known === undefined || (before !== undefined && !isCopy(row, before))) {
      this.count(row, () => tally.taken())
      move.renamed('issue', row.id, this.insert(row, comicId))
    } else {
      const why = before ? this.join(known, row) : this.take(known, row)
      this.count(row, () => tally.merged(row.id, name, why))
      move.renamed('issue', row.id, known)
    }
  }

  recount(): void {
    for (const comicId of this.touched) recount(this.moving.move.tx, comicId)
  }

  /** Issues that share a row of the source count once. */
  private count(row: SourceIssue, as: () => void): void {
    if (row.part_of === null) as()
    else this.moving.move.tally.countRemark('Issues that share a file with another')
  }

  /** Joins a row to an issue. Only one of two copies may have the file. */
  private join(issueId: string, row: SourceIssue): string {
    const { tx, at } = this.moving.move
    const own = findIssue(tx, issueId)
    const fulfillment = this.fulfillmentOf(row)
    if (own?.fulfillment === 'missing' && fulfillment !== 'missing')
      changeIssueState(tx, issueId, { intent: own.intent, fulfillment }, at)
    return 'Another file of an issue that is there already.'
  }

  private take(issueId: string, row: SourceIssue): string {
    const { move } = this.moving
    const { ids, facts, intent, volume_number } = row
    const fulfillment = this.fulfillmentOf(row)
    const said = { ids, facts: { ...facts, ...(volume_number ? { volume_number } : {}) }, intent, fulfillment } as const
    const exchange = takeIssue(move, issueId, said)
    const comicId = exchange.taken.length > 0 ? findIssue(move.tx, issueId)?.comic_id : undefined
    if (comicId !== undefined) this.touched.add(comicId)
    return exchangeSentence('issue', exchange)
  }

  /** The issue is owned once its file was found and opened; until then nothing searches for it. */
  private fulfillmentOf(row: SourceIssue): 'unknown' | 'archived' | 'missing' {
    if (row.trashed) return 'missing'
    if (this.moving.withFile.has(row.id)) return 'unknown'
    // Loose pictures have no file to find.
    return row.pictures ? 'archived' : 'missing'
  }

  private knownIssue(row: SourceIssue, comicId: string): string | undefined {
    const { tx } = this.moving.move
    const inFile = this.ofFiles.get(row.id)
    if (inFile?.length === 1) return inFile[0]
    // When the file has several issues, the one with this number.
    const same = inFile?.find((id) => findIssue(tx, id)?.number === row.number) ?? inFile?.[0]
    if (same !== undefined) return same
    const withId = providerNames.flatMap((provider) => {
      const id = row.ids[provider]
      const known = id === undefined ? undefined : (issuesKnownAs(tx, provider, id)[0] ?? writeIssueId(provider, id))
      return known !== undefined && this.ids.has(known) ? [known] : []
    })
    const isOurs = (id: string) => findIssue(tx, id)?.comic_id === comicId
    // An issue that this run made for another series of the source is a different issue, even with the same id.
    const elsewhere = withId.find((id) => !this.made.has(id))
    return withId.find(isOurs) ?? this.numbers.get(keyOf(comicId, row)) ?? elsewhere
  }

  private insert(row: SourceIssue, comic_id: string): string {
    const { tx, at } = this.moving.move
    const issue_id = this.freeId(row)
    const place = this.freePlace(row, comic_id)
    const { title, release_date, issue_date, digital_date, summary } = row.facts
    insertIssue(tx, {
      issue_id,
      comic_id,
      ...place,
      volume_number: row.volume_number,
      title: title ?? null,
      release_date: release_date ?? null,
      issue_date: issue_date ?? null,
      digital_date: digital_date ?? null,
      summary: summary ?? null,
      intent: row.intent,
      fulfillment: this.fulfillmentOf(row),
      added_at: at,
    })
    if (row.pictures)
      this.moving.move.tally.countRemark('Issues held as loose pictures: owned, and read once they are packed')
    this.ids.add(issue_id)
    this.numbers.set(keyOf(comic_id, place), issue_id)
    this.made.set(issue_id, row)
    this.touched.add(comic_id)
    this.keepEdits(row, issue_id)
    return issue_id
  }

  private freeId({ ids }: SourceIssue): string {
    const provider = providerNames.find((name) => ids[name] !== undefined)
    const wanted = provider === undefined ? undefined : writeIssueId(provider, ids[provider]!)
    return wanted === undefined || this.ids.has(wanted) ? this.moving.move.random.id() : wanted
  }

  /** A series has each number once: when two books have one number, the second gets the number of its file. */
  private freePlace({ kind, unit, number, file_number, label }: SourceIssue, comicId: string): Place {
    const isFree = (place: Place) => !this.numbers.has(keyOf(comicId, place))
    for (const each of [number, file_number, label.slice(0, 100)]) {
      const place = { kind, unit, number: normalNumber(each) }
      if ((each !== '' || number === '') && isFree(place)) return place
    }
    this.moving.move.tally.countRemark('Issues whose number the series has twice: a count is added')
    for (let nth = 2; ; nth++) {
      const place = { kind, unit, number: `${number} (${nth})`.trim() }
      if (isFree(place)) return place
    }
  }

  /** Treats fields that the user changed in the source as changed in Panelkeep. */
  private keepEdits({ facts, locked }: SourceIssue, issueId: string): void {
    const { tx, at } = this.moving.move
    const edited: IssueFacts = Object.fromEntries(
      locked.flatMap((field) => (facts[field] === undefined ? [] : [[field, facts[field]]])),
    )
    const row = Object.keys(edited).length > 0 ? findIssue(tx, issueId) : undefined
    if (!row) return
    saveFileIssueFacts(tx, row, at)
    putIssueSource(tx, { issue_id: issueId, source: 'user', facts: edited, said_at: at })
    mergeIssueSources(tx, row, at)
  }
}

/** Both file names have the same number: two copies of one issue. */
const isCopy = (one: SourceIssue, other: SourceIssue) =>
  one.label !== other.label && one.label !== '' && one.file_number !== ''
    ? one.file_number === other.file_number
    : one.label === other.label

function issuesOfFiles({ library, matches }: LibraryMove): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { id, issue_ids } of library.files()) {
    const own = matches.get(id)?.own.issues.map(({ issue_id }) => issue_id)
    if (own !== undefined) for (const issueId of issue_ids) if (!found.has(issueId)) found.set(issueId, own)
  }
  return found
}

const labelOf = ({ label, facts, number }: SourceIssue) =>
  label || [number === '' ? '' : `#${number}`, facts.title].filter(Boolean).join(' ')
