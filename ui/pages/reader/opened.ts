import { useLocation } from 'preact-iso'
import { html, useEffect, useRef } from '../../html'
import { readPath } from '../../parts/read-path'
import { BottomBar, TopBar } from './bars'
import { Card } from './card'
import type { Move, Reading } from './machine'
import { greeting, LostLine, NoteLine, useNote } from './notes'
import { PagedStage } from './paged-stage'
import { Sheets } from './sheets'
import { Slider } from './slider'
import { pageWords } from './spreads'
import type { Cards, StageHandle } from './stage'
import { StripStage } from './strip-stage'
import { Thumbs } from './thumbs'
import { useBookmarks } from './use-bookmarks'
import { useCommands, useSheets } from './use-commands'
import { useControls } from './use-controls'
import { useKeys } from './use-keys'
import { useNextIssue } from './use-next-issue'
import { type ReadingNow, useReading } from './use-reading'
import { useFullScreen, useGround, useWakeLock } from './use-screen'
import type { Neighbour, ReadIssue } from './wire'
import type { Zone } from './zones'

export type OpenedProps = {
  issue: ReadIssue
  reading: Extract<Reading, { is: 'open' }>
  move: (move: Move) => void
  /** It goes on where it was left: say so. */
  note: boolean
  onLeave: () => void
}

/** An issue that is open: its pages, and over them what comes when it is asked for. */
export function Opened({ issue, reading, move, note, onLeave }: OpenedProps) {
  const { route } = useLocation()
  const now = useReading(issue, reading, move)
  const { views, page, spread, direction } = now
  const handle = useRef<StageHandle | null>(null)
  const sheets = useSheets()
  const controls = useControls(sheets.thumbs)
  const full = useFullScreen()
  const bookmarks = useBookmarks(issue)
  const notes = useNote(note ? continued(page, () => commands.go(0)) : greeting())
  const goIssue = (other: Neighbour) => route(readPath(other.issue_id), true)
  const deps = {
    issue,
    place: reading.place,
    now,
    handle,
    full,
    controls,
    bookmarks,
    goIssue,
    leave: onLeave,
    say: notes.say,
  }
  const commands = useCommands({ ...deps, ...sheets })
  const card = reading.place.on === 'end' ? issue.next : reading.place.on === 'before' ? issue.previous : null
  useKeys({ direction, strip: now.strip, run: commands.run, onEnter: card ? () => goIssue(card) : undefined })
  useWakeLock(page)
  useNextIssue(issue.next, now.spread.at(-1) === issue.page_count - 1)
  useGround(views.device.ground)
  const root = useRef<HTMLElement>(null)
  useEffect(() => root.current?.focus(), [])

  const words =
    reading.place.on === 'page'
      ? pageWords(spread, issue.page_count)
      : reading.place.on === 'end'
        ? 'The end'
        : 'The beginning'
  const marked = bookmarks.all.map((one) => one.page)
  const rightToLeft = direction === 'rtl' && !now.strip
  const { ground, ink, brightness } = views.device
  const look = { 'data-ground': ground, 'data-ink': ink, 'data-controls': controls.shown ? 'shown' : undefined }
  const line = { issue, rightToLeft, bookmarks: marked, onGo: commands.go }
  const bottom = {
    issue,
    controls,
    words,
    rightToLeft,
    thumbs: sheets.thumbs,
    onThumbs: () => sheets.setThumbs(!sheets.thumbs),
    onGoto: () => sheets.open('goto'),
    onIssue: goIssue,
    slider: html`<${Slider} ...${line} page=${page} />`,
  }
  const top = {
    issue,
    controls,
    full,
    marked: bookmarks.has(page),
    onLeave,
    onMark: commands.mark,
    onView: () => sheets.open('view'),
  }
  const tap = (zone: Zone) => {
    if (zone === 'middle') return controls.toggle()
    controls.hide()
    commands.step(zone === 'next' ? 1 : -1, false)
  }
  return html`
    <main class="reader" ref=${root} tabindex="-1" ...${look} aria-label=${`${issue.series_name} ${issue.label}`} onPointerMove=${controls.move}>
      <p class="unseen" role="status">${words}</p>
      <${TopBar} ...${top} />
      <${BottomBar} ...${bottom}>
        ${sheets.thumbs && html`<${Thumbs} ...${line} spread=${spread} sizes=${now.sizes} onBookmarks=${() => sheets.open('bookmarks')} />`}
      <//>
      <${Stage} ...${{ issue, reading, now, handle, tap, turn: commands.turn, hide: controls.hide, goIssue, leave: onLeave }} />
      ${brightness < 1 && html`<div class="reader-dim" style=${{ opacity: 1 - brightness }}></div>`}
      <${NoteLine} note=${notes.note} onDone=${notes.hush} />
      <${LostLine} lost=${now.line.lost} />
      <${Sheets} ...${{ issue, now, bookmarks, sheets, onGo: commands.go }} />
    </main>
  `
}

function continued(page: number, fromStart: () => void) {
  return { text: `Continued at page ${page + 1}`, action: { label: 'From the start', run: fromStart } }
}

type StageProps = {
  issue: ReadIssue
  reading: OpenedProps['reading']
  now: ReadingNow
  handle: { current: StageHandle | null }
  tap: (zone: Zone) => void
  turn: (by: 1 | -1) => void
  hide: () => void
  goIssue: (issue: Neighbour) => void
  leave: () => void
}

function Stage({ issue, reading, now, handle, tap, turn, hide, goIssue, leave }: StageProps) {
  const { views, view, fit, direction, sizes, pictures, setZoom, setNear } = now
  const card = { issue, onGo: goIssue, onLeave: leave }
  const cards: Cards = {
    end: html`<${Card} ...${card} kind="end" />`,
    before: html`<${Card} ...${card} kind="before" />`,
  }
  const onZoomed = (zoom: number) => {
    if (zoom > 1) hide()
    setZoom(Math.ceil(zoom * 2) / 2)
  }
  const shared = {
    ...{ view, fit, direction, sizes, cards, handle, source: pictures, oneHand: views.device.oneHand },
    ...{ onTurn: turn, onTap: tap, onTwice: hide, onZoomed },
  }
  if (now.strip) {
    const strip = {
      count: issue.page_count,
      page: now.page,
      onRead: (page: number) => page !== now.page && now.move({ do: 'go', page, count: issue.page_count }),
      onNear: (first: number, last: number) =>
        setNear((known) => (known[0] === first && known[1] === last ? known : [first, last])),
    }
    return html`<${StripStage} ...${shared} ...${strip} />`
  }
  const paged = {
    spreads: now.spreads,
    at: now.at,
    forwards: reading.forwards,
    hasBefore: issue.previous !== null,
    double: now.double,
  }
  return html`<${PagedStage} ...${shared} ...${paged} />`
}
