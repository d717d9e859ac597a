import { html, useEffect, useRef } from '../../../html'
import { Dialog } from '../../../parts/dialogs/dialog'
import { Icon } from '../../../parts/icons/icon'
import { countWords } from '../../../parts/text/format'
import { pagePicture, type ReadIssue } from '../wire'

export type PageGridProps = {
  issue: ReadIssue
  /** The visible pages. */
  spread: readonly number[]
  rightToLeft: boolean
  bookmarks: readonly number[]
  onGo: (page: number) => void
  onClose: () => void
}

/** All pages of the issue as thumbnails, in rows. The browser loads those in sight. */
export function PageGrid({ issue, spread, rightToLeft, bookmarks, onGo, onClose }: PageGridProps) {
  const here = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    here.current?.scrollIntoView?.({ block: 'center' })
    here.current?.focus({ preventScroll: true })
  }, [])
  const go = (page: number) => {
    onClose()
    onGo(page)
  }
  const one = (page: number) => {
    const isHere = spread.includes(page)
    const isMarked = bookmarks.includes(page)
    return html`
      <li key=${page}>
        <button
          class="reader-thumb"
          type="button"
          ref=${page === spread[0] ? here : undefined}
          aria-label=${`Page ${page + 1}${isMarked ? ', bookmarked' : ''}`}
          aria-current=${isHere ? 'page' : undefined}
          onClick=${() => go(page)}
        >
          <img src=${pagePicture(issue.issue_id, page, issue.version, 160)} alt="" loading="lazy" decoding="async" />
          ${isMarked && html`<${Icon} name="bookmark" size="small" />`}
          <span aria-hidden="true">${page + 1}</span>
        </button>
      </li>
    `
  }
  return html`
    <${Dialog} open kind="sheet" title=${countWords(issue.page_count, 'page')} onClose=${onClose}>
      <ul class="reader-grid" dir=${rightToLeft ? 'rtl' : 'ltr'}>${Array.from({ length: issue.page_count }, (_, page) => one(page))}</ul>
    <//>
  `
}
