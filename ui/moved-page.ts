import { useLocation } from 'preact-iso'
import { type Component, useEffect } from './html'
import { listAddress } from './parts/lists/list-address'

/** A page at an earlier address. Opens the current address in its place, with the same query. */
export function movedPage(to: string): Component {
  return function MovedPage() {
    const { query, route } = useLocation()
    useEffect(() => route(listAddress(to, query), true), [])
    return null
  }
}
