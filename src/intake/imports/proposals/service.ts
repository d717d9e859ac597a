import type { Random } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { Operations } from '../../../base/work/operations'
import type { MetadataProvider } from '../../../library/metadata/providers/provider'
import { readSeriesId, writeSeriesId } from '../../../library/metadata/wire-ids'
import type { ContentType } from '../../../library/series/states'
import { needGroup } from '../review/guards'
import type { GroupChange } from '../schema'
import { PROPOSE } from '../states'
import { scoreCandidates } from './candidate-score'
import type { Proposer, ProviderSelection } from './propose'
import { groupFactsOf, weightedRow } from './question'
import * as rows from './store'

interface Deps {
  db: Database
  random: Pick<Random, 'id'>
  operations: Operations
  providers: ProviderSelection
  proposer: Proposer
}

/** Proposals of providers' series for the groups of a scan. */
export class ImportProposals {
  constructor(private readonly deps: Deps) {}

  /** Queries providers about new groups in the background. Does nothing without a provider or new groups. */
  begin(kind: ContentType): void {
    const { operations, providers, proposer } = this.deps
    if (operations.active(PROPOSE, kind).length > 0) proposer.wake(kind)
    else if (providers.serving(kind).length > 0 && proposer.open(kind).length > 0)
      operations.enqueue({ kind: PROPOSE, subject: kind, payload: { kind } })
  }

  /** The same change, with the proposal's own id. Throws Refusal like `find`. */
  async resolveProposal(groupId: string, change: GroupChange): Promise<GroupChange> {
    const { proposal } = change
    return proposal == null ? change : { ...change, proposal: await this.find(groupId, proposal) }
  }

  /**
   * The id of a proposal of the group, given by its own id or that of its series. Another series of a provider is
   * requested first. Throws Refusal.
   */
  private async find(groupId: string, choice: string): Promise<string> {
    const { db, random } = this.deps
    const group = needGroup(db.read, groupId)
    const known = rows
      .shownFor(db.read, group.comic_id)
      .find(({ proposal_id, series_id }) => proposal_id === choice || series_id === choice)
    if (known) return known.proposal_id
    const ref = readSeriesId(choice)
    if (!ref) throw new Refusal('missing', `There is no proposal ${choice} for ${group.series_name}.`)
    const record = await this.ask(this.deps.providers.get(ref.provider), ref.provider_id)
    const [weighed] = scoreCandidates(groupFactsOf(db.read, group), [{ series: record }])
    return db.write((tx) =>
      rows.addProposal(tx, group.comic_id, weightedRow(weighed!, writeSeriesId(record), true), random),
    )
  }

  private async ask(provider: MetadataProvider, id: string) {
    const answer = await provider.series([id], { urgent: true })
    if (!('ok' in answer)) throw new Refusal('upstream', answer.detail)
    const [record] = answer.ok
    if (!record) throw new Refusal('missing', `${provider.label} has no series ${id}.`)
    return record
  }
}
