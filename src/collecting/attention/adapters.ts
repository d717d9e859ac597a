import { legacy, Refusal } from '../../base/refusal'
import { type Resolver, whyNone } from './resolver'
import type { ImportSourceBody, OneRefused, OneResolved, ResolveReport, ResolveResult } from './schema'
import { type AttentionAction, actions, type Problem, problems, resolutionOf } from './states'

const AT = '/api/downloads/needs-attention/'

const SAID = {
  retry: 'It is searched for again.',
  search_again: 'Another release is searched for.',
  stop_wanting: 'It is no longer wanted.',
  import: 'It is being imported.',
} as const satisfies Record<AttentionAction, string>

type One = { code: 200; body: OneResolved } | { code: (typeof problems)[Problem]; body: OneRefused }

/** The older routes: one key in the path or a list of keys, with replies in the older form. */
export class Adapters {
  constructor(private readonly resolver: Pick<Resolver, 'report'>) {}

  /** Throws Refusal 'conflict' or 'unavailable' with the report when no item could be resolved. */
  async batch({ action, release_keys }: { action?: unknown; release_keys?: unknown }): Promise<ResolveReport> {
    const report = await inOldForm(() => this.resolver.report({ action, release_keys }))
    if (report.succeeded > 0) return report
    const { kind, sentence } = whyNone(report)
    throw legacy(kind, sentence, { ...report, status_code: kind === 'conflict' ? 409 : 503 })
  }

  /** `url` of the request. Its key may contain slashes, which no router pattern can match. */
  async one(url: string, source: ImportSourceBody | null | undefined): Promise<One> {
    const { action, release_key } = actionOf(url)
    const import_source = action === 'import' ? source : undefined
    const resolve = { action, release_keys: [release_key], import_source }
    const [result] = (await inOldForm(() => this.resolver.report(resolve))).results as [ResolveResult]
    const { ok, status, error, code, passing, run_id, issue_id = null } = result
    if (!ok && code !== undefined) {
      const detail = error ?? SAID[action]
      const status_code = passing ? problems.not_writable : problems[code]
      return {
        code: status_code,
        body: { success: false, detail, status, error: detail, status_code, code, action, release_key },
      }
    }
    const more = { issue_id, ...(run_id === undefined ? {} : { run_id }) }
    const body = { status: resolutionOf[action], action, release_key, stamped: true, message: SAID[action] } as const
    return { code: 200, body: { success: true, ...body, ...more } }
  }
}

/** The last segment is the action, all before it the key. Throws Refusal 'missing' for an unknown action. */
function actionOf(url: string): { action: AttentionAction; release_key: string } {
  const rest = new URL(url).pathname.slice(AT.length)
  const cut = rest.lastIndexOf('/')
  const verb = rest.slice(cut + 1)
  const action = actions.find((each) => each.replace('_', '-') === verb)
  if (!action || cut < 1) throw legacy('missing', 'Not Found.', { status_code: 404 })
  try {
    return { action, release_key: decodeURIComponent(rest.slice(0, cut)) }
  } catch {
    throw legacy('invalid', 'The key in the path is not URL-encoded.', { status_code: 400 })
  }
}

async function inOldForm<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw legacy(error.kind, error.detail, { status_code: 400 })
    throw error
  }
}
