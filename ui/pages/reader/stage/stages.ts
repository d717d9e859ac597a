import { html } from '../../../html'
import type { Reading } from '../machine'
import type { ReadingNow } from '../use-reading'
import type { Neighbour, ReadIssue } from '../wire'
import { EndCard } from './card'
import { PagedStage } from './paged-stage'
import type { EndCards, StageHandle } from './stage'
import type { ReadPlace } from './strip'
import { StripStage } from './strip-stage'
import type { Zone } from './zones'

export type StagesProps = {
  issue: ReadIssue
  reading: Extract<Reading, { is: 'open' }>
  now: ReadingNow
  handle: { current: StageHandle | null }
  tap: (zone: Zone) => void
  turn: (by: 1 | -1) => void
  hide: () => void
  goIssue: (issue: Neighbour) => void
  leave: () => void
}

/** The pages: side by side, or below each other. */
export function Stages({ issue, reading, now, handle, tap, turn, hide, goIssue, leave }: StagesProps) {
  const { views, view, fit, direction, sizes, pictures, setZoom, setNear } = now
  const card = { issue, lost: now.line.lost, onGo: goIssue, onLeave: leave }
  const cards: EndCards = {
    end: html`<${EndCard} ...${card} kind="end" />`,
    before: html`<${EndCard} ...${card} kind="before" />`,
  }
  const onZoomed = (zoom: number) => {
    if (zoom > 1) hide()
    setZoom(Math.ceil(zoom * 2) / 2)
  }
  const shared = {
    view,
    fit,
    direction,
    sizes,
    cards,
    handle,
    source: pictures,
    oneHand: views.device.oneHand,
    onTurn: turn,
    onTap: tap,
    onTwice: hide,
    onZoomed,
  }
  if (now.strip) {
    const strip = {
      issueId: issue.issue_id,
      count: issue.page_count,
      page: now.page,
      share: now.shareAt(now.page),
      gap: views.series.gap,
      onRead: (place: ReadPlace) => {
        now.scrolled(place)
        const { page } = place
        if (page !== now.page) now.move({ do: 'go', page, count: issue.page_count, scrolled: true })
      },
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
    stops: now.stops,
    onStopped: now.stopped,
    measuring: now.measuring,
    crops: now.crops,
  }
  return html`<${PagedStage} ...${shared} ...${paged} />`
}
