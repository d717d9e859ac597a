import { type Signal, signal, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../html'
import { ApiError, call, send } from './client'
import type { Endpoint, EndpointArgs, Input, Reply } from './contract'
import { OpeningContext } from './opening'

/**
 * The state of one query. `data` stays while a newer answer is fetched, so that the page is redrawn only once.
 * `loading` is true only while the first answer is fetched, or the next one after an error.
 */
export type Answer<T> = { data: T | undefined; error: ApiError | undefined; loading: boolean }
type Line = {
  name: string
  input: unknown
  answer: Signal<Answer<unknown>>
  watchers: number
  at: number
  stale: boolean
  running: AbortController | undefined
  /** When the last request began, on the clock of `performance`. */
  begun: number
}

const KEPT = 80
const FRESH_MS = 5_000
/** A request that takes longer than this counts as lost. */
const LOST_MS = 15_000
const lines = new Map<string, Line>()
const blank: Answer<undefined> = { data: undefined, error: undefined, loading: true }

const keyOf = (name: string, input: unknown) => `${name} ${JSON.stringify(input ?? {})}`

function lineOf(name: string, input: unknown): Line {
  const key = keyOf(name, input)
  const known = lines.get(key)
  if (known) return known
  const line: Line = {
    name,
    input,
    answer: signal<Answer<unknown>>({ ...blank }),
    watchers: 0,
    at: 0,
    stale: true,
    running: undefined,
    begun: 0,
  }
  lines.set(key, line)
  forgetOldest()
  return line
}

function forgetOldest(): void {
  for (const [key, line] of lines) {
    if (lines.size <= KEPT) return
    if (line.watchers === 0 && !line.running) lines.delete(key)
  }
}

async function fetchLine(line: Line): Promise<void> {
  line.running?.abort()
  const running = new AbortController()
  line.running = running
  line.begun = performance.now()
  const before = line.answer.peek()
  if (before.data === undefined || before.error) line.answer.value = { ...before, loading: true }
  try {
    const data = await send(line.name, line.input as object | undefined, running.signal)
    if (line.running !== running) return
    line.at = performance.now()
    line.stale = false
    line.answer.value = { data, error: undefined, loading: false }
  } catch (cause) {
    if (line.running !== running) return
    const error = cause instanceof ApiError ? cause : new ApiError(0, String(cause), {}, { cause })
    line.stale = true
    line.answer.value = { ...line.answer.value, error, loading: false }
  } finally {
    if (line.running === running) line.running = undefined
  }
}

/** Fetches an answer before a component shows it. Resolves without data when the request fails. */
export async function prefetch<N extends Endpoint>(name: N, input?: Input<N>): Promise<Reply<N> | undefined> {
  const line = lineOf(name, input)
  if (line.stale && !line.running) await fetchLine(line)
  return line.answer.peek().data as Reply<N> | undefined
}

function watch(line: Line): () => void {
  line.watchers += 1
  const old = line.stale || performance.now() - line.at > FRESH_MS
  if (old && !line.running) void fetchLine(line)
  return () => {
    line.watchers -= 1
    if (line.watchers > 0 || !line.running) return
    line.running.abort()
    line.running = undefined
    line.stale = true
  }
}

/**
 * The answer of a GET endpoint, shared by all components with the same input. With `null` as input nothing is fetched.
 * With `keep`, the last answer stays on screen while a changed input is fetched (lists being filtered or paged).
 */
export function useQuery<N extends Endpoint>(
  name: N,
  input?: Input<N> | null,
  { keep = false } = {},
): Answer<Reply<N>> & { reload: () => void; poll: () => void } {
  const key = input === null ? null : keyOf(name, input)
  const line = useMemo(() => (input === null ? undefined : lineOf(name, input)), [key])
  const [answer, setAnswer] = useState<Answer<unknown>>(line?.answer.peek() ?? blank)
  const before = useRef<unknown>(undefined)
  useEffect(() => {
    if (!line) return setAnswer({ ...blank, loading: false })
    const leave = watch(line)
    const unsubscribe = line.answer.subscribe(setAnswer)
    return () => {
      unsubscribe()
      leave()
    }
  }, [line])
  const now = line && answer !== line.answer.peek() ? line.answer.peek() : answer
  if (now.data !== undefined) before.current = now.data
  const opening = useContext(OpeningContext)
  const waits = line !== undefined && now.data === undefined && now.error === undefined
  useLayoutEffect(() => {
    if (key === null || !opening) return
    opening.register(key, waits)
    return () => opening.register(key, false)
  }, [opening, key, waits])
  const data = (now.data ?? (keep ? before.current : undefined)) as Reply<N> | undefined
  const reload = () => {
    if (line) void fetchLine(line)
  }
  // A poll does not repeat a request that is still running: on a slow connection no answer would ever arrive.
  const poll = () => {
    if (line && (!line.running || performance.now() - line.begun > LOST_MS)) void fetchLine(line)
  }
  return { data, error: now.error, loading: now.loading, reload, poll }
}

/**
 * Runs one changing endpoint. `run` returns the reply, or undefined when it was refused; `error` then has the reason.
 */
export function useMutation<N extends Endpoint>(name: N, { invalidates = [] }: { invalidates?: string[] } = {}) {
  const [state, setState] = useState<{ busy: boolean; error: ApiError | undefined }>({ busy: false, error: undefined })
  const here = useRef(true)
  useEffect(
    () => () => {
      here.current = false
    },
    [],
  )
  const finish = (error?: ApiError) => here.current && setState({ busy: false, error })
  async function run(...args: EndpointArgs<N>): Promise<Reply<N> | undefined> {
    setState({ busy: true, error: undefined })
    try {
      const reply = await call(name, ...args)
      for (const prefix of invalidates) invalidate(prefix)
      finish()
      return reply
    } catch (cause) {
      finish(cause instanceof ApiError ? cause : new ApiError(0, String(cause), {}, { cause }))
      return undefined
    }
  }
  return { ...state, run, reset: () => setState({ busy: false, error: undefined }) }
}

/** Marks every answer whose endpoint starts with `prefix` as old and refetches those on screen. `''` means all. */
export function invalidate(prefix: string): void {
  for (const line of lines.values()) {
    if (!line.name.startsWith(prefix)) continue
    line.stale = true
    if (line.watchers > 0) void fetchLine(line)
  }
}

/** Refetches answers from before live updates began: no event reported changes in between. */
export function refetchAnswered(): void {
  for (const line of lines.values()) {
    if (line.running || line.at === 0) continue
    line.stale = true
    if (line.watchers > 0) void fetchLine(line)
  }
}

/** Writes a reply into the cache, for values that the server has just returned. */
export function cacheReply<N extends Endpoint>(name: N, input: Input<N> | undefined, data: Reply<N>): void {
  const line = lineOf(name, input)
  line.running?.abort()
  line.running = undefined
  line.at = performance.now()
  line.stale = false
  line.answer.value = { data, error: undefined, loading: false }
}

/** Clears the cache, since another user may log in next. */
export function clearCache(): void {
  for (const line of lines.values()) line.running?.abort()
  lines.clear()
}
