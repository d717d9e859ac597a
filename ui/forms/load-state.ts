import { html, type VNode } from '../html'
import { Button } from '../parts/controls/button'
import { Skeleton } from '../parts/status/skeleton'

/** A query that only some settings of the page need. */
export type LoadState<T> = { data: T | undefined; error?: { detail: string }; reload: () => void }

/** Renders the data, or the error with a button to try again. */
export function drawLoaded<T>({ data, error, reload }: LoadState<T>, what: string, draw: (data: T) => VNode | null) {
  if (data !== undefined) return draw(data)
  if (!error) return html`<${Skeleton} count=${2} label=${`Loading: ${what.toLowerCase()}`} />`
  return html`
    <p class="setting-wrong" role="alert">${what} could not be loaded: ${error.detail}</p>
    <${Button} size="small" icon="refresh" onClick=${reload}>Try again<//>
  `
}
