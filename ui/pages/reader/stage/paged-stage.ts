import { html, useEffect, useLayoutEffect, useRef, useState } from '../../../html'
import { type Box, boxOf, type Fit, type PageWindow } from '../layout/fit'
import { fromLeft, type Sizes, type Spread } from '../layout/spreads'
import { type Part, panTo, type Stops } from '../layout/stops'
import type { Gesture } from './gestures'
import { Motion, transformOf } from './motion'
import { PageBox } from './page-box'
import { startOf } from './pan'
import type { EndCards, Grip, PageSource, StageEvents, StageHandle } from './stage'
import { useHand } from './use-hand'
import { useWheel } from './use-wheel'
import { zoneAt } from './zones'

export type PagedStageProps = StageEvents &
  Grip & {
    spreads: readonly Spread[]
    /** -1 is the card before the first spread; the number of spreads is the card after the last. */
    at: number
    forwards: boolean
    hasBefore: boolean
    sizes: Sizes
    double: boolean
    fit: Fit
    /** Where reading stops on the visible spread. */
    stops?: Stops
    /** Whether the last part of the spread is visible, or all of it. */
    onStopped?: (isLast: boolean) => void
    /** Whether the spread may have stops that are not known yet. */
    measuring?: boolean
    /** The part of a page without its margins. */
    crops?: (page: number) => Part | undefined
    view: PageWindow
    source: PageSource
    cards: EndCards
    handle: { current: StageHandle | null }
  }

/** Pages side by side: one visible spread, with its neighbours beside it so that a finger can pull them in. */
export function PagedStage(props: PagedStageProps) {
  const { spreads, at, direction, hasBefore } = props
  const stage = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState<number | undefined>(undefined)
  const onStop = (next: number | undefined) => {
    setStop(next)
    props.onStopped?.(next === undefined || next === (props.stops?.parts.length ?? 0) - 1)
  }
  useMotion({ ...props, onStop }, stage, track)
  const leaves = [at - 1, at, at + 1].filter((own) => own >= (hasBefore ? -1 : 0) && own <= spreads.length)
  return html`
    <div class="reader-stage" ref=${stage} data-direction=${direction}>
      <div class="reader-track" ref=${track}>
        ${leaves.map((own) => html`<${Leaf} key=${spreads[own]?.[0] ?? own} ...${props} own=${own} stop=${own === at ? stop : undefined} />`)}
      </div>
      <p class="unseen" role="status">${props.stops?.dimmed && stop !== undefined && `Panel ${stop + 1} of ${props.stops.parts.length}`}</p>
    </div>
  `
}

function Leaf(props: PagedStageProps & { own: number; stop: number | undefined }) {
  const { own, at, direction, spreads, cards } = props
  const off = own - at
  const way = direction === 'rtl' ? -off : off
  const style = { translate: direction === 'down' ? `0 ${off * 100}%` : `${way * 100}% 0` }
  const spread = spreads[own]
  return html`
    <div class="reader-leaf" style=${style} data-here=${off === 0 || undefined} aria-hidden=${off === 0 ? undefined : 'true'} inert=${off !== 0}>
      ${spread ? html`<${SpreadBox} ...${props} spread=${spread} />` : own < 0 ? cards.before : cards.end}
    </div>
  `
}

