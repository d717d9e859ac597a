import { ApiError, call } from '../../../api/client'
import { useState } from '../../../html'
import { showToast } from '../../../state/toasts'
import { isSilent } from '../../../worker/routing'
import type { Bookmark, ReadIssue } from '../wire'

export type Bookmarks = {
  all: readonly Bookmark[]
  has: (page: number) => boolean
  put: (page: number, note?: string) => Promise<boolean>
  remove: (page: number) => Promise<boolean>
}

const AWAY = 'Bookmarks cannot be changed while Panelkeep does not answer.'

export function useBookmarks({ issue_id, bookmarks }: ReadIssue): Bookmarks {
  const [all, setAll] = useState<readonly Bookmark[]>(bookmarks)
  const showReply = async (request: Promise<{ bookmarks: Bookmark[] }>) => {
    try {
      setAll((await request).bookmarks)
      return true
    } catch (cause) {
      const isAway = cause instanceof ApiError && isSilent(cause)
      showToast(isAway ? AWAY : `The bookmark was not saved. ${(cause as Error).message}`, { kind: 'error' })
      return false
    }
  }
  const name = '/api/reading/issues/:issue_id/bookmarks/:page'
  return {
    all,
    has: (page) => all.some((one) => one.page === page),
    put: (page, note) =>
      showReply(
        call(`PUT ${name}`, { params: { issue_id, page }, body: note === undefined ? {} : { note: note || null } }),
      ),
    remove: (page) => showReply(call(`DELETE ${name}`, { params: { issue_id, page } })),
  }
}
