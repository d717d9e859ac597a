import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { type Obligation, obligations, tracesOf } from './obligation-store'
import type { Remedies, RemedyResult } from './remedies'
import { resolveRequestOf } from './resolve-request'
import type { Resolve, ResolveReport, ResolveResult } from './schema'
import { type AttentionAction, CAP, problems, resolutionOf } from './states'

/** Applies the user's decision to each item; a failure does not stop the others. */
export class Resolver {
  constructor(private readonly deps: { db: Database; remedies: Pick<Remedies, 'apply'> }) {}

  /**
   * Throws Refusal 'invalid' for a bad request. When no item could be resolved, throws with the report: 'unavailable'
   * when nothing can be written, else 'conflict'.
   */
  async resolve(request: Resolve): Promise<ResolveReport> {
    const report = await this.report(request)
    if (report.succeeded > 0) return report
    const { kind, sentence } = whyNone(report)
    throw new Refusal(kind, sentence, { ...report, error: sentence })
  }

  /** Like `resolve`, but returns the report in every case. */
  async report(body: { [K in keyof Resolve]?: unknown }): Promise<ResolveReport> {
    const { action, keys, source } = resolveRequestOf(body)
    const due = new Map(obligations(this.deps.db.read, undefined, keys).map((each) => [each.release_key, each]))
    const selection = newest(keys, due)
    const known = selection.flatMap((key) => due.get(key) ?? [])
    const done = await this.deps.remedies.apply(action, known, source)
    const results = selection.map((key) => resultOf(action, key, due.get(key), done.get(key) ?? this.without(key)))
    const succeeded = results.filter(({ ok }) => ok).length
    return {
      success: succeeded > 0,
      partial: succeeded > 0 && succeeded < results.length,
      action,
      requested: keys.length,
      processed: results.length,
      succeeded,
      failed: results.length - succeeded,
      capped: keys.length > CAP,
      skipped_for_cap: keys.length - selection.length,
      cap: CAP,
      results,
    }
  }

  private without(key: string): RemedyResult {
    const traces = tracesOf(this.deps.db.read, key)
    if (!traces) return { problem: 'row_not_found', sentence: `${key} was not found among what needs attention.` }
    if (traces.resolution !== null) return { problem: 'already_resolved', sentence: 'This item was resolved already.' }
    return { problem: 'not_in_attention', sentence: 'This item needs no action: it is in progress or has succeeded.' }
  }
}

/** The reason why no item of a request was resolved. */
export function whyNone({ results }: ResolveReport): { kind: 'unavailable' | 'conflict'; sentence: string } {
  const unwritable = results.find(({ passing }) => passing)
  if (unwritable?.error) return { kind: 'unavailable', sentence: unwritable.error }
  return { kind: 'conflict', sentence: 'No rows could be resolved.' }
}

function resultOf(
  action: AttentionAction,
  release_key: string,
  due: Obligation | undefined,
  done: RemedyResult,
): ResolveResult {
  if (!('problem' in done)) {
    const issue_id = due?.kind ? due.entity_id : null
    return { release_key, ok: true, status: resolutionOf[action], error: null, status_code: null, ...done, issue_id }
  }
  const { problem, sentence } = done
  const status = problem === 'search_blocked' ? 'blocked' : 'failed'
  const failed = { release_key, ok: false, status, error: sentence, status_code: problems[problem] } as const
  return problem === 'not_writable'
    ? { ...failed, code: action === 'import' ? 'import_failed' : 'search_failed', passing: true }
    : { ...failed, code: problem }
}

/** In the order of the request; when there are too many, only those that changed last. */
function newest(keys: readonly string[], due: ReadonlyMap<string, Obligation>): string[] {
  const age = (key: string) => due.get(key)?.updated_at ?? ''
  const newestKeys = new Set(keys.toSorted((a, b) => age(b).localeCompare(age(a))).slice(0, CAP))
  return keys.filter((key) => newestKeys.has(key))
}
