import { plus } from '../../../base/platform/clock'
import { sha256 } from '../../../base/platform/digest'
import type { Clock, Random } from '../../../base/platform/ports'
import { countWords, numberWords } from '../../../base/platform/words'
import { legacy } from '../../../base/refusal'
import type { Database, Tx } from '../../../base/storage/database'
import type { Browse } from '../../../library/series/browse'
import type { IssueItem } from '../../../library/series/issue-schema'
import { wantIssues } from '../../../library/series/store'
import type { Acquisition } from '../acquisition'
import { betterThanFile } from '../rules/format-ranks'
import { wantedIssue } from '../wanted/store'
import * as tokens from './previews-store'
import type { IssueBegun, IssuePreview, MissingBegun, PreviewConfirmBody, SearchPreviewView } from './schema'
import type { SearchRuns, StartedRun } from './service'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  browse: Browse
  acquisition: Acquisition
  runs: SearchRuns
}

interface Scope {
  scope_type: 'series' | 'issue'
  scope_id: string
}

const TTL_MS = 15 * 60_000

/**
 * Previews of what a search would search for. The token of a preview can be used once within a quarter of an hour, by
 * the browser session that got it. Used again, it returns the run that it started.
 */
export class SearchPreviews {
  constructor(private readonly deps: Deps) {}

  series(comicId: string, sid: string): SearchPreviewView {
    return this.shown(this.missing(comicId), sid)
  }

  /** Marks all missing issues of a series as wanted, and searches for them. */
  beginSeries(comicId: string, sid: string, body: PreviewConfirmBody): MissingBegun {
    const { db, acquisition } = this.deps
    const { preview, token, fingerprint } = { preview: this.missing(comicId), ...confirmationOf(body) }
    if (body?.confirm !== true) throw legacy('invalid', 'Missing confirm: send true to start the search.')
    const scope: Scope = { scope_type: 'series', scope_id: comicId }
    const known = this.known(token, sid, scope)
    const rejected = preview.excludedCount
    if (known.run_id !== null) {
      const run_id = known.run_id
      return { ...begun(run_id, this.acceptedBy(run_id)), rejected, idempotent: true, preview }
    }
    if (preview.eligibleCount === 0) {
      const message = 'No issues are missing.'
      return { success: true, status: 'noop', accepted: 0, rejected, run_id: null, idempotent: false, message, preview }
    }
    if (known.fingerprint !== fingerprint || fingerprint !== fingerprintOf(scope, preview)) {
      const sentence = 'The missing issues have changed. Check them again.'
      throw legacy('conflict', sentence, { status: 'stale_preview', preview: this.shown(preview, sid) })
    }
    const route = acquisition.route()
    if (!route.viable) throw legacy('conflict', route.reason, { status: 'blocked', preview })
    const run = db.write((tx) => this.wantAndSearch(tx, preview, known))
    return { ...begun(run.run_id, run), rejected, idempotent: false, preview }
  }

  issue(issueId: string, sid: string): IssuePreview {
    const { comic_id, fingerprint, scope } = this.wanted(issueId)
    const preview_token = this.mint(scope, fingerprint, sid)
    return { success: true, comicId: comic_id, issueId, preview_token, fingerprint }
  }

  /** Without a token the search starts at once, for simple clients. */
  beginIssue(issueId: string, sid: string, body: PreviewConfirmBody): IssueBegun {
    const { db, runs } = this.deps
    const { token, fingerprint } = confirmationOf(body)
    const scope: Scope = { scope_type: 'issue', scope_id: issueId }
    const known = token === undefined && fingerprint === undefined ? undefined : this.known(token, sid, scope)
    if (known?.run_id) {
      return { ...begun(known.run_id, this.acceptedBy(known.run_id)), accepted: 1, idempotent: true }
    }
    const now = this.wanted(issueId)
    if (known && (known.fingerprint !== fingerprint || fingerprint !== now.fingerprint)) {
      const sentence = 'The issue has changed. Check it again.'
      throw legacy('conflict', sentence, { status: 'stale_preview' })
    }
    return db.write((tx) => {
      const run = runs.beginIssue(issueId, 'issue_retry')
      if (!run) throw legacy('conflict', 'The issue is not released yet.', { status: 'blocked' })
      if (known) tokens.usePreview(tx, known.token_hash, run.run_id)
      return { ...begun(run.run_id, run), accepted: 1, idempotent: run.repeated }
    })
  }

