import { type Operation, useWorkOn } from '../../api/operation'
import { html, useEffect, useRef } from '../../html'
import { Progress } from '../../parts/status/progress'
import { doingWords } from './files/work-words'

export type SeriesWorkProps = {
  comic_id: string
  /** Whether the issues are still being loaded from the provider. */
  loading: boolean
  reload: () => void
}

/** The running tasks of this series: issues being added, a refresh, files being renamed. */
export function SeriesWork({ comic_id, loading, reload }: SeriesWorkProps) {
  const shown = useWorkOn(comic_id).flatMap((work) => {
    const words = doingWords(work)
    return words ? [{ work, words }] : []
  })
  useLookAfter(shown.length, reload)
  if (shown.length === 0) {
    return loading
      ? html`<div class="series-work" role="status"><p>Loading issues</p><${Progress} kind="line" label="Loading issues" /></div>`
      : null
  }
  return html`
    <div class="series-work" role="status">
      ${shown.map(({ work, words }) => html`<${Line} key=${work.operation_id} work=${work} words=${words} />`)}
    </div>
  `
}

function Line({ work, words }: { work: Operation; words: string }) {
  return html`<p>${words}</p><${Progress} kind="line" label=${words} value=${work.progress > 0 ? work.progress : undefined} />`
}

/** Refetches the series when its last task has ended, also where no event reports it. */
function useLookAfter(active: number, reload: () => void): void {
  const before = useRef(active)
  useEffect(() => {
    if (active < before.current) reload()
    before.current = active
  }, [active])
}
