import { ApiError, call } from '../../../api/client'
import type { Reply } from '../../../api/contract'
import { invalidate } from '../../../api/query'
import { useEffect, useState } from '../../../html'
import { batches } from '../../../parts/lists/picks'
import { showToast } from '../../../state/toasts'
import { useBusy } from '../../../state/use-busy'
import {
  type AttentionAction,
  type AttentionItem,
  type AttentionSection,
  actionFor,
  amountWords,
  type WireAttentionAction,
} from './sections'

type Result = Reply<'POST /api/attention/resolve'>['results'][number]

/** The most items that one request accepts. */
const CAP = 25

/** Why an item could not be resolved; `asks`: choosing a folder would help. */
export type ResolveFailure = { text: string; asks: boolean }
const ASKS = ['missing_import_source', 'invalid_import_source']

export type ResolveActions = {
  busy: boolean
  /** The errors of failed items, by key. */
  failures: ReadonlyMap<string, ResolveFailure>
  /** True when every item was resolved. The items of a long section are fetched when they are needed. */
  run: (verb: AttentionAction, members: Chosen, folder?: string) => Promise<boolean>
}

export type Chosen = readonly AttentionItem[] | (() => Promise<readonly AttentionItem[]>)

/** The running imports: the age of each item, by key. */
export type RunningImports = Map<string, string>

/** `onResolved` gets the keys of the items that need nothing more, as far as the reply tells. */
export function useResolve(
  sections: readonly AttentionSection[],
  imports: RunningImports,
  onResolved: (keys: readonly string[]) => void,
): ResolveActions {
  const { busy, run: runOnce } = useBusy()
  const [failures, setFailures] = useState<ReadonlyMap<string, ResolveFailure>>(new Map())
  useFailedImports(sections, imports, (keys) =>
    setFailures((before) => new Map([...before, ...keys.map((key) => [key, NOT_IMPORTED] as const)])),
  )
  const resolve: ResolveActions['run'] = async (verb, chosen, folder) => {
    const members = await itemsOf(chosen)
    if (!members) return false
    const results = await resolveAll(verb, members, folder)
    const failed = results.filter(({ ok }) => !ok)
    setFailures((before) => {
      const next = new Map(before)
      for (const { key } of members) next.delete(key)
      for (const one of failed) next.set(one.release_key, failureOf(one))
      return next
    })
    const resolved = results.filter(({ ok }) => ok).map(({ release_key }) => release_key)
    onResolved(resolved)
    if (verb === 'import')
      for (const { key, since } of members) if (since !== '' && resolved.includes(key)) imports.set(key, since)
    showResult(verb, members, failed.length)
    for (const name of ['GET /api/attention', 'POST /api/attention/waiting', 'GET /api/activity', 'GET /api/wanted'])
      invalidate(name)
    return failed.length === 0
  }
  const run: ResolveActions['run'] = async (...chosen) => (await runOnce(() => resolve(...chosen))) ?? false
  return { busy, failures, run }
}

const NOT_IMPORTED: ResolveFailure = { text: 'The import failed again.', asks: false }

/** An import continues after the reply. When it fails, its item returns with a newer time, and the reason is shown. */
function useFailedImports(
  sections: readonly AttentionSection[],
  imports: RunningImports,
  onFailed: (keys: readonly string[]) => void,
): void {
  useEffect(() => {
    const back = sections.flatMap(({ phrase, members }) => members.map((member) => ({ phrase, ...member })))
    const failed = back.filter(({ key, since }) => since > (imports.get(key) ?? since))
    const [first] = failed
    if (!first) return
    for (const { key } of failed) imports.delete(key)
    onFailed(failed.map(({ key }) => key))
    const why = failed.length > 1 ? 'Each says why.' : first.detail || `${first.phrase}.`
    const what = failed.length > 1 ? amountWords(failed) : first.thing.label
    showToast(`Not imported: ${what}. ${why}`, { kind: 'error' })
  }, [sections])
}

async function itemsOf(chosen: Chosen): Promise<readonly AttentionItem[] | undefined> {
  if (typeof chosen !== 'function') return chosen
  try {
    return await chosen()
  } catch (cause) {
    showToast(cause instanceof ApiError ? cause.detail : String(cause), { kind: 'error' })
    return undefined
  }
}

function failureOf({ error, code }: Result): ResolveFailure {
  return { text: error ?? 'No action was possible.', asks: ASKS.includes(code ?? '') }
}

/** One choice may need two actions of the server, and many items need several requests. */
async function resolveAll(
  verb: AttentionAction,
  members: readonly AttentionItem[],
  folder: string | undefined,
): Promise<Result[]> {
  const byAction = Map.groupBy(members, (member) => actionFor(verb, member))
  const results: Result[] = []
  for (const [action, own] of byAction) {
    if (!action) continue
    for (const some of batches(own, CAP)) results.push(...(await resolveSome(action, some, folder)))
  }
  return results
}

async function resolveSome(
  action: WireAttentionAction,
  members: readonly AttentionItem[],
  folder: string | undefined,
): Promise<Result[]> {
  const release_keys = members.map(({ key }) => key)
  const source =
    folder === undefined ? {} : { import_source: { nzb_folder: folder, nzb_name: nameOf(members[0], folder) } }
  try {
    return (await call('POST /api/attention/resolve', { body: { action, release_keys, ...source } })).results
  } catch (cause) {
    // When no item could be resolved, the refusal lists the reasons row by row.
    const results = cause instanceof ApiError && Array.isArray(cause.body.results) ? cause.body.results : undefined
    if (results) return results as Result[]
    const error = cause instanceof ApiError ? cause.detail : String(cause)
    return release_keys.map((release_key) => ({ release_key, ok: false, status: 'failed', error, status_code: null }))
  }
}

const nameOf = (member: AttentionItem | undefined, folder: string) =>
  member?.release || (folder.split(/[\\/]/).findLast(Boolean) ?? folder)

const DONE: Record<AttentionAction, (what: string) => string> = {
  again: (what) => `Searching again for ${what}.`,
  import: (what) => `Importing ${what}.`,
  stop: (what) => `Skipped: ${what}.`,
}

function showResult(verb: AttentionAction, members: readonly AttentionItem[], failed: number): void {
  const done = members.length - failed
  const [only] = members
  if (failed > 0) {
    const some =
      done === 0 ? 'Nothing could be done. Each' : `${DONE[verb](`${done} of ${members.length}`)} Each of the others`
    // The problem of a single item is shown in its row.
    if (members.length > 1) showToast(`${some} says why.`, { kind: 'error' })
    return
  }
  // A download without a single issue cannot be wanted again.
  const canUndo = verb === 'stop' && members.every(({ thing }) => thing.issueId !== null)
  const action = canUndo ? { label: 'Undo', run: () => wantAgain(members) } : undefined
  showToast(DONE[verb](members.length === 1 && only ? only.thing.label : amountWords(members)), { action })
}

async function wantAgain(members: readonly AttentionItem[]): Promise<void> {
  try {
    for (const { thing } of members)
      if (thing.issueId) await call('PUT /api/series/issues/:issue_id/queue', { params: { issue_id: thing.issueId } })
  } catch (cause) {
    showToast(cause instanceof ApiError ? cause.detail : String(cause), { kind: 'error' })
  }
  invalidate('GET /api/wanted')
}
