import { useLocation } from 'preact-iso'
import { html, useEffect, useRef } from '../../html'
import { openedCopy } from '../../kept/open-copies'
import { readPath } from '../../parts/text/read-path'
import { Chrome } from './bars/chrome'
import { LostLine, NoteLine, useNote } from './bars/notes'
import { TapZonesHint, useZonesHint } from './bars/tap-zones'
import { useControls } from './bars/use-controls'
import { useCommands, useSheets } from './input/use-commands'
import { useReaderKeys } from './input/use-reader-keys'
import { useFullScreen, useGround, useWakeLock } from './input/use-screen'
import { pageWords } from './layout/spreads'
import type { ReaderMove, Reading } from './machine'
import { SheetOver } from './sheets/sheets'
import { useBookmarks } from './sheets/use-bookmarks'
import type { StageHandle } from './stage/stage'
import { Stages } from './stage/stages'
import type { Zone } from './stage/zones'
import { useNextIssue } from './use-next-issue'
import { type ReadingNow, useReading } from './use-reading'
import type { Neighbour, ReadIssue } from './wire'

type Open = Extract<Reading, { is: 'open' }>
export type OpenIssueProps = {
  issue: ReadIssue
  reading: Open
  move: (move: ReaderMove) => void
  /** Whether to tell the user that the issue resumes at a saved page. */
  note: boolean
  /** How far down the page to resume; undefined for the top. */
  share: number | undefined
  onLeave: () => void
}

/** An open issue: its pages, with the controls and sheets over them. */
export function OpenIssue({ issue, reading, move, note, share, onLeave }: OpenIssueProps) {
  const { route } = useLocation()
  const now = useReading(issue, reading, move, share)
  const { views, page, direction, strip } = now
  const handle = useRef<StageHandle | null>(null)
  const sheets = useSheets()
  const controls = useControls(sheets.thumbs)
  const full = useFullScreen()
  const bookmarks = useBookmarks(issue, now.line.suspect)
  const notes = useNote(() => (note ? continued(page, () => commands.go(0)) : undefined))
  const zones = useZonesHint()
  const goIssue = (other: Neighbour) => route(readPath(other.issue_id, issue.list?.list_id), true)
  const { place } = reading
  const shared = { issue, now, full, bookmarks }
  const commands = useCommands({
    ...shared,
    ...sheets,
    place,
    handle,
    goIssue,
    leave: onLeave,
    showNote: notes.showNote,
  })
  const goByEnter = () => {
    const beside = besideOf(issue, place, now)
    if (beside) goIssue(beside)
    return beside !== null
  }
  useReaderKeys({ direction, strip, run: commands.run, onEnter: goByEnter })
  useWakeLock(page)
  useNextIssue(issue.next, now.spread.at(-1) === issue.page_count - 1)
  useGround(views.device.ground)
  const root = useRef<HTMLElement>(null)
  useEffect(() => root.current?.focus(), [])

  const words = wordsOf(issue, place, now)
  const { ground, ink, brightness } = views.device
  const look = { 'data-ground': ground, 'data-ink': ink, 'data-controls': controls.shown ? 'shown' : undefined }
  const tap = (zone: Zone) => {
    if (zone === 'middle') return controls.toggle()
    controls.hide()
    commands.step(zone === 'next' ? 1 : -1, false)
  }
  const stages = { issue, reading, now, handle, tap, turn: commands.turnByHand, hide: controls.hide, goIssue }
  return html`
    <main class="reader" ref=${root} tabindex="-1" ...${look} aria-label=${`${issue.series_name} ${issue.label}`} onPointerMove=${controls.move} onErrorCapture=${now.checkFile}>
      <p class="unseen" role="status">${words}</p>
      <${Chrome}
        ...${shared}
        words=${words}
        commands=${commands}
        controls=${controls}
        sheets=${sheets}
        onLeave=${onLeave}
      />
      <${Stages} ...${stages} leave=${onLeave} />
      ${brightness < 1 && html`<div class="reader-dim" style=${{ opacity: 1 - brightness }}></div>`}
      ${zones && html`<${TapZonesHint} rule=${{ direction, strip, oneHand: views.device.oneHand }} />`}
      <${NoteLine} note=${notes.note} onDone=${notes.hideNote} />
      <${LostLine} lost=${now.line.lost && !openedCopy(issue.issue_id)} />
      <${SheetOver} issue=${issue} now=${now} bookmarks=${bookmarks} sheets=${sheets} onGo=${commands.go} />
    </main>
  `
}

function continued(page: number, fromStart: () => void) {
  return { text: `Continued at page ${page + 1}`, action: { label: 'From the start', run: fromStart } }
}

function wordsOf({ page_count }: ReadIssue, place: Open['place'], { spread }: ReadingNow): string {
  if (place.on === 'page') return pageWords(spread, page_count)
  return place.on === 'end' ? 'The end' : 'The beginning'
}

/** The issue that Enter leads to from the card at either end. A strip has its card below its last page. */
function besideOf(issue: ReadIssue, place: Open['place'], { strip, isAtCard }: ReadingNow): Neighbour | null {
  if (place.on === 'before') return issue.previous
  return place.on === 'end' || (strip && isAtCard()) ? issue.next : null
}
