import { type ComponentChildren, html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Skeleton } from '../../parts/status/skeleton'

export type PanelProps<T> = {
  title: string
  /** A link beside the title. */
  more?: { label: string; href: string }
  answer: { data: T | undefined; error: { detail: string } | undefined; reload: () => void }
  /** Rows of the placeholder. */
  waits?: number
  draw: (data: T) => ComponentChildren
}

/** One panel with its own request. A failed panel shows its error; the other panels stay. */
export function Panel<T>({ title, more, answer, waits = 4, draw }: PanelProps<T>) {
  const { data, error, reload } = answer
  const shown =
    data === undefined ? html`<${Skeleton} kind="rows" count=${waits} label=${`Loading: ${title}`} />` : draw(data)
  return html`
    <section class="dash-panel" aria-label=${title}>
      <header>
        <h2>${title}</h2>
        ${more && html`<a class="dash-more" href=${more.href}>${more.label}</a>`}
      </header>
      ${data === undefined && error ? html`<${Failed} detail=${error.detail} onRetry=${reload} />` : shown}
    </section>
  `
}

function Failed({ detail, onRetry }: { detail: string; onRetry: () => void }) {
  return html`
    <div class="dash-failed" role="alert">
      <p>${detail}</p>
      <${Button} size="small" icon="refresh" onClick=${onRetry}>Try again<//>
    </div>
  `
}
