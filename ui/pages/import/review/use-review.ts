import { ApiError } from '../../../api/client'
import { cacheReply, invalidate } from '../../../api/query'
import { useEffect, useRef, useState } from '../../../html'
import { ownEdit } from '../scan/use-scan'
import type { CorrectionReply, ImportKind, WireScan } from '../wire'
import { afterReview, stepBack } from './corrections'
import { useAccepted } from './use-accepted'

/** One step that can be undone: accepted proposals, or a correction, which the server stores. */
type Done = { accepted: readonly string[] } | { corrected: string }

/** Receives the result of an action. The page shows the result as a toast, a sheet in its foot. */
export type ShowResult = (text: string, is: 'done' | 'refused' | 'back', step?: Done) => void
/** Runs a correction and returns its result; undefined when it was refused. */
export type Correct = (work: () => Promise<CorrectionReply>, hear: ShowResult) => Promise<CorrectionReply | undefined>

const sentence = (error: unknown) => (error instanceof ApiError ? error.detail : String(error))

/** The user's actions on the proposals of a scan: accept, correct, undo. */
export function useReview(kind: ImportKind, scan: WireScan) {
  const scanId = scan.scan_id ?? ''
  const [accepted, setAccepted] = useAccepted(kind, scanId)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const done = useRef<Done[]>([])
  const newest = useRef(scan)
  useEffect(() => {
    newest.current = scan
  }, [scan])

  const accept = (ids: readonly string[]) => {
    const fresh = ids.filter((id) => !accepted.has(id))
    if (fresh.length === 0) return
    setAccepted(new Set([...accepted, ...fresh]))
    done.current.push({ accepted: fresh })
  }
  const reject = (ids: readonly string[]) => setAccepted(new Set([...accepted].filter((id) => !ids.includes(id))))

  const run = async (work: () => Promise<CorrectionReply>, hear: ShowResult): Promise<CorrectionReply | undefined> => {
    ownEdit.begin()
    try {
      const reply = await work()
      newest.current = afterReview(newest.current, reply)
      cacheReply(`GET /api/import/${kind}/review`, undefined, newest.current)
      invalidate('GET /api/import/groups')
      return reply
    } catch (error) {
      hear(sentence(error), 'refused')
      return undefined
    } finally {
      ownEdit.end()
    }
  }
  const correct: Correct = async (work, hear) => {
    const reply = await run(work, hear)
    if (!reply) return undefined
    const step = { corrected: reply.said }
    done.current.push(step)
    setTouched((now) => new Set([...now, ...reply.groups.map(({ group_id }) => group_id)]))
    hear(`${reply.said}.`, 'done', step)
    return reply
  }
  /** Undoes the newest step; with `only`, that step, unless later steps exist. */
  const back = async (hear: ShowResult, only?: Done) => {
    const lastStep = newest.current.last_step
    const last = done.current.at(-1) ?? (lastStep ? { corrected: lastStep } : undefined)
    if (!last) return undefined
    if (only && only !== last) {
      hear('There are later steps. Press U to undo them one by one.', 'refused')
      return undefined
    }
    done.current.pop()
    if ('accepted' in last) {
      setAccepted((now) => new Set([...now].filter((id) => !last.accepted.includes(id))))
      return undefined
    }
    const reply = await run(() => stepBack(scanId), hear)
    if (reply) hear(`Undone: ${reply.said}.`, 'back')
    return reply
  }
  const canGoBack = done.current.length > 0 || scan.last_step !== null
  return { accepted, accept, reject, correct, back, canGoBack, touched, forgetTouched: () => setTouched(new Set()) }
}
