import { useLocation } from 'preact-iso'
import { useEffect } from '../../html'

type Shown = { total: number; limit: number; offset: number }

/**
 * Replaces the address of a page behind the end of a list by that of the last page: the entries of a page may all be
 * removed. Returns whether it does, so that the list is not called empty meanwhile.
 */
export function useLastPage(page: number, shown: Shown | undefined, hrefOf: (page: number) => string): boolean {
  const { route } = useLocation()
  const { total = 0, limit = 1, offset = 0 } = shown ?? {}
  // Until the next page is loaded, a list may show the one before.
  const isBeyond = page > 1 && offset === (page - 1) * limit && offset >= total
  const last = Math.max(1, Math.ceil(total / limit))
  useEffect(() => {
    if (isBeyond) route(hrefOf(last), true)
  }, [isBeyond, last])
  return isBeyond
}
