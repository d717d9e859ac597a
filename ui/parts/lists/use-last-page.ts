import { useLocation } from 'preact-iso'
import { useEffect } from '../../html'

/**
 * Replaces the address of a page behind the end of a list by that of the last page: the entries of a page may all be
 * removed. Returns whether it does, so that the list is not called empty meanwhile.
 */
export function useLastPage(
  page: number,
  pagination: { total: number; limit: number } | undefined,
  hrefOf: (page: number) => string,
): boolean {
  const { route } = useLocation()
  const last = pagination ? Math.max(1, Math.ceil(pagination.total / pagination.limit)) : page
  const isBeyond = page > last
  useEffect(() => {
    if (isBeyond) route(hrefOf(last), true)
  }, [isBeyond, last])
  return isBeyond
}
