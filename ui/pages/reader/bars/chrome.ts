import { html } from '../../../html'
import type { Commands, ReaderSheetState } from '../input/use-commands'
import type { FullScreen } from '../input/use-screen'
import type { Bookmarks } from '../sheets/use-bookmarks'
import type { ReadingNow } from '../use-reading'
import type { ReadIssue } from '../wire'
import { BottomBar, TopBar } from './bars'
import { Slider } from './slider'
import { Thumbs } from './thumbs'
import type { Controls } from './use-controls'

export type ChromeProps = {
  issue: ReadIssue
  now: ReadingNow
  /** "Page 3 of 24" */
  words: string
  commands: Commands
  controls: Controls
  full: FullScreen
  bookmarks: Bookmarks
  sheets: ReaderSheetState
  onLeave: () => void
}

/** The bars above and below the pages. */
export function Chrome({ issue, now, words, commands, controls, full, bookmarks, sheets, onLeave }: ChromeProps) {
  const { page, spread, sizes, strip } = now
  const rightToLeft = now.direction === 'rtl' && !strip
  const line = { issue, rightToLeft, bookmarks: bookmarks.all.map((one) => one.page), onGo: commands.go }
  const top = {
    issue,
    controls,
    full,
    onLeave,
    marked: spread.some(bookmarks.has),
    onMark: commands.mark,
    onView: () => sheets.open('view'),
  }
  const bottom = {
    issue,
    controls,
    words,
    rightToLeft,
    thumbs: sheets.thumbs,
    onThumbs: () => sheets.setThumbs(!sheets.thumbs),
    onGoto: () => sheets.open('goto'),
    onIssue: commands.toIssue,
    bookmarks: bookmarks.all.length,
    onBookmarks: () => sheets.open('bookmarks'),
    slider: html`<${Slider} ...${line} page=${page} />`,
  }
  const all = { ...line, spread, sizes, onGrid: () => sheets.open('grid') }
  return html`
    <${TopBar} ...${top} />
    <${BottomBar} ...${bottom}>${sheets.thumbs && html`<${Thumbs} ...${all} />`}<//>
  `
}