function SpreadBox({
  spread,
  own,
  at,
  direction,
  sizes,
  fit,
  view,
  double,
  source,
  crops,
  stops,
  stop,
}: PagedStageProps & { own: number; spread: Spread; stop: number | undefined }) {
  const drawn = fromLeft(spread, direction === 'rtl')
  const box = boxOf(
    drawn.map((page) => sizes[page]),
    { fit, view, double },
  )
  const element = useRef<HTMLDivElement>(null)
  const panel = stops?.dimmed && stop !== undefined ? stops.parts[stop] : undefined
  const off = own - at
  useLayoutEffect(() => {
    // The current spread is moved by `motion`; its neighbours wait at the corner where reading starts.
    if (off === 0 || !element.current) return
    element.current.style.transition = ''
    element.current.style.transform = transformOf(startOf(box, view, direction, off > 0))
  }, [off, box.width, box.height, view, direction])
  return html`
    <div class="reader-spread" ref=${element} style=${{ width: `${box.width}px`, height: `${box.height}px` }}>
      ${drawn.map((page, order) => {
        const shown = {
          page,
          size: box.pages[order],
          picture: source.at(page),
          fault: source.fault(page),
          crop: crops?.(page),
        }
        return html`<${PageBox} key=${page} ...${shown} onRetry=${source.retry} />`
      })}
      ${panel && html`<div class="reader-panel" style=${placeOf(panel)}></div>`}
    </div>
  `
}

const placeOf = ({ x, y, width, height }: Part) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
})

const NOWHERE: Box = { width: 0, height: 0, pages: [] }

function useMotion(
  props: PagedStageProps & { onStop: (stop: number | undefined) => void },
  stage: { current: HTMLElement | null },
  track: { current: HTMLElement | null },
) {
  const { spreads, at, forwards, hasBefore, sizes, double, fit, view, direction, oneHand, handle, stops } = props
  const motion = useRef<Motion | undefined>(undefined)
  motion.current ??= new Motion()
  const hand = motion.current
  const key = spreads[at]?.[0] ?? (at < 0 ? 'before' : 'end')
  const shape = `${fit} ${direction} ${double}`
  const before = useRef({ key: undefined as unknown, shape, direction })
  useLayoutEffect(() => {
    const element = track.current
    if (!element) return
    const spread = spreads[at]
    const box = spread
      ? boxOf(
          spread.map((page) => sizes[page]),
          { fit, view, double },
        )
      : NOWHERE
    const fresh = before.current.key !== key || before.current.shape !== shape
    // A phone on its side may show two pages beside each other; read in another direction, a page begins again.
    const isSame = before.current.key === key && before.current.direction === direction
    before.current = { key, shape, direction }
    const scene = {
      track: element,
      spread: element.querySelector<HTMLElement>('[data-here] .reader-spread'),
      box,
      view,
      direction,
      can: { next: at < spreads.length, back: at > (hasBefore ? -1 : 0) },
      turn: props.onTurn,
      zoomed: props.onZoomed,
      stops: spread && stops?.parts.map((part) => panTo(part, box, view)),
      stopped: props.onStop,
      waits: props.measuring,
    }
    hand.set(scene, fresh, forwards, isSame)
  })
  useEffect(() => () => hand.close(), [])
  handle.current = {
    step: (by) => hand.step(by),
    moveBy: (dy) => hand.moveBy(0, dy, true),
    zoomBy: (factor) => hand.zoomBy(factor),
    unzoom: () => hand.unzoom(),
    isZoomed: () => hand.isZoomed,
    goTo: (page) => spreads[at]?.includes(page) && hand.begin(),
  }
  const middle = { x: view.width / 2, y: view.height / 2 }
  const tap = ({ x, y, double: twice }: Extract<Gesture, { act: 'tap' }>) => {
    const zone = zoneAt(x, y, view, { direction, strip: false, oneHand })
    if (!twice || (zone !== 'middle' && !hand.isZoomed)) return props.onTap(zone)
    props.onTwice()
    hand.toggleZoom({ x: x - middle.x, y: y - middle.y })
  }
  useHand(stage, {
    onDown: () => hand.catch(),
    onAct: (act) => (act.act === 'tap' ? tap(act) : hand.act(act, middle)),
  })
  useWheel(stage, {
    onZoom: (factor, where) => hand.zoomBy(factor, where),
    onScroll: (dx, dy) => (!stops || hand.isZoomed) && hand.moveBy(dx, dy),
    onTurn: (by) => void ((stops && hand.step(by)) || props.onTurn(by)),
  })
}
