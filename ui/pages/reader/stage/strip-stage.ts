import { html, useLayoutEffect, useMemo, useRef, useState } from '../../../html'
import { columnOf, type Fit, type PageWindow } from '../layout/fit'
import type { Sizes } from '../layout/spreads'
import { PageBox } from './page-box'
import { LEAST_ZOOM, MOST_ZOOM } from './pan'
import type { EndCards, Grip, PageSource, StageEvents, StageHandle } from './stage'
import {
  type Anchor,
  anchorAt,
  pagesNear,
  placeOf,
  READING_LINE,
  type ReadPlace,
  readPlace,
  type Strip,
  stripOf,
} from './strip'
import { stripPlace } from './strip-place'
import { useHand } from './use-hand'
import { useWheel } from './use-wheel'
import { zoneAt } from './zones'

export type StripStageProps = StageEvents &
  Grip & {
    issueId: string
    count: number
    /** The page at which the strip opens. */
    page: number
    /** How far down that page to open; undefined for its top. */
    share: number | undefined
    /** Space between pages. */
    gap: boolean
    sizes: Sizes
    fit: Fit
    view: PageWindow
    source: PageSource
    cards: EndCards
    handle: { current: StageHandle | null }
    /** Receives the current place after each move. */
    onRead: (place: ReadPlace) => void
    /** Receives the first and last page to load near the window. */
    onNear: (first: number, last: number) => void
  }

/** The number of windows before and after the visible one whose pages are rendered. */
const AHEAD = 1.5
const STEP = 0.9
const DOUBLE_ZOOM = 1.8
const GAP = 16

/** Pages below each other, scrolled. Only those near the window are in the document. */
export function StripStage(props: StripStageProps) {
  const { count, source, cards, view } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { strip, column, near } = useStrip(props, scroller)
  const [first, last] = near
  const pages = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at).filter(
    (own) => own < count,
  )
  const style = { width: `${column}px`, height: `${strip.height}px` }
  return html`
    <div class="reader-stage reader-strip" ref=${scroller} tabindex="-1">
      <div class="reader-column" style=${style}>
        ${pages.map((page) => {
          const top = strip.tops[page] as number
          const below = props.gap && page < count - 1 ? GAP : 0
          const size = { width: column, height: (strip.tops[page + 1] as number) - top - below }
          const shown = { page, size, picture: source.at(page), fault: source.fault(page) }
          return html`<div class="reader-strip-page" key=${page} style=${{ top: `${top}px` }}><${PageBox} ...${shown} onRetry=${source.retry} /></div>`
        })}
      </div>
      <div class="reader-strip-end" style=${{ minHeight: `${view.height * 0.8}px` }}>${cards.end}</div>
    </div>
  `
}

function useStrip(props: StripStageProps, scroller: { current: HTMLDivElement | null }) {
  const { issueId, count, sizes, fit, view, page, share, gap, oneHand, direction, handle } = props
  const [zoom, setZoom] = useState(1)
  const usual = sizes.find((size) => size != null)
  const column = Math.round(columnOf(fit, view, usual) * zoom)
  const strip = useMemo(() => stripOf(count, sizes, column, gap ? GAP : 0), [count, sizes, column, gap])
  /** The scroll target after the next layout: `seen` pixels below the window's upper edge. */
  const due = useRef<(Anchor & { seen: number }) | undefined>(undefined)
  const opening = useRef(true)
  if (opening.current) {
    opening.current = false
    due.current =
      share === undefined
        ? { page, share: 0, ...stripPlace(localStorage, issueId, page), seen: 0 }
        : { page, share, seen: view.height * READING_LINE }
  }
  /** The place and its scroll position: pages that get their height before the user scrolls must not move the place. */
  const held = useRef<{ anchor: Anchor & { seen: number }; at: number } | undefined>(undefined)
  const laid = useRef(strip)
  /** The position before a new layout, since a shorter one would cut it off. */
  const scrolled = useRef(0)
  const [near, setNear] = useState<[number, number]>([page, page])
  const now = useRef({ strip, props })
  now.current = { strip, props }

  const look = () => {
    const box = scroller.current
    if (!box) return
    const { strip, props } = now.current
    const { scrollTop } = box
    scrolled.current = scrollTop
    const next = pagesNear(strip, scrollTop, view.height, view.height * AHEAD)
    setNear((known) => (known[0] === next[0] && known[1] === next[1] ? known : next))
    props.onNear(...next)
    props.onRead(readPlace(strip, scrollTop, view.height))
  }
  // Pages above that get their height must not move the visible part.
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const kept = held.current?.at === scrolled.current ? held.current.anchor : undefined
    const anchor = due.current ?? kept ?? { ...anchorAt(laid.current, scrolled.current), seen: 0 }
    due.current = undefined
    laid.current = strip
    const y = placeOf(strip, anchor) - anchor.seen
    if (Math.abs(box.scrollTop - y) >= 1) box.scrollTop = y
    held.current = { anchor, at: box.scrollTop }
    box.scrollLeft = Math.max(0, (box.scrollWidth - box.clientWidth) / 2)
    look()
  }, [strip])
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [view])

  const zoomBy = (factor: number, y = view.height / 2) => {
    const box = scroller.current
    if (!box) return
    due.current = { ...anchorAt(laid.current, box.scrollTop + y), seen: y }
    setZoom((known) => {
      const next = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, known * factor))
      props.onZoomed(next)
      return next
    })
  }
  handle.current = handleOf(scroller, now, { zoomBy, zoom, setZoom, view })
  useHand(scroller, {
    onAct: (act) => {
      if (act.act === 'pinch') return zoomBy(act.factor, act.y)
      if (act.act !== 'tap') return
      const zone = zoneAt(act.x, act.y, view, { direction, strip: true, oneHand })
      if (!act.double || zone !== 'middle') return props.onTap(zone)
      props.onTwice()
      zoomBy(zoom > 1 ? 1 / zoom : DOUBLE_ZOOM, act.y)
    },
  })
  useWheel(scroller, { onZoom: (factor, at) => zoomBy(factor, at.y + view.height / 2) })
  return { strip, column, near }
}

type HandleDeps = {
  zoomBy: (factor: number) => void
  zoom: number
  setZoom: (zoom: number) => void
  view: PageWindow
}

function handleOf(
  scroller: { current: HTMLDivElement | null },
  now: { current: { strip: Strip } },
  { zoomBy, zoom, setZoom, view }: HandleDeps,
): StageHandle {
  const scrollBy = (dy: number) => {
    const box = scroller.current
    if (!box) return false
    const most = box.scrollHeight - box.clientHeight
    if (dy > 0 ? box.scrollTop >= most - 1 : box.scrollTop <= 0) return false
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
    box.scrollBy({ top: dy, behavior })
    return true
  }
  return {
    step: (by) => scrollBy(by * view.height * STEP),
    moveBy: (dy) => scrollBy(-dy),
    zoomBy,
    unzoom: () => setZoom(1),
    isZoomed: () => zoom > 1,
    goTo: (page) => {
      const box = scroller.current
      if (box) box.scrollTop = now.current.strip.tops[page] ?? 0
    },
  }
}
