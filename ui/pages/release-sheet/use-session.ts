import { ApiError, call } from '../../api/client'
import { listen } from '../../api/events'
import { useEffect, useRef, useState } from '../../html'
import type { ReleaseTarget } from '../../state/release-search'
import type { WireSession } from './candidate'

const LOOK_MS = 2_000

/** Sessions opened from this page that may still be valid: opening the sheet twice searches only once. */
const opened = new Map<string, string>()

export const isSearchActive = ({ state }: WireSession) => state === 'queued' || state === 'running'
const keyOf = ({ entity_type, entity_id }: ReleaseTarget) => `${entity_type} ${entity_id}`
const toError = (cause: unknown) => (cause instanceof ApiError ? cause : new ApiError(0, String(cause)))

export type SearchSession = {
  session: WireSession | undefined
  /** The search could not start. */
  error: ApiError | undefined
  /** The reason why the results are no longer valid: too old, or replaced by another search. */
  over: 'expired' | 'replaced' | undefined
  again: () => void
  refresh: () => Promise<void>
}

/** Starts a release search and follows it by events and occasional requests. */
export function useSession(target: ReleaseTarget): SearchSession {
  const [session, setSession] = useState<WireSession | undefined>(undefined)
  const [error, setError] = useState<ApiError | undefined>(undefined)
  const [over, setOver] = useState<SearchSession['over']>(undefined)
  const here = useRef(true)
  const id = session?.session_id
  const key = keyOf(target)

  const begin = async (fresh: boolean) => {
    setError(undefined)
    setOver(undefined)
    if (fresh) setSession(undefined)
    try {
      const now = (fresh ? undefined : await known(key)) ?? (await search(target))
      opened.set(key, now.session_id)
      if (here.current) setSession(now)
    } catch (cause) {
      if (here.current) setError(toError(cause))
    }
  }
  const refresh = async () => {
    if (id === undefined) return
    try {
      const now = await sessionAt(id)
      if (here.current) setSession((shown) => (shown?.session_id === id ? now : shown))
    } catch (cause) {
      const { status } = toError(cause)
      // Any other error is likely a short loss of the connection, so the next request decides.
      if (here.current && status === 410) setOver('expired')
      else if (here.current && status === 404) setOver('replaced')
    }
  }
  useEffect(() => {
    here.current = true
    void begin(false)
    return () => {
      here.current = false
    }
  }, [key])
  useLooks(session, over === undefined, refresh)
  useExpiry(session?.expires_at, () => setOver((now) => now ?? 'expired'))
  return { session, error, over, again: () => void begin(true), refresh }
}

/** The end of each session by this machine's clock, which may differ from the server's by minutes. */
const ends = new Map<string, string>()

async function search({ entity_type, entity_id }: ReleaseTarget): Promise<WireSession> {
  const begun = await call('POST /api/search/interactive', { body: { entity_type, entity_id } })
  const lasts = Date.parse(begun.expires_at) - Date.parse(begun.created_at)
  ends.set(begun.session_id, new Date(Date.now() + lasts).toISOString())
  return inOurTime(begun)
}

async function sessionAt(session_id: string): Promise<WireSession> {
  return inOurTime(await call('GET /api/search/interactive/:session_id', { params: { session_id } }))
}

const inOurTime = (session: WireSession): WireSession => ({
  ...session,
  expires_at: ends.get(session.session_id) ?? session.expires_at,
})

async function known(key: string): Promise<WireSession | undefined> {
  const id = opened.get(key)
  if (id === undefined) return undefined
  return sessionAt(id).catch(() => undefined)
}

/** A release that is being handed over changes without an event, so it is polled too. */
function useLooks(session: WireSession | undefined, on: boolean, refresh: () => Promise<void>): void {
  const latest = useRef(refresh)
  latest.current = refresh
  const id = session?.session_id
  const moving = session && (isSearchActive(session) || session.candidates.some(({ state }) => state === 'submitting'))
  useEffect(() => {
    if (!on || !moving) return
    const timer = setInterval(() => void latest.current(), LOOK_MS)
    return () => clearInterval(timer)
  }, [on, moving])
  useEffect(() => {
    if (!on || id === undefined) return
    return listen(({ type, data }) => {
      if (type === 'interactive_search' && data.session_id === id) void latest.current()
    })
  }, [on, id])
}

function useExpiry(at: string | undefined, onEnd: () => void): void {
  useEffect(() => {
    if (at === undefined) return
    const timer = setTimeout(onEnd, Math.max(0, Date.parse(at) - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
}
