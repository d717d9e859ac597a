import { ApiError, call } from '../../api/client'
import { invalidate } from '../../api/query'
import { countWords } from '../../parts/text/format'
import { showToast } from '../../state/toasts'

const ABREAST = 4

/** Skips issues and offers an undo. Stops at the first refusal. */
export async function stopWanting(issues: readonly { id: string; label: string }[]): Promise<void> {
  const { done, error } = await each(issues, unqueue)
  const [only] = done
  const what = done.length === 1 && only ? `${only.label} is` : `${countWords(done.length, 'issue')} are`
  if (error) showToast(error, { kind: 'error' })
  if (done.length > 0) showToast(`${what} skipped.`, { action: { label: 'Undo', run: () => want(done) } })
}

async function want(issues: readonly { id: string; label: string }[]): Promise<void> {
  const { error } = await each(issues, queue)
  if (error) showToast(error, { kind: 'error' })
}

/** Keeps files in their format, which removes them from the list of upgrades, and offers an undo. */
export async function keepFiles(issues: readonly { id: string; label: string }[]): Promise<void> {
  const { done, error } = await each(issues, keep(true))
  const [only] = done
  if (error) showToast(error, { kind: 'error' })
  if (done.length === 0) return
  const what = done.length === 1 && only ? `${only.label} is` : `${countWords(done.length, 'issue')} are`
  const undo = async () => {
    const { error } = await each(done, keep(false))
    if (error) showToast(error, { kind: 'error' })
  }
  showToast(`${what} kept in the current format.`, { action: { label: 'Undo', run: undo } })
}

const keep = (isKept: boolean) => (issue_id: string) =>
  call('PUT /api/series/issues/:issue_id/keep-file', { params: { issue_id }, body: { keep: isKept } })
const queue = (issue_id: string) => call('PUT /api/series/issues/:issue_id/queue', { params: { issue_id } })
const unqueue = (issue_id: string) => call('PUT /api/series/issues/:issue_id/unqueue', { params: { issue_id } })

async function each<T extends { id: string }>(all: readonly T[], ask: (id: string) => Promise<unknown>) {
  const left = [...all]
  const done: T[] = []
  let error: string | undefined
  const work = async () => {
    for (let one = left.shift(); one && error === undefined; one = left.shift()) {
      try {
        await ask(one.id)
        done.push(one)
      } catch (cause) {
        error ??= cause instanceof ApiError ? cause.detail : String(cause)
      }
    }
  }
  await Promise.all(Array.from({ length: ABREAST }, work))
  invalidate('GET /api/wanted')
  return { done, error }
}

/** Unmonitors whole series, with an undo: nothing of them is wanted until they are monitored again. */
export async function unmonitorSeries(ids: readonly string[]): Promise<void> {
  try {
    const { operation_id, series } = await call('POST /api/series/bulk', {
      body: { action: 'unmonitor', ids: [...ids] },
    })
    const undo = async () => {
      try {
        await call('POST /api/series/bulk/:operation_id/undo', { params: { operation_id } })
      } catch (cause) {
        showToast(cause instanceof ApiError ? cause.detail : String(cause), { kind: 'error' })
      }
      invalidate('GET /api/wanted')
    }
    showToast(`${countWords(series, 'series', 'series')} no longer monitored.`, {
      action: { label: 'Undo', run: undo },
    })
  } catch (cause) {
    showToast(cause instanceof ApiError ? cause.detail : String(cause), { kind: 'error' })
  }
  invalidate('GET /api/wanted')
}
