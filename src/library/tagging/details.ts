import type { Config } from '../../base/config/config'
import type { Clock } from '../../base/platform/ports'
import { type ProviderName, providerNames } from '../../base/providers/descriptors'
import type { Database } from '../../base/storage/database'
import { disabledReason, providerOrder } from '../metadata/client/configured'
import type { MetadataProvider } from '../metadata/providers/provider'
import { issueSourcesOf } from '../metadata/store'
import { linkIssueFacts } from '../metadata/sync/save-issues'

export interface DetailsDeps {
  db: Database
  clock: Clock
  config: Config
  providers: { all(): MetadataProvider[] }
}

/**
 * Fetches credits, characters and arcs, which lists of issues do not have, once per issue and provider. A provider that
 * fails is skipped for the rest of the run: the known fields are written without it. Requests are urgent, so that a
 * used-up budget fails at once instead of waiting for an hour.
 */
export class Details {
  private readonly failed = new Map<ProviderName, string>()

  constructor(private readonly deps: DetailsDeps) {}

  /** Returns why data is missing, as a sentence; undefined when none is. */
  async fetch(issueId: string, signal: AbortSignal): Promise<string | undefined> {
    const { db, clock, config, providers } = this.deps
    const remarks: string[] = []
    for (const { source, provider_id, detailed, removed_at } of issueSourcesOf(db.read, issueId)) {
      const name = providerNames.find((each) => each === source)
      if (!name || provider_id === null || detailed || removed_at !== null || signal.aborted) continue
      const provider = providers.all().find((each) => each.name === name)
      if (!provider?.listsIssues || disabledReason(config, name)) continue
      const known = this.failed.get(name)
      if (known !== undefined) {
        remarks.push(known)
        continue
      }
      const answer = await provider.issue(provider_id, { signal, urgent: true })
      if (!('ok' in answer)) {
        this.failed.set(name, answer.detail)
        remarks.push(answer.detail)
      } else if (answer.ok) {
        const record = { ...answer.ok, detailed: true }
        db.write((tx) => linkIssueFacts(tx, issueId, name, record, clock.now(), providerOrder(config)))
      }
    }
    return remarks.length > 0 ? `Without details: ${remarks.join(' ')}` : undefined
  }
}
