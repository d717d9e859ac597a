import '../../parts/lists/row-check.css'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { withRoot } from '../../root'
import { keepPages, removePageRule, showPages } from './page-decisions'
import { PagePlaces } from './page-places'
import { decisionWords, type PageAction, type PageGroup, pageFacts, type RepeatedPage } from './page-words'

export type PageGroupProps = {
  group: PageGroup
  picked: boolean
  onPick: () => void
  onAction: (action: PageAction) => void
}

/** A page with those that look like it. These are another picture, so they join an action only when they are chosen. */
export function PageGroupRow({ group, picked, onPick, onAction }: PageGroupProps) {
  const [first, ...near] = group.pages
  const [joined, setJoined] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState(false)
  if (!first) return null
  const page_ids = [first.page_id, ...near.map(({ page_id }) => page_id).filter((id) => joined.has(id))]
  const join = (id: string) => setJoined((now) => now.symmetricDifference(new Set([id])))
  const decided = decisionWords(first)
  return html`
    <li class="unwanted-group">
      <label class="row-check"><input type="checkbox" checked=${picked} aria-label=${`Select the page in ${first.files} files`} onChange=${onPick} /></label>
      <${Thumb} page=${first} />
      <div class="unwanted-body">
        <div>
          <p class="system-name">${pageFacts(first)}</p>
          ${decided && html`<p class="system-quiet">${decided}</p>`}
        </div>
        ${near.length > 0 && html`<${NearPages} pages=${near} joined=${joined} onJoin=${join} />`}
        <div class="unwanted-does">
          ${
            first.state === 'hidden'
              ? html`<${Button} size="small" icon="eye" onClick=${() => showPages(page_ids)}>Show<//>`
              : html`<${Button} size="small" icon="eye-off" onClick=${() => onAction({ action: 'hide', page_ids })}>Hide<//>`
          }
          <${Button} size="small" icon="trash" disabled=${first.files === 0} onClick=${() => onAction({ action: 'remove', page_ids })}>Remove<//>
          ${first.rule && html`<${Button} size="small" kind="quiet" onClick=${() => removePageRule(page_ids)}>Remove rule<//>`}
          ${first.state === 'found' && !first.rule && html`<${Button} size="small" kind="quiet" onClick=${() => keepPages(page_ids, true)}>Keep<//>`}
          ${first.state === 'kept' && html`<${Button} size="small" kind="quiet" onClick=${() => keepPages(page_ids, false)}>List again<//>`}
          <${Button} size="small" kind="quiet" pressed=${open} onClick=${() => setOpen(!open)}>Show issues<//>
        </div>
        ${open && html`<${PagePlaces} page_id=${first.page_id} />`}
      </div>
    </li>
  `
}

function NearPages({
  pages,
  joined,
  onJoin,
}: {
  pages: readonly RepeatedPage[]
  joined: ReadonlySet<string>
  onJoin: (id: string) => void
}) {
  return html`
    <fieldset class="unwanted-near">
      <legend class="system-quiet">These pages look alike. Tick those to include.</legend>
      ${pages.map(
        (page) => html`
          <label key=${page.page_id} class="unwanted-near-page">
            <${Thumb} page=${page} />
            <span>
              <input type="checkbox" checked=${joined.has(page.page_id)} onChange=${() => onJoin(page.page_id)} />
              ${pageFacts(page)}
            </span>
            <small class="system-quiet">${decisionWords(page)}</small>
          </label>
        `,
      )}
    </fieldset>
  `
}

function Thumb({ page: { image, width, height } }: { page: RepeatedPage }) {
  return html`<img class="unwanted-thumb" src=${withRoot(image)} alt="" width=${width ?? undefined} height=${height ?? undefined} loading="lazy" decoding="async" />`
}
