import { useEffect, useState } from '../../../html'
import { type BookmarkChange, changeBookmark, sendUnsentBookmarks, withUnsent } from '../../../kept/unsent-bookmarks'
import { showToast } from '../../../state/toasts'
import type { Bookmark, ReadIssue } from '../wire'

export type Bookmarks = {
  all: readonly Bookmark[]
  has: (page: number) => boolean
  put: (page: number, note?: string) => Promise<boolean>
  remove: (page: number) => Promise<boolean>
}

/** The bookmarks of an issue. While the server does not answer, changes are kept on this device and sent later. */
export function useBookmarks({ issue_id, bookmarks }: ReadIssue, onSilence: () => void): Bookmarks {
  const [all, setAll] = useState(() => withUnsent(issue_id, bookmarks))
  useEffect(() => void sendUnsentBookmarks(), [])
  const change = async (page: number, change: BookmarkChange) => {
    try {
      const { bookmarks, isSent } = await changeBookmark(issue_id, page, change, all)
      setAll(bookmarks)
      if (!isSent) onSilence()
      return true
    } catch (cause) {
      showToast(`The bookmark was not saved. ${(cause as Error).message}`, { kind: 'error' })
      return false
    }
  }
  return {
    all,
    has: (page) => all.some((one) => one.page === page),
    put: (page, note) => {
      const at = new Date().toISOString()
      return change(page, note === undefined ? { set: true, at } : { set: true, note, at })
    },
    remove: (page) => change(page, { set: false, at: new Date().toISOString() }),
  }
}
