import { html, useLayoutEffect, useRef } from '../../html'
import { Icon } from '../../parts/icon'
import type { Sizes, Spread } from './spreads'
import { pagePicture, type ReadIssue } from './wire'

export type ThumbsProps = {
  issue: ReadIssue
  spread: Spread
  sizes: Sizes
  rightToLeft: boolean
  bookmarks: readonly number[]
  onGo: (page: number) => void
  onBookmarks: () => void
}

const HEIGHT = 112
const USUAL_SHAPE = 2 / 3
const NARROWEST = 44
const BROADEST = 220

/** Every page as a small picture, in a row that runs as one reads. Pictures out of sight are not fetched. */
export function Thumbs({ issue, spread, sizes, rightToLeft, bookmarks, onGo, onBookmarks }: ThumbsProps) {
  const row = useRef<HTMLDivElement>(null)
  const here = spread[0] ?? 0
  useLayoutEffect(() => {
    const box = row.current
    const own = box?.querySelector<HTMLElement>(`[data-page="${here}"]`)
    if (!box || !own) return
    box.scrollLeft +=
      own.getBoundingClientRect().left + own.offsetWidth / 2 - box.getBoundingClientRect().left - box.clientWidth / 2
  }, [here])
  return html`
    <div class="reader-thumbs">
      ${bookmarks.length > 0 && html`<button class="reader-marks" type="button" onClick=${onBookmarks}><${Icon} name="bookmark" size="small" />${bookmarks.length === 1 ? '1 bookmark' : `${bookmarks.length} bookmarks`}</button>`}
      <div class="reader-thumb-row" ref=${row} dir=${rightToLeft ? 'rtl' : 'ltr'} role="list" aria-label="All pages">
        ${Array.from({ length: issue.page_count }, (_, page) => {
          const props = {
            page,
            src: pagePicture(issue.issue_id, page, issue.version, 160),
            width: widthOf(sizes[page]),
            current: spread.includes(page),
            marked: bookmarks.includes(page),
            onGo,
          }
          return html`<${Thumb} key=${page} ...${props} />`
        })}
      </div>
    </div>
  `
}

function widthOf(size: Sizes[number]): number {
  const shape = size ? size.width / size.height : USUAL_SHAPE
  return Math.round(Math.min(BROADEST, Math.max(NARROWEST, HEIGHT * shape)))
}

type ThumbProps = {
  page: number
  src: string
  width: number
  current: boolean
  marked: boolean
  onGo: (page: number) => void
}

function Thumb({ page, src, width, current, marked, onGo }: ThumbProps) {
  const label = `Page ${page + 1}${marked ? ', bookmarked' : ''}`
  return html`
    <div role="listitem">
      <button class="reader-thumb" type="button" data-page=${page} aria-label=${label} aria-current=${current ? 'page' : undefined} onClick=${() => onGo(page)}>
        <img src=${src} alt="" loading="lazy" decoding="async" width=${width} height=${HEIGHT} />
        ${marked && html`<${Icon} name="bookmark" size="small" />`}
        <span aria-hidden="true">${page + 1}</span>
      </button>
    </div>
  `
}
