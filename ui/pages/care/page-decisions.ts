import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { runWithToast } from '../../state/run-with-toast'

/** Decisions about pages that take effect at once. */

export const keepPages = (page_ids: string[], keep: boolean): Promise<boolean> =>
  runWithToast(async () => {
    await call('POST /api/unwanted-pages/keep', { body: { page_ids, keep } })
    invalidate('GET /api/unwanted-pages')
  })

export const showPages = (page_ids: string[]): Promise<boolean> =>
  runWithToast(async () => {
    await call('POST /api/unwanted-pages/show', { body: { page_ids } })
    invalidate('GET /api/unwanted-pages')
  }, 'Pages shown again')

/** Ends the rule for new files. */
export const removePageRule = (page_ids: string[]): Promise<boolean> =>
  runWithToast(async () => {
    await call('POST /api/unwanted-pages/rule', { body: { page_ids, rule: null } })
    invalidate('GET /api/unwanted-pages')
  }, 'Rule removed')
