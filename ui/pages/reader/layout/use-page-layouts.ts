import { call } from '../../../api/client'
import { useEffect, useRef, useState } from '../../../html'
import { openedCopy } from '../../../kept/open-copies'
import type { ReadIssue } from '../wire'
import type { PageLayout } from './stops'

/** Pages ahead whose layout is requested, so that it is known when they are turned to. */
const AHEAD = 2

/**
 * The layouts of the pages around `page` while `wanted`. A page is missing until the server has measured it, and
 * undefined where that failed.
 */
export function usePageLayouts({ issue_id, version, page_count }: ReadIssue, page: number, wanted: boolean) {
  const [layouts, setLayouts] = useState<ReadonlyMap<number, PageLayout | undefined>>(new Map())
  const requested = useRef(new Set<string>())
  useEffect(() => {
    if (!wanted) return
    let here = true
    const fetchInTurn = async () => {
      const kept = openedCopy(issue_id)?.layouts
      if (kept) return setLayouts(new Map(Array.from({ length: page_count }, (_, own) => [own, kept[own]])))
      for (let own = page; own <= Math.min(page + AHEAD, page_count - 1) && here; own++) {
        const key = `${issue_id} ${version} ${own}`
        if (requested.current.has(key)) continue
        requested.current.add(key)
        try {
          const params = { issue_id, page: own }
          const layout = await call('GET /api/reading/issues/:issue_id/layouts/:page', { params })
          setLayouts((known) => new Map(known).set(own, layout))
        } catch {
          // The page is shown whole, and measured when it is turned to again.
          requested.current.delete(key)
          setLayouts((known) => new Map(known).set(own, undefined))
        }
      }
    }
    void fetchInTurn()
    return () => {
      here = false
    }
  }, [issue_id, version, page, wanted])
  return layouts
}
