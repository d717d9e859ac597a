import { useLocation } from 'preact-iso'
import { type Component, useEffect } from './html'
import { addressOf } from './parts/lists/list-address'

/** The page at an earlier address: it opens the present one in its place, with the same query. */
export function movedPage(to: string): Component {
  return function MovedPage() {
    const { query, route } = useLocation()
    useEffect(() => route(addressOf(to, query), true), [])
    return null
  }
}
