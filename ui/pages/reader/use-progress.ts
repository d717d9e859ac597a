import { useEffect, useRef } from '../../html'
import { progress } from '../../state/progress'
import { Sitting, type SittingSums } from './sitting'
import type { ReadPlace } from './stage/strip'
import type { ReadIssue } from './wire'

/** An issue of one spread counts as read after this time. */
const LOOKED_MS = 3_000
/** The place in the strip is sent after scrolling has stopped for this time. */
const SETTLED_MS = 500
/** The steps of a stored place: fine enough for a line of text on a page of fifty windows. */
const STEPS = 10_000

export type ReadingProgressProps = {
  issue: ReadIssue
  /** The last page in view. */
  page: number
  spread: readonly number[]
  strip: boolean
  /** Whether the picture of `page` is loaded, and it is known whether it has panels. */
  ready: boolean
  /** How far down its page the issue opened; undefined for the top. */
  share: number | undefined
  /** Whether the card after the last page is shown. */
  end: boolean
}

type Noted = {
  page: number
  page_count: number
  share?: number
  completed?: boolean
  at: string
  sitting: SittingSums
}

/**
 * Sends the current place and the reading: after each turn, when scrolling stops, and at once on leaving. Opening an
 * issue without a turn does not mark the issue as started.
 */
export function useProgress(props: ReadingProgressProps) {
  const { issue, page, spread, strip, end, ready } = props
  const now = useRef(props)
  now.current = props
  const link = useRef<ProgressLink | undefined>(undefined)
  link.current ??= new ProgressLink(now)
  const own = link.current
  const first = useRef(true)
  useEffect(() => {
    if (!strip) own.sitting.show(spread, Date.now())
  }, [strip, spread.join()])
  useEffect(() => {
    if (!first.current) own.record()
    first.current = false
  }, [page])
  useEffect(() => {
    if (page < issue.page_count - 1 || (!ready && !strip)) return
    if (own.hasTurned) return own.finish()
    const timer = setTimeout(own.finish, LOOKED_MS)
    return () => clearTimeout(timer)
  }, [page, ready])
  useEffect(() => {
    if (end) own.finish()
  }, [end])
  useEffect(() => own.listen(), [])
  return own
}

class ProgressLink {
  readonly sitting = new Sitting(randomId(), Date.now())
  private place: ReadPlace | undefined
  private recorded: Noted | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Layout moves a strip as well, but only scrolling by the user counts. */
  private touched = false
  private ended = false
  /** The page has panels or a half that were not shown yet. */
  private continues = false

  constructor(private readonly props: { current: ReadingProgressProps }) {
    const { page, share } = props.current
    if (share !== undefined) this.place = { page, share, end: false }
  }

  /** How far down this page the reading line is; undefined where that is not known. */
  readonly shareAt = (page: number): number | undefined => (this.place?.page === page ? this.place.share : undefined)

  readonly scrolled = (place: ReadPlace): void => {
    this.place = place
    // Before the pages have their heights, the strip is shorter than it is.
    this.ended = place.end || (this.ended && this.touched)
    this.sitting.scroll(place.page, Date.now())
    clearTimeout(this.timer)
    if (this.touched) this.timer = setTimeout(() => this.sendAfterScroll(), SETTLED_MS)
  }

  /** The stage shows a part of the page, or all of it. */
  readonly stopped = (isLast: boolean): void => {
    const wasShown = !this.continues
    this.continues = !isLast
    if (!isLast || wasShown) return
    const { issue, page } = this.props.current
    if (page === issue.page_count - 1) this.finish()
  }

  get hasTurned(): boolean {
    return this.recorded !== undefined
  }

  /**
   * The last page counts as read once its end was in view: a page of a strip may be many windows high, others have
   * panels. If its picture failed, it counts at the card after it, which a strip shows below the page.
   */
  isAtEnd(): boolean {
    const { strip, end, ready } = this.props.current
    return end || (strip ? this.ended : ready && !this.continues)
  }

  /** Whether the card after the last page of a strip is in view. */
  readonly isAtCard = (): boolean => this.place?.end === true

  record(): void {
    const { issue, page, strip } = this.props.current
    const share = strip ? this.shareAt(page) : undefined
    const inPage = share === undefined ? {} : { share: Math.round(share * STEPS) / STEPS }
    const { page_count } = issue
    const isLast = page === page_count - 1
    // A read issue stays read.
    const isOpen = isLast && !this.isAtEnd() && !issue.progress?.completed
    const sitting = this.sitting.sums(Date.now())
    const more = { page_count, ...inPage, ...(isOpen ? { completed: false } : {}), sitting }
    this.recorded = { page, ...more, at: progress().record(issue.issue_id, page, more) }
  }

  /** An issue that opens at its last page has no turn: it is read when shown long enough, or left at its end. */
  readonly finish = (): void => {
    const isNoted = this.recorded?.page === this.props.current.page && this.recorded.completed !== false
    if (this.isAtEnd() && !isNoted) this.record()
  }

  listen(): () => void {
    const touch = () => {
      this.touched = true
    }
    const hide = () => {
      if (document.visibilityState !== 'hidden') return this.sitting.wake(Date.now())
      this.sitting.rest(Date.now())
      leave()
    }
    const leave = () => {
      this.conclude()
      void progress().flush(true)
    }
    document.addEventListener('visibilitychange', hide)
    addEventListener('pagehide', leave)
    for (const each of TOUCHES) addEventListener(each, touch, { passive: true, capture: true })
    return () => {
      document.removeEventListener('visibilitychange', hide)
      removeEventListener('pagehide', leave)
      for (const each of TOUCHES) removeEventListener(each, touch, { capture: true })
      this.conclude()
    }
  }

  private sendAfterScroll(): void {
    const { page, strip } = this.props.current
    clearTimeout(this.timer)
    this.timer = undefined
    if (!strip || this.place?.page !== page) return
    const before = this.recorded
    if (before?.page === page && Math.abs((before.share ?? 0) - this.place.share) < 1 / STEPS) return
    this.record()
  }

  /** Sends the time since the last turn, but no newer place: another device may have a later one. */
  private conclude(): void {
    if (this.timer !== undefined) this.sendAfterScroll()
    // A quick key leaves before the effects of the last turn ran.
    if (this.recorded || this.props.current.end) this.finish()
    if (!this.recorded) return
    const { page, at, sitting: before, ...more } = this.recorded
    const sitting = this.sitting.sums(Date.now())
    if (sitting.pages === before.pages && sitting.seconds === before.seconds) return
    this.recorded = { ...this.recorded, sitting }
    progress().record(this.props.current.issue.issue_id, page, { ...more, sitting }, at)
  }
}

const TOUCHES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** `crypto.randomUUID` is missing where the page comes over plain HTTP. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
