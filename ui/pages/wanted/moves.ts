import { ApiError, call } from '../../api/client'
import { invalidate } from '../../api/query'
import { countWords } from '../../parts/text/format'
import { say } from '../../state/toasts'

const ABREAST = 4

/** Skips issues and offers an undo. Stops at the first refusal. */
export async function stopWanting(issues: readonly { id: string; label: string }[]): Promise<void> {
  const { done, error } = await each(issues, unqueue)
  const [only] = done
  const what = done.length === 1 && only ? `${only.label} is` : `${countWords(done.length, 'issue')} are`
  if (error) say(error, { kind: 'error' })
  if (done.length > 0) say(`${what} not wanted any more.`, { action: { label: 'Undo', run: () => want(done) } })
}

async function want(issues: readonly { id: string; label: string }[]): Promise<void> {
  const { error } = await each(issues, queue)
  if (error) say(error, { kind: 'error' })
}

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
