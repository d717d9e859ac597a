import { html } from '../../../html'
import type { ReaderSheetState } from '../input/use-commands'
import type { ReadingNow } from '../use-reading'
import type { ReadIssue } from '../wire'
import { BookmarksSheet } from './bookmarks-sheet'
import { GotoDialog } from './goto-dialog'
import { HelpSheet } from './help-sheet'
import { PageGrid } from './page-grid'
import type { Bookmarks } from './use-bookmarks'
import { ViewSheet } from './view-sheet'

export type SheetOverProps = {
  issue: ReadIssue
  now: ReadingNow
  bookmarks: Bookmarks
  sheets: ReaderSheetState
  onGo: (page: number) => void
}

/** The open sheet over the pages, if any. */
export function SheetOver({ issue, now, bookmarks, sheets, onGo }: SheetOverProps) {
  const { sheet, open, close } = sheets
  const { views, double, direction, strip, pairs } = now
  if (sheet === 'view')
    return html`<${ViewSheet} ...${{ views, double, pairs }} onClose=${close} onHelp=${() => open('help')} />`
  if (sheet === 'help') {
    const rule = { direction, strip, oneHand: views.device.oneHand }
    return html`<${HelpSheet} rule=${rule} onClose=${close} />`
  }
  if (sheet === 'goto')
    return html`<${GotoDialog} page=${now.page} count=${issue.page_count} onGo=${onGo} onClose=${close} />`
  if (sheet === 'grid') {
    const marks = bookmarks.all.map(({ page }) => page)
    const rightToLeft = direction === 'rtl' && !strip
    const grid = { issue, spread: now.spread, rightToLeft, bookmarks: marks, onGo, onClose: close }
    return html`<${PageGrid} ...${grid} />`
  }
  if (sheet !== 'bookmarks') return null
  const go = (page: number) => {
    close()
    onGo(page)
  }
  const list = {
    issue,
    bookmarks: bookmarks.all,
    onGo: go,
    onNote: bookmarks.put,
    onRemove: bookmarks.remove,
    onClose: close,
  }
  return html`<${BookmarksSheet} ...${list} />`
}