  private missing(comicId: string): SearchPreviewView {
    const { issues, annuals } = this.deps.browse.detail(comicId)
    const route = this.deps.acquisition.route()
    const all = [...issues.toReversed(), ...annuals.toReversed()]
    const eligible = all.filter((issue) => issue.eligible)
    const excluded = all.filter((issue) => !issue.eligible)
    return {
      success: true,
      comicId,
      eligibleCount: eligible.length,
      excludedCount: excluded.length,
      eligible: eligible.map(eligibleWire),
      excluded: excluded.map(({ id, number, eligibilityReason, displayState }) => ({
        issueId: id,
        issueNumber: number,
        reason: eligibilityReason,
        displayState,
      })),
      route: { viable: route.viable, reason: route.viable ? 'ready' : route.reason },
      summary: `${countWords(eligible.length, 'issue')} to search, ${numberWords(excluded.length)} left out.`,
      canSearch: eligible.length > 0 && route.viable,
    }
  }

  private shown(preview: SearchPreviewView, sid: string): SearchPreviewView {
    if (preview.eligibleCount === 0) return preview
    const scope: Scope = { scope_type: 'series', scope_id: preview.comicId }
    const fingerprint = fingerprintOf(scope, preview)
    return { ...preview, preview_token: this.mint(scope, fingerprint, sid), fingerprint }
  }

  private wantAndSearch(tx: Tx, preview: SearchPreviewView, known: tokens.PreviewRow): StartedRun {
    const { clock, runs } = this.deps
    wantIssues(
      tx,
      preview.eligible.map(({ issueId }) => issueId),
      clock.now(),
    )
    const entities = preview.eligible.map((each) => ({ entity_type: each.entityType, entity_id: each.issueId }))
    const scope = { scope_type: 'series', scope_id: preview.comicId } as const
    const run = runs.begin({ trigger: 'search_all_missing', ...scope, priority: 'interactive', entities })
    tokens.usePreview(tx, known.token_hash, run.run_id)
    return run
  }

  private wanted(issueId: string) {
    const { db, clock } = this.deps
    const item = wantedIssue(db.read, issueId, clock.now().slice(0, 10))
    if (!item) throw legacy('missing', `Issue ${issueId} is not in the library.`)
    if (!item.wantedNow && betterThanFile(db.read, item).length === 0)
      throw legacy('missing', `Issue ${issueId} is not wanted. Mark it as wanted first.`)
    const scope: Scope = { scope_type: 'issue', scope_id: issueId }
    const fingerprint = sha256(JSON.stringify([scope, item.wanted.issue, item.eligibility.reason]))
    return { comic_id: item.comic_id, fingerprint, scope }
  }

  private mint(scope: Scope, fingerprint: string, sid: string): string {
    const { db, clock, random } = this.deps
    const token = random.token(24)
    const created_at = clock.now()
    const expires_at = plus(created_at, TTL_MS)
    db.write((tx) =>
      tokens.insertPreview(tx, { token_hash: sha256(token), sid, ...scope, fingerprint, created_at, expires_at }),
    )
    return token
  }

  private known(token: string | undefined, sid: string, scope: Scope): tokens.PreviewRow {
    if (token === undefined) throw legacy('invalid', 'Missing preview_token: request a preview first.')
    const row = tokens.findPreview(this.deps.db.read, sha256(token), sid, this.deps.clock.now())
    if (row?.scope_type === scope.scope_type && row.scope_id === scope.scope_id) return row
    const sentence = 'This preview has expired. Request it again.'
    throw legacy('conflict', sentence, { status: 'invalid_preview' })
  }

  private acceptedBy(runId: string): StartedRun {
    const { run } = this.deps.runs.run(runId, { include_items: false })
    return { run_id: runId, accepted: run.accepted_count, pending: run.dispatch_state === 'pending' }
  }
}

const confirmationOf = (body: PreviewConfirmBody) => ({
  token: body?.preview_token ?? body?.previewToken,
  fingerprint: body?.fingerprint,
})

const eligibleWire = (issue: IssueItem): SearchPreviewView['eligible'][number] => ({
  issueId: issue.id,
  issueNumber: issue.number,
  entityType: issue.annual ? 'annual' : 'issue',
  displayState: issue.displayState,
  eligibilityReason: issue.eligibilityReason,
})

/** Changes with each added or removed issue, and with the state of each. */
function fingerprintOf(scope: Scope, { eligible }: SearchPreviewView): string {
  return sha256(JSON.stringify([scope, eligible.map(({ issueId, displayState }) => [issueId, displayState]).sort()]))
}

function begun(run_id: string, { accepted, pending }: Pick<StartedRun, 'accepted' | 'pending'>) {
  const message = pending
    ? 'The search starts when automatic searches resume.'
    : `Searching for ${countWords(accepted, 'issue')}.`
  const status = pending ? ('pending_dispatch' as const) : ('accepted' as const)
  return { success: true as const, status, accepted, run_id, message }
}
