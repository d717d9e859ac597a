import { call } from '../../api/client'
import type { Reply } from '../../api/contract'
import { invalidate } from '../../api/query'
import { useRef } from '../../html'
import { pluralWords } from '../../parts/text/format'
import { runWithToast } from '../../state/run-with-toast'
import { showToast } from '../../state/toasts'
import { useBusyWithAll } from '../../state/use-busy'
import { bySeries, fileWords } from './inbox-file'
import type { InboxFile, NewSeries } from './wire'

export type FileCorrection = { issue_number?: string; comic_name?: string; year?: string | null }

/** The user's actions. Each one shows its result, with an undo where possible. */
export type Actions = {
  busy: boolean
  /** Imports each file into its proposed series. */
  file: (files: readonly InboxFile[]) => Promise<unknown>
  /** Imports each file into the series that AI suggests, as the issue that it suggests. */
  accept: (files: readonly InboxFile[]) => Promise<unknown>
  /** Imports files into this series and, for a single file, as this issue. */
  fileInto: (files: readonly InboxFile[], series: { id: string; name: string }, issueId?: string) => Promise<unknown>
  /** Imports files into a new series; true on success. */
  make: (files: readonly InboxFile[], series: NewSeries) => Promise<boolean>
  correct: (files: readonly InboxFile[], correction: FileCorrection) => Promise<boolean>
  ignore: (files: readonly InboxFile[], ignore: boolean) => Promise<unknown>
  remove: (files: readonly InboxFile[]) => Promise<unknown>
  refresh: () => Promise<unknown>
}

const idsOf = (files: readonly InboxFile[]) => files.map(({ impID }) => impID)
const INBOX = 'GET /api/import'

export function useInbox(): Actions {
  const { busy, run: runNow } = useBusyWithAll()
  const running = useRef(new Set<string>()).current
  /** One action on a file at a time: a second press can come before the page is redrawn. */
  const run = async (files: readonly InboxFile[], work: () => Promise<unknown>) => {
    const ids = idsOf(files)
    if (ids.some((id) => running.has(id))) return false
    for (const id of ids) running.add(id)
    const isDone = await runNow(() => runWithToast(work))
    for (const id of ids) running.delete(id)
    invalidate(INBOX)
    return isDone === true
  }
  const fileInto: Actions['fileInto'] = (files, series, issueId) =>
    run(files, () => match(files, series.id, series.name, issueId))
  const ignore: Actions['ignore'] = (files, ignoring) =>
    run(files, async () => {
      await call('POST /api/import/ignore', { body: { imp_ids: idsOf(files), ignore: ignoring } })
      const undo = { label: 'Undo', run: () => ignore(files, !ignoring) }
      const named = fileWords(files)
      const back = pluralWords(files.length, `${named} is back in the list.`, `${named} are back in the list.`)
      showToast(ignoring ? `${named} will be left alone.` : back, { action: undo })
    })
  const refresh = () =>
    run([], async () => {
      await call('POST /api/import/refresh')
      showToast('Scanning the import folder.')
    })
  return {
    busy,
    fileInto,
    ignore,
    refresh,
    make: (files, series) => run(files, () => make(files, series)),
    file: (files) =>
      run(files, async () => {
        for (const [comicId, own] of bySeries(files))
          await match(own, comicId, own[0]?.SuggestedComicName ?? 'its series')
      }),
    accept: (files) =>
      run(files, async () => {
        for (const file of files) await acceptSuggestion(file)
      }),
    correct: (files, correction) =>
      run(files, async () => {
        for (const { impID } of files)
          await call('PATCH /api/import/:imp_id', { params: { imp_id: impID }, body: correction })
        showToast(`Correction of ${fileWords(files)} saved.`)
      }),
    remove: (files) =>
      run(files, async () => {
        await call('DELETE /api/import', { query: {}, body: { imp_ids: idsOf(files) } })
        const undo = { label: 'Find again', run: refresh }
        showToast(`${fileWords(files)} left the list. Nothing was deleted from the disk.`, { action: undo })
      }),
  }
}

async function match(files: readonly InboxFile[], comicId: string, name: string, issueId?: string): Promise<void> {
  const body = { imp_ids: idsOf(files), comic_id: comicId, ...(issueId ? { issue_id: issueId } : {}) }
  showImportResult(await call('POST /api/import/match', { body }), `${fileWords(files)} went into ${name}.`)
}

async function acceptSuggestion(file: InboxFile): Promise<void> {
  const { impID, IssueNumber, SuggestedComicID, SuggestedComicName, SuggestedIssueID } = file
  if (SuggestedComicID === null) return
  // The number is a part of the suggestion: an issue that the library does not have yet gets it from the row.
  if (SuggestedIssueID === null && IssueNumber !== null)
    await call('PATCH /api/import/:imp_id', { params: { imp_id: impID }, body: { issue_number: IssueNumber } })
  await match([file], SuggestedComicID, SuggestedComicName ?? 'its series', SuggestedIssueID ?? undefined)
}

async function make(files: readonly InboxFile[], series: NewSeries): Promise<void> {
  const reply = await call('POST /api/import/match', { body: { imp_ids: idsOf(files), new_series: series } })
  const made = 'made' in reply && reply.made
  const went = `${fileWords(files)} went into ${'comic_name' in reply ? reply.comic_name : series.name}`
  showImportResult(reply, made ? `${went}, a new series of your library.` : `${went}, which your library had already.`)
  invalidate('GET /api/series')
}

function showImportResult(reply: Reply<'POST /api/import/match'>, went: string): void {
  const [first] = 'errors' in reply ? reply.errors : []
  if (!('imported' in reply)) showToast('This takes a while; you can leave this page.')
  else if (first) showToast(first.error, { kind: 'error' })
  else showToast(went)
}
