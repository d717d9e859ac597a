import type { Instant } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Handler, Tools } from '../../../base/work/operations'
import type { MetadataProvider } from '../../../library/metadata/providers/provider'
import type { ContentType } from '../../../library/series/states'
import * as store from '../store'
import { type PatientQueries, QueriesStoppedError } from './patient-queries'
import { ProposeRun, type RunDeps } from './propose-run'
import { queryKeyOf, weightKeyOf } from './question'
import * as rows from './store'

/** The currently enabled providers. */
export interface ProviderSelection {
  /** In the order in which they are queried. */
  serving(kind: ContentType): MetadataProvider[]
  get(provider: ProviderName): MetadataProvider
}

export interface ProposePayload {
  kind: ContentType
}

/** Progress of the queries; the detail of the operation. */
export interface ProposeDetail {
  provider: string
  asked: number
  total: number
  /** Until when the work waits for the provider; null when it does not wait. */
  waiting_until: Instant | null
  /** Why it waits, or why the remaining groups were not queried. */
  trouble: string | null
}

/**
 * Asks providers which series the new groups of a scan are: by ids in the files, many at once; then by name; then, if
 * that decides nothing, by issues and covers. Answers are kept, even across rescans.
 */
export class Proposer implements Handler {
  private readonly asking = new Map<ContentType, PatientQueries>()

  constructor(private readonly deps: RunDeps) {}

  /** Called when a provider may answer again, after its key or settings changed. */
  wake(kind: ContentType): void {
    this.asking.get(kind)?.wake()
  }

  /** Groups that were not queried yet, or changed since. */
  open(kind: ContentType): rows.OpenQuestion[] {
    const scan = store.currentScan(this.deps.db.read, kind)
    if (scan?.state !== 'completed') return []
    return rows
      .openQuestions(this.deps.db.read, scan.scan_id)
      .filter((group) => group.asked !== queryKeyOf(group) || group.weighed !== weightKeyOf(group))
  }

  async run(payload: unknown, tools: Tools): Promise<ProposeDetail | undefined> {
    const { kind } = payload as ProposePayload
    const run = new ProposeRun(this.deps, kind, tools)
    this.asking.set(kind, run.asking)
    try {
      for (const passed = new Set<string>(); !tools.signal.aborted; ) {
        const groups = this.open(kind).filter(({ group_id }) => !passed.has(group_id))
        if (groups.length === 0) break
        for (const { group_id } of groups) passed.add(group_id)
        await run.through(groups)
      }
      return run.end()
    } catch (error) {
      if (error instanceof QueriesStoppedError) return run.end(error.message)
      throw error
    } finally {
      this.asking.delete(kind)
    }
  }
}
