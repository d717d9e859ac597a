import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { SearchField } from '../../../parts/controls/search-field'
import { Words } from '../../../parts/controls/words'
import { Icon } from '../../../parts/icons/icon'
import { OrderChoice } from '../../../parts/lists/order'
import { numberWords, pluralWords } from '../../../parts/text/format'
import {
  type ImportView,
  isImportFiltered,
  matchesFilter,
  PROPOSAL_FILTERS,
  PROPOSAL_SORTS,
  type ProposalFilter,
  type UnreadableCount,
} from '../view'
import { BANDS, canAccept, type Proposal, type ProposalBand } from './proposals'
import { focusRow } from './row-focus'

export type ReviewBarProps = {
  view: ImportView
  /** The text in the search field, before it is written to the address. */
  typed: string
  proposals: readonly Proposal[]
  /** The proposals that match the filters. */
  list: readonly Proposal[]
  accepted: ReadonlySet<string>
  beside: UnreadableCount
  onView: (view: ImportView) => void
  onType: (text: string) => void
  onAccept: (ids: string[]) => void
}

/** Filters as words, the order, and the button that accepts many at once. */
export function ReviewBar(props: ReviewBarProps) {
  const { view, typed, proposals, list, accepted, beside, onView, onType, onAccept } = props
  const how = { label: 'How sure', value: view.sure, words: bandWords(proposals) }
  const open = list.filter((one) => canAccept(one) && !accepted.has(one.id))
  const many = isImportFiltered(view) ? open : open.filter(({ band }) => band === 'sure')
  return html`
    <div class="review-bar" onKeyDown=${toRows}>
      <${Words} ...${how} onChange=${(sure: '' | ProposalBand) => onView({ ...view, sure })} />
      <div class="review-tools">
        <${SearchField} label="Filter by name or folder" placeholder="Filter" value=${typed} onInput=${onType} />
        <${OrderChoice}
          sort=${view.sort}
          down=${view.down}
          sorts=${PROPOSAL_SORTS}
          onChange=${(order: Pick<ImportView, 'sort' | 'down'>) => onView({ ...view, ...order })}
        />
      </div>
      <div class="review-only" role="group" aria-label="Filters">
        ${PROPOSAL_FILTERS.map(
          ({ value, label }) => html`
          <${OnlyWord}
            key=${value}
            value=${value}
            label=${label}
            view=${view}
            onView=${onView}
            all=${proposals.length}
            count=${proposals.filter((one) => matchesFilter[value](one, beside)).length}
          />
        `,
        )}
      </div>
      ${many.length > 0 && html`<${Button} icon="check" onClick=${() => onAccept(many.map(({ id }) => id))}>${acceptWords(many.length, isImportFiltered(view))}<//>`}
    </div>
  `
}

/** Moves the focus from the filters to the first row. */
function toRows(event: KeyboardEvent): void {
  const leads = event.key === 'ArrowDown' || (event.key === 'Enter' && event.target instanceof HTMLInputElement)
  if (!leads || event.target instanceof HTMLSelectElement) return
  event.preventDefault()
  focusRow(0)
}

function acceptWords(count: number, filtered: boolean): string {
  if (filtered) return pluralWords(count, 'Accept the one shown', 'Accept all {count} shown')
  return pluralWords(count, 'Accept the sure match', 'Accept all {count} sure matches')
}

function bandWords(proposals: readonly Proposal[]) {
  const counted = BANDS.map((one) => ({ ...one, count: proposals.filter(({ band }) => band === one.value).length }))
  return [{ value: '', label: 'All', count: proposals.length }, ...counted.filter(({ count }) => count > 0)]
}

type OnlyWordProps = {
  value: ProposalFilter
  label: string
  count: number
  all: number
  view: ImportView
  onView: (view: ImportView) => void
}

/** Hides filters without matches, and "new" when every proposal is new. An active filter is always shown. */
function OnlyWord({ value, label, count, all, view, onView }: OnlyWordProps) {
  const on = view.only === value
  const idle = count === 0 || (value === 'new' && count === all)
  if (idle && !on) return null
  const toggle = () => onView({ ...view, only: on ? '' : value })
  return html`
    <button class="filter-word" type="button" aria-pressed=${on} onClick=${toggle}>
      ${label}<span>${numberWords(count)}</span>${on && html`<${Icon} name="close" size="small" />`}
    </button>
  `
}
