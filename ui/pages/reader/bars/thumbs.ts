import { html, useLayoutEffect, useMemo, useRef, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Icon } from '../../../parts/icons/icon'
import type { Sizes, Spread } from '../layout/spreads'
import { pagePicture, type ReadIssue } from '../wire'
import { middleOf, thumbRow, thumbsNear } from './thumb-row'

export type ThumbsProps = {
  issue: ReadIssue
  spread: Spread
  sizes: Sizes
  rightToLeft: boolean
  bookmarks: readonly number[]
  onGo: (page: number) => void
  onGrid: () => void
}

const HEIGHT = 112
const GAP = 8
const USUAL_SHAPE = 2 / 3
const NARROWEST = 44
const BROADEST = 220

/** A thumbnail of every page, in reading direction. */
export function Thumbs({ issue, spread, sizes, rightToLeft, bookmarks, onGo, onGrid }: ThumbsProps) {
  const { widths, row, box, look, near } = useRow(issue.page_count, sizes, spread[0] ?? 0)
  const [first, last] = near
  const total = row.starts.at(-1) ?? 0
  const one = (page: number) => {
    const src = pagePicture(issue.issue_id, page, issue.version, 160)
    const props = { page, src, width: widths[page], start: row.starts[page], onGo }
    return html`<${Thumb} key=${page} ...${props} current=${spread.includes(page)} marked=${bookmarks.includes(page)} />`
  }
  const pages = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter(
    (page) => page < issue.page_count,
  )
  return html`
    <div class="reader-thumbs">
      <${Button} kind="quiet" size="small" icon="grid" onClick=${onGrid}>Show as a grid<//>
      <div class="reader-thumb-row" ref=${box} dir=${rightToLeft ? 'rtl' : 'ltr'} onScroll=${look}>
        <div role="list" aria-label="All pages" style=${{ width: `${total - GAP}px` }}>${pages.map(one)}</div>
      </div>
    </div>
  `
}

/** The position of each thumbnail, and those near the window. Scrolls the current page to the middle. */
function useRow(count: number, sizes: Sizes, here: number) {
  const box = useRef<HTMLDivElement>(null)
  const widths = useMemo(() => Array.from({ length: count }, (_, page) => widthOf(sizes[page])), [count, sizes])
  const row = useMemo(() => thumbRow(widths, GAP), [widths])
  const [near, setNear] = useState<[number, number]>([here, here])
  const look = () => {
    if (!box.current) return
    // From right to left, scroll positions count downwards from 0.
    const next = thumbsNear(row, Math.abs(box.current.scrollLeft), box.current.clientWidth || innerWidth)
    setNear((known) => (known[0] === next[0] && known[1] === next[1] ? known : next))
  }
  useLayoutEffect(() => {
    if (!box.current) return
    const way = box.current.dir === 'rtl' ? -1 : 1
    box.current.scrollLeft = way * middleOf(row, here, box.current.clientWidth)
    look()
  }, [here, row])
  return { widths, row, box, look, near }
}

function widthOf(size: Sizes[number]): number {
  const shape = size ? size.width / size.height : USUAL_SHAPE
  return Math.round(Math.min(BROADEST, Math.max(NARROWEST, HEIGHT * shape)))
}

type ThumbProps = {
  page: number
  src: string
  width: number
  start: number
  current: boolean
  marked: boolean
  onGo: (page: number) => void
}

function Thumb({ page, src, width, start, current, marked, onGo }: ThumbProps) {
  const label = `Page ${page + 1}${marked ? ', bookmarked' : ''}`
  return html`
    <div role="listitem" style=${{ insetInlineStart: `${start}px` }}>
      <button class="reader-thumb" type="button" data-page=${page} aria-label=${label} aria-current=${current ? 'page' : undefined} onClick=${() => onGo(page)}>
        <img src=${src} alt="" loading="lazy" decoding="async" width=${width} height=${HEIGHT} />
        ${marked && html`<${Icon} name="bookmark" size="small" />`}
        <span aria-hidden="true">${page + 1}</span>
      </button>
    </div>
  `
}
