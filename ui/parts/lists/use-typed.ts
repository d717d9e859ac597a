import { useEffect, useState } from '../../html'
import { listAddress, pageNumber } from './list-address'
import { useOwnLocation } from './virtual-place'

const TYPED_MS = 180

/** A list whose filter is in the address. Typed text is written to the address, and so requested, a moment later. */
export function useTyped(path: string, keep: readonly string[] = []) {
  const { query, route } = useOwnLocation()
  const q = query.q ?? ''
  const [typed, setTyped] = useState(q)
  const kept = Object.fromEntries(keep.map((key) => [key, query[key]]))
  useEffect(() => {
    if (typed === q) return
    const timer = setTimeout(() => route(listAddress(path, { ...kept, q: typed }), true), TYPED_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const at = (change: Record<string, string | number | undefined>) => listAddress(path, { ...kept, q, ...change })
  return { q: q.trim(), typed, type: setTyped, page: pageNumber(query), at, query, route }
}
