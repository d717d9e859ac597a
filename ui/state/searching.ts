import { ApiError, call } from '../api/client'
import { invalidate } from '../api/query'
import { countWords } from '../parts/text/format'
import { showToast } from './toasts'

/** Parallel requests: enough to be quick, few enough to leave room for the page's own. */
const ABREAST = 4

const refetchSearches = () => {
  for (const name of ['GET /api/search', 'GET /api/wanted']) invalidate(name)
}
const wordsOf = (cause: unknown) => (cause instanceof ApiError ? cause.detail : String(cause))
const fail = (cause: unknown) => showToast(wordsOf(cause), { kind: 'error' })

/** Starts a search for each issue. Returns the number of searches that started, and shows the first refusal. */
export async function searchNow(issues: readonly { id: string; label: string }[]): Promise<number> {
  const left = [...issues]
  let begun = 0
  let error: unknown
  const work = async () => {
    for (let issue = left.shift(); issue && error === undefined; issue = left.shift()) {
      try {
        await call('POST /api/series/issues/:issue_id/search', { params: { issue_id: issue.id }, body: {} })
        begun += 1
      } catch (cause) {
        error = cause
      }
    }
  }
  await Promise.all(Array.from({ length: ABREAST }, work))
  const [only] = issues
  if (begun > 0) showToast(`Searching for ${begun === 1 && only ? only.label : countWords(begun, 'issue')}.`)
  if (error !== undefined) fail(error)
  refetchSearches()
  return begun
}

/** Searches for all wanted issues. Returns the search run, if one started. */
export async function searchAll(): Promise<string | undefined> {
  try {
    const { success, run_id, message, error } = await call('POST /api/search/force')
    showToast(error ?? message ?? '', { kind: success ? 'note' : 'error' })
    refetchSearches()
    return run_id
  } catch (cause) {
    fail(cause)
    return undefined
  }
}

/** Pauses or resumes automatic searches. */
export async function pauseSearching(isPaused: boolean): Promise<void> {
  try {
    await call('PUT /api/config', { body: { searching_paused: isPaused } })
    showToast(isPaused ? 'Searching is paused.' : 'Searching is resumed.')
    invalidate('GET /api/config')
    refetchSearches()
  } catch (cause) {
    fail(cause)
  }
}

/** Checks the newest releases of all indexers now. */
export async function syncFeeds(): Promise<void> {
  try {
    showToast((await call('POST /api/search/rss/force')).message)
    refetchSearches()
  } catch (cause) {
    fail(cause)
  }
}
