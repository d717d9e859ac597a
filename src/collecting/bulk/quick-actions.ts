import { countWords } from '../../base/platform/words'
import { providerOf } from '../../base/providers/descriptors'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { ProviderLinker } from '../../library/metadata/edit/provider-linker'
import type { LinkCandidate } from '../../library/metadata/schema'
import { linkedTo } from '../../library/metadata/store'
import type { IssueReader } from '../../library/reading/reader'
import { needSeries } from '../../library/series/need'
import type { SeriesLibrary } from '../../library/series/service'
import { wantedIssuesOfSeries } from './file-list-store'
import { type ItemOutcome, UNCHANGED } from './outcome'
import type { BulkAction } from './states'

export interface QuickDeps {
  db: Database
  library: SeriesLibrary
  linking: ProviderLinker
  reader: Pick<IssueReader, 'mark'>
  /** Null when nothing is missing or no search is possible. */
  searchFor: (issueIds: readonly string[]) => string | null
}

type QuickAction = Extract<BulkAction, 'monitor' | 'unmonitor' | 'search' | 'match' | 'mark_read' | 'mark_unread'>

/** Actions that change a series in one step. */
export class QuickActions {
  constructor(private readonly deps: QuickDeps) {}

  async run(action: QuickAction, comicId: string): Promise<ItemOutcome> {
    switch (action) {
      case 'monitor':
        return this.setStatus(comicId, 'active')
      case 'unmonitor':
        return this.setStatus(comicId, 'paused')
      case 'search':
        return this.search(comicId)
      case 'match':
        return this.match(comicId)
      case 'mark_read':
        return this.mark(comicId, true)
      case 'mark_unread':
        return this.mark(comicId, false)
    }
  }

  undoStatus(comicId: string, status: 'active' | 'paused'): void {
    this.deps.library.setStatus(comicId, status)
  }

  unlink(comicId: string, provider: string): void {
    this.deps.linking.unlink(comicId, provider)
  }

  private setStatus(comicId: string, status: 'active' | 'paused'): ItemOutcome {
    const { db, library } = this.deps
    const before = needSeries(db.read, comicId).status
    if (before === status) return UNCHANGED
    if (before !== 'active' && before !== 'paused')
      throw new Refusal('conflict', 'Its issues are still loading. Try again when they are listed.')
    library.setStatus(comicId, status)
    return { state: 'done', undo: { status: before } }
  }

  private search(comicId: string): ItemOutcome {
    const { db, searchFor } = this.deps
    if (needSeries(db.read, comicId).status === 'paused') return { ...UNCHANGED, sentence: 'Not monitored.' }
    const wanted = wantedIssuesOfSeries(db.read, comicId)
    if (wanted.length === 0) return UNCHANGED
    if (searchFor(wanted) === null)
      throw new Refusal('conflict', 'No search is possible: no released issue is wanted, or no indexer is set up.')
    return { state: 'done', sentence: `Searching for ${countWords(wanted.length, 'issue')}.` }
  }

  /** Matches a series only when the provider's series is certainly the same; otherwise the user chooses. */
  private async match(comicId: string): Promise<ItemOutcome> {
    const { db, linking } = this.deps
    needSeries(db.read, comicId)
    if (linkedTo(db.read, comicId).length > 0) return UNCHANGED
    const { candidates, problem, provider_failures = [] } = await linking.candidates(comicId)
    if (problem) throw new Refusal('invalid', problem)
    const sure = candidates.filter(({ verdict }) => verdict === 'same')
    const best = sure.find(({ provider }) => sure.filter((each) => each.provider === provider).length === 1)
    if (best) return this.link(comicId, best)
    const sentence = countWords(candidates.length, 'possible match', 'possible matches')
    if (candidates.length > 0) return { state: 'unsure', sentence: `${sentence}.`, choices: candidates }
    const [failure] = provider_failures
    if (failure) throw new Refusal('upstream', failure.detail)
    throw new Refusal('missing', 'No match found.')
  }

  /** Links a series to the match that the user chose, or that is certain. */
  async link(comicId: string, { provider, provider_id, name, year }: LinkCandidate): Promise<ItemOutcome> {
    await this.deps.linking.link(comicId, provider, provider_id)
    const sentence = `Matched to ${name}${year === null ? '' : ` (${year})`} on ${providerOf(provider).label}.`
    return { state: 'done', sentence, undo: { provider } }
  }

  private mark(comicId: string, read: boolean): ItemOutcome {
    needSeries(this.deps.db.read, comicId)
    const { changed } = this.deps.reader.mark({ comic_ids: [comicId], read })
    if (changed === 0) return UNCHANGED
    return { state: 'done', sentence: `${countWords(changed, 'issue')} marked ${read ? 'read' : 'unread'}.` }
  }
}
