import { useEffect, useRef, useState } from '../../../html'
import { nextDirection, nextMode, type SeriesReadingView } from '../layout/views'
import type { Reading } from '../machine'
import type { Bookmarks } from '../sheets/use-bookmarks'
import type { StageHandle } from '../stage/stage'
import type { ReadingNow } from '../use-reading'
import type { Neighbour, ReadIssue } from '../wire'
import type { Command } from './keys'
import { useHeldStep } from './use-held-step'
import type { FullScreen } from './use-screen'

export type ReaderSheet = 'view' | 'bookmarks' | 'goto' | 'grid' | 'help' | undefined
export type CommandDeps = {
  issue: ReadIssue
  place: Extract<Reading, { is: 'open' }>['place']
  now: ReadingNow
  handle: { current: StageHandle | null }
  full: FullScreen
  bookmarks: Bookmarks
  sheet: ReaderSheet
  open: (sheet: ReaderSheet) => void
  thumbs: boolean
  setThumbs: (on: boolean) => void
  showNote: (text: string) => void
  goIssue: (issue: Neighbour) => void
  leave: () => void
}

const MODE_WORDS = {
  auto: 'As many pages as fit',
  single: 'Single pages',
  double: 'Double pages',
  strip: 'Strip',
}
const DIRECTION_WORDS = { ltr: 'Left to right', rtl: 'Right to left', down: 'Down' }
/** A held key must not turn into the next issue. */
const PAUSE_MS = 450
const NUDGE = 0.2
const ZOOM_STEP = 1.25

/** The commands of keys, taps and buttons. */
export function useCommands(deps: CommandDeps) {
  const { issue, place, now, handle, showNote } = deps
  const { strip, views, move } = now
  const arrived = useRef(0)
  useEffect(() => {
    arrived.current = performance.now()
  }, [place.on])
  const rested = () => performance.now() - arrived.current > PAUSE_MS

  const turn = (by: 1 | -1) => {
    if (strip) return handle.current?.step(by) || (by > 0 && leaveStrip())
    const over = by > 0 ? place.on === 'end' : place.on === 'before'
    if (over) return rested() && toIssue(by > 0 ? issue.next : issue.previous)
    move({ do: 'turn', by, spreads: now.spreads, before: issue.previous !== null })
  }
  const go = (page: number) => {
    move({ do: 'go', page, count: issue.page_count })
    handle.current?.goTo(page)
  }
  const leaveStrip = () => {
    now.finish()
    toIssue(issue.next)
  }
  const toIssue = (other: Neighbour | null) => other && deps.goIssue(other)
  const hold = useHeldStep({
    measuring: now.measuring,
    hasStops: now.stops !== undefined,
    place,
    sheet: deps.sheet,
    turn,
  })
  const step = (by: 1 | -1, repeated: boolean) => hold(by) || handle.current?.step(by) || (!repeated && turn(by))
  /** A swipe or a turn of the wheel. */
  const turnByHand = (by: 1 | -1) => hold(by) || turn(by)
  const scrollStrip = (by: 1 | -1, repeated: boolean) =>
    handle.current?.moveBy(-by * now.view.height * NUDGE) || (!repeated && !strip && turn(by))
  const show = (change: Partial<SeriesReadingView>, words: string) => {
    views.setSeries(change)
    showNote(words)
  }
  const mark = async () => {
    const kept = now.spread.find(deps.bookmarks.has)
    const had = kept !== undefined
    const page = kept ?? now.page
    const done = await (had ? deps.bookmarks.remove(page) : deps.bookmarks.put(page))
    if (done) showNote(had ? `Bookmark at page ${page + 1} removed` : `Page ${page + 1} bookmarked`)
  }
  const leave = () => {
    if (deps.thumbs) deps.setThumbs(false)
    else if (handle.current?.isZoomed()) handle.current.unzoom()
    else deps.leave()
  }
  const shift = () => {
    if (!now.double) return showNote('Pairs can be shifted when two pages are side by side')
    const { start, toggle } = now.pairs
    if (start > 0) {
      toggle(start)
      return showNote('The pairs from here on are moved by one page')
    }
    const firstAlone = !views.latest().firstAlone
    show({ firstAlone }, firstAlone ? 'The cover is alone' : 'Pairs from the first page on')
  }
  const mode = () => {
    const next = nextMode(views.latest().mode, now.double)
    show({ mode: next }, MODE_WORDS[next])
  }
  const direction = () => {
    const next = nextDirection(views.latest().direction)
    show({ direction: next }, DIRECTION_WORDS[next])
  }
  const guided = () => {
    const on = !views.device.guided
    views.setDevice({ guided: on })
    showNote(on ? 'Panel by panel' : 'Whole pages')
  }
  const does: Record<Command, (repeated: boolean) => unknown> = {
    next: (repeated) => (now.stops || now.measuring ? step(1, repeated) : turn(1)),
    back: (repeated) => (now.stops || now.measuring ? step(-1, repeated) : turn(-1)),
    step: (repeated) => step(1, repeated),
    'step-back': (repeated) => step(-1, repeated),
    down: (repeated) => scrollStrip(1, repeated),
    up: (repeated) => scrollStrip(-1, repeated),
    first: () => go(0),
    last: () => go(issue.page_count - 1),
    full: () => deps.full.toggle(),
    mode,
    direction,
    shift,
    guided,
    bigger: () => handle.current?.zoomBy(ZOOM_STEP),
    smaller: () => handle.current?.zoomBy(1 / ZOOM_STEP),
    unzoom: () => handle.current?.unzoom(),
    bookmark: () => void mark(),
    goto: () => deps.open('goto'),
    grid: () => deps.open('grid'),
    pages: () => deps.setThumbs(!deps.thumbs),
    'next-issue': () => (issue.next ? toIssue(issue.next) : showNote('That was the last one here')),
    'previous-issue': () => (issue.previous ? toIssue(issue.previous) : showNote('This is the first one here')),
    help: () => deps.open('help'),
    leave,
  }
  return {
    run: (command: Command, repeated = false) => void does[command](repeated),
    turn,
    turnByHand,
    step,
    go,
    mark,
    toIssue,
  }
}

/** The open sheet, and whether the thumbnails are open. */
export function useSheets() {
  const [sheet, open] = useState<ReaderSheet>(undefined)
  const [thumbs, setThumbs] = useState(false)
  return { sheet, open, thumbs, setThumbs, close: () => open(undefined) }
}

export type ReaderSheetState = ReturnType<typeof useSheets>
export type Commands = ReturnType<typeof useCommands>
