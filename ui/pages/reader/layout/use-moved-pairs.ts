import { useState } from '../../../html'
import { movedPairs, saveMovedPairs } from './moved-pairs'

export type MovedPairs = {
  /** Pages behind a double-page picture that are shown alone. */
  pages: readonly number[]
  /** Moves the pairs that start at this page, or moves them back. */
  toggle: (start: number) => void
}

/** The pairs of an issue that were moved by one page, kept on this device. */
export function useMovedPairs(issueId: string): MovedPairs {
  const [pages, draw] = useState(() => movedPairs(localStorage, issueId))
  const toggle = (start: number) => {
    const next = pages.includes(start) ? pages.filter((page) => page !== start) : [...pages, start]
    draw(next)
    saveMovedPairs(localStorage, issueId, next)
  }
  return { pages, toggle }
}
