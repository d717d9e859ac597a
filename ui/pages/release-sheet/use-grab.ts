import { ApiError, call } from '../../api/client'
import type { Reply } from '../../api/contract'
import { invalidate } from '../../api/query'
import { useState } from '../../html'
import type { Candidate, Session } from './candidate'

/** The result of a grab, shown in its row. */
export type GrabOutcome = { is: 'taken' | 'waits' | 'refused'; text: string }
/** The server wants to hear that the reasons against it were read. */
const NEEDS_OVERRIDE = 'override_required'

const WORDS: Record<string, string> = {
  grab_busy: 'Another release is being sent. Try again in a moment.',
  candidate_changed: 'The release has changed. Search again.',
  item_not_eligible: 'The issue is already in your library or downloading.',
}

/** Grabs releases, one at a time, and keeps each result. */
export function useGrab(session: Session | undefined, refresh: () => Promise<void>) {
  const [busy, setBusy] = useState<string | undefined>(undefined)
  const [outcomes, setSaid] = useState<Record<string, GrabOutcome>>({})
  const say = (id: string, one: GrabOutcome) => setSaid((all) => ({ ...all, [id]: one }))

  /** `onOverride` is called when the grab needs a confirmation after all. */
  const grab = async ({ candidate_id }: Candidate, override: boolean, onOverride: () => void) => {
    if (!session || busy !== undefined) return
    setBusy(candidate_id)
    const params = { session_id: session.session_id, candidate_id }
    const ask = call('POST /api/search/interactive/:session_id/candidates/:candidate_id/grab', {
      params,
      body: { override },
    })
    try {
      say(candidate_id, saidOf(await ask))
      for (const name of ['GET /api/series', 'GET /api/wanted']) invalidate(name)
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : new ApiError(0, String(cause))
      if (error.body.code === NEEDS_OVERRIDE) onOverride()
      else if (error.status !== 410) say(candidate_id, refusedOf(error))
    }
    await refresh()
    setBusy(undefined)
  }
  /** Allows a blocked release again; its verdict is then made anew. */
  const unblock = async ({ candidate_id }: Candidate) => {
    if (!session || busy !== undefined) return
    setBusy(candidate_id)
    const params = { session_id: session.session_id, candidate_id }
    try {
      await call('POST /api/search/interactive/:session_id/candidates/:candidate_id/unblock', { params })
      invalidate('GET /api/downloads/blocklist')
    } catch (cause) {
      say(candidate_id, { is: 'refused', text: cause instanceof ApiError ? cause.detail : String(cause) })
    }
    await refresh()
    setBusy(undefined)
  }
  const forget = () => setSaid({})
  return { busy, outcomes, grab, unblock, forget }
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
