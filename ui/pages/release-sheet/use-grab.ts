import { ApiError, call } from '../../api/client'
import type { Reply } from '../../api/contract'
import { invalidate } from '../../api/query'
import { useState } from '../../html'
import { errorSentence, useBusy } from '../../state/use-busy'
import type { WireCandidate, WireSession } from './candidate'

/** The result of a grab, shown in its row. */
export type GrabOutcome = { is: 'taken' | 'waits' | 'refused'; text: string }
/** The server requires a confirmation that the user saw the reasons against the release. */
const NEEDS_OVERRIDE = 'override_required'

const WORDS: Record<string, string> = {
  grab_busy: 'Another release is being sent. Try again in a moment.',
  candidate_changed: 'The release has changed. Search again.',
  item_not_eligible: 'The issue is already in your library or downloading.',
}

/** Grabs releases, one at a time, and keeps each result. */
export function useGrab(session: WireSession | undefined, refresh: () => Promise<void>) {
  const { doing, run } = useBusy()
  const [outcomes, setSaid] = useState<Record<string, GrabOutcome>>({})
  const setOutcome = (id: string, one: GrabOutcome) => setSaid((all) => ({ ...all, [id]: one }))

  /** `onOverride` is called when the grab turns out to need a confirmation. */
  const grab = ({ candidate_id }: WireCandidate, override: boolean, onOverride: () => void) => {
    const send = async (session_id: string) => {
      const input = { params: { session_id, candidate_id }, body: { override } }
      const reply = await call('POST /api/search/interactive/:session_id/candidates/:candidate_id/grab', input)
      setOutcome(candidate_id, saidOf(reply))
      for (const name of ['GET /api/series', 'GET /api/wanted']) invalidate(name)
    }
    return change(candidate_id, send, (cause) => {
      const error = cause instanceof ApiError ? cause : new ApiError(0, String(cause))
      if (error.body.code === NEEDS_OVERRIDE) onOverride()
      else if (error.status !== 410) setOutcome(candidate_id, refusedOf(error))
    })
  }
  /** Unblocks a release, which then gets a new verdict. */
  const unblock = ({ candidate_id }: WireCandidate) => {
    const send = async (session_id: string) => {
      const params = { session_id, candidate_id }
      await call('POST /api/search/interactive/:session_id/candidates/:candidate_id/unblock', { params })
      invalidate('GET /api/downloads/blocklist')
    }
    return change(candidate_id, send, (cause) =>
      setOutcome(candidate_id, { is: 'refused', text: errorSentence(cause) }),
    )
  }
  const change = async (name: string, send: (session_id: string) => Promise<void>, hear: (cause: unknown) => void) => {
    if (!session) return
    const sendAndRefresh = async () => {
      await send(session.session_id).catch(hear)
      await refresh()
    }
    await run(sendAndRefresh, { name })
  }
  const clearOutcomes = () => setSaid({})
  return { busy: doing, outcomes, grab, unblock, clearOutcomes }
}

type Outcome = Reply<'POST /api/search/interactive/:session_id/candidates/:candidate_id/grab'>

/** A repeated grab returns the result of the first, which may be a failure. */
function saidOf({ success, status, error }: Outcome): GrabOutcome {
  if (success || status === 'submitted') return { is: 'taken', text: 'Sent to the download client' }
  return { is: 'refused', text: error ?? 'The release could not be sent to the download client.' }
}

function refusedOf({ body, detail }: ApiError): GrabOutcome {
  const code = String(body.code ?? '')
  return { is: code === 'grab_busy' ? 'waits' : 'refused', text: WORDS[code] ?? detail }
}
