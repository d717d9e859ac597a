import { useEffect, useRef, useState } from '../../html'
import { listAddress, pageNumber } from './list-address'
import { useOwnLocation } from './virtual-place'

const TYPED_MS = 180

/**
 * Text that is typed for `q` of the address. `send` writes it there a moment later. An address that changes in another
 * way, as when filters are cleared, changes the text.
 */
export function useTypedText(q: string, send: (typed: string) => void): [typed: string, type: (typed: string) => void] {
  const [typed, setTyped] = useState(q)
  const sent = useRef(q)
  const newest = useRef(send)
  newest.current = send
  useEffect(() => {
    if (q !== sent.current) setTyped(q)
    sent.current = q
  }, [q])
  useEffect(() => {
    if (typed === q) return
    const timer = setTimeout(() => {
      sent.current = typed
      newest.current(typed)
    }, TYPED_MS)
    return () => clearTimeout(timer)
  }, [typed, q])
  return [typed, setTyped]
}

/** A list whose filter is in the address. Typed text is written to the address, and so requested, a moment later. */
export function useTyped(path: string, keep: readonly string[] = []) {
  const { query, route } = useOwnLocation()
  const q = query.q ?? ''
  const kept = Object.fromEntries(keep.map((key) => [key, query[key]]))
  const [typed, type] = useTypedText(q, (text) => route(listAddress(path, { ...kept, q: text }), true))
  const at = (change: Record<string, string | number | undefined>) => listAddress(path, { ...kept, q, ...change })
  return { q: q.trim(), typed, type, page: pageNumber(query), at, query, route }
}
