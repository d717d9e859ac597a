import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Icon } from '../../../parts/icons/icon'
import { Empty } from '../../../parts/status/empty'
import { Mark } from '../../../parts/status/mark'
import { breakable } from '../../../parts/text/breakable'
import { countWords, dayWords } from '../../../parts/text/format'
import { issuePath } from '../../../parts/text/series-path'
import {
  isChange,
  itemMark,
  itemOutcome,
  proposedWords,
  type RepairItem,
  repairReasonWords,
  storedWords,
} from './repair-words'

const SHOWN = 100

export type ItemTableProps = {
  items: readonly RepairItem[]
  /** The chosen optional changes, while the user can still choose. */
  chosen: ReadonlySet<string> | undefined
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** The evidence about each issue, and the change by the repair. */
export function ItemTable({ items, chosen, onChoose }: ItemTableProps) {
  const [all, setAll] = useState(false)
  const [limit, setLimit] = useState(SHOWN)
  const changes = items.filter((item) => (chosen ? isChange(item) : item.selected))
  const shown = all ? items : changes
  const optional = items.filter(({ optional }) => optional)
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    onChoose(next)
  }
  const isWhole = chosen !== undefined && chosen.size === optional.length
  const chooseAll = () => onChoose(new Set(isWhole ? [] : optional.map(({ entity_key }) => entity_key)))
  return html`
    <section class="system-section" aria-labelledby="items-title">
      <div class="system-bar">
        <h2 id="items-title">${all ? 'All issues' : 'Changes'}</h2>
        <div class="repair-actions">
          ${chosen && optional.length > 0 && html`<${Button} kind="quiet" size="small" onClick=${chooseAll}>${isWhole ? 'Choose none' : `Want ${countWords(optional.length, 'missing issue')}`}<//>`}
          <${Button} kind="quiet" size="small" pressed=${all} onClick=${() => setAll(!all)}>Show all issues<//>
        </div>
      </div>
      ${shown.length === 0 && html`<${Empty} icon="check" title="Nothing to change" text="Every issue agrees with its file, downloads and dates." />`}
      <ul class="repair-items">
        ${shown
          .slice(0, limit)
          .map(
            (item) =>
              html`<${ItemLine} key=${item.entity_key} item=${item} isChosen=${chosen?.has(item.entity_key)} onToggle=${chosen ? () => toggle(item.entity_key) : undefined} />`,
          )}
      </ul>
      ${shown.length > limit && html`<${Button} onClick=${() => setLimit(limit + SHOWN)}>Show more<//>`}
    </section>
  `
}

function ItemLine({ item, isChosen, onToggle }: { item: RepairItem; isChosen?: boolean; onToggle?: () => void }) {
  const { label, series_id, entity_id, selected_date, evidence, optional, conflict } = item
  const { file, download } = evidence
  return html`
    <li class="repair-item">
      <${Mark} state=${itemMark(item)} word=${proposedWords(item)} wordless />
      <div>
        <p class="system-name"><a href=${issuePath(series_id, entity_id)}>${label}</a>${selected_date && html` <span class="system-quiet">${dayWords(selected_date)}</span>`}</p>
        <p class="system-quiet">${repairReasonWords(item)}</p>
        ${file && html`<p class="system-quiet repair-path">${breakable(file.path)}</p>`}
        ${download?.reason && html`<p class="system-quiet repair-path">${download.reason.replace(/^[a-z_]+: /, '')}</p>`}
        ${conflict && html`<p class="system-wrong">Left as it is: ${conflict}</p>`}
      </div>
      <${Change} item=${item} isOffered=${onToggle !== undefined} />
      ${
        optional && onToggle
          ? html`<label class="repair-choice"><input type="checkbox" checked=${isChosen} aria-label=${`Want ${label}`} onChange=${onToggle} /> Want it</label>`
          : html`<span class="repair-outcome system-quiet">${itemOutcome(item)}</span>`
      }
    </li>
  `
}

function Change({ item, isOffered }: { item: RepairItem; isOffered: boolean }) {
  const [before, after] = [storedWords(item), proposedWords(item)]
  if (!item.selected && !(isOffered && item.optional)) return html`<p class="repair-change">${before}</p>`
  if (before === after)
    return html`<p class="repair-change">${item.proposed_values.Location ? 'File found again' : before}</p>`
  return html`<p class="repair-change"><span class="system-quiet">${before}</span> <${Icon} name="arrow-right" size="small" /> <b>${after}</b></p>`
}
