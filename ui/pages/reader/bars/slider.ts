import { html, useEffect, useState } from '../../../html'
import { pagePicture, type ReadIssue } from '../wire'

export type SliderProps = {
  issue: ReadIssue
  page: number
  rightToLeft: boolean
  bookmarks: readonly number[]
  onGo: (page: number) => void
}

const LOOK_MS = 60

/** A slider over all pages, in reading direction. Dragging shows the target page. */
export function Slider({ issue, page, rightToLeft, bookmarks, onGo }: SliderProps) {
  const [dragged, setHeld] = useState<number | undefined>(undefined)
  const last = Math.max(1, issue.page_count - 1)
  const at = dragged ?? page
  const pageOf = (event: Event) => (event.currentTarget as HTMLInputElement).valueAsNumber
  const go = (event: Event) => {
    setHeld(undefined)
    onGo(pageOf(event))
  }
  const range = {
    type: 'range',
    min: 0,
    max: last,
    value: at,
    dir: rightToLeft ? 'rtl' : 'ltr',
    disabled: issue.page_count < 2,
    'aria-label': 'Page',
    'aria-valuetext': `Page ${at + 1} of ${issue.page_count}`,
  }
  return html`
    <div class="reader-slider" dir=${rightToLeft ? 'rtl' : 'ltr'} style=${{ '--share': at / last }}>
      <input ...${range} onInput=${(event: Event) => setHeld(pageOf(event))} onChange=${go} />
      ${bookmarks.map((own) => html`<i key=${own} style=${{ '--mark': own / last }}></i>`)}
      ${dragged !== undefined && html`<${PagePreview} issue=${issue} page=${dragged} />`}
    </div>
  `
}

/** The thumbnail above the finger, shown only when the finger rests on a page. */
function PagePreview({ issue, page }: { issue: ReadIssue; page: number }) {
  const [shown, setShown] = useState<number | undefined>(undefined)
  useEffect(() => {
    const timer = setTimeout(() => setShown(page), LOOK_MS)
    return () => clearTimeout(timer)
  }, [page])
  return html`
    <span class="reader-look" aria-hidden="true">
      <span>${shown !== undefined && html`<img src=${pagePicture(issue.issue_id, shown, issue.version, 160)} alt="" />`}</span>
      <b>${page + 1}</b>
    </span>
  `
}
