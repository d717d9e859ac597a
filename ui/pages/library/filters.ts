import { type Component, html, useState } from '../../html'
import { lazyPart } from '../../lazy-part'
import { Button } from '../../parts/controls/button'
import { Icon } from '../../parts/icons/icon'
import { numberWords } from '../../parts/text/format'
import '../../parts/lists/filter-word.css'
import { SearchField } from '../../parts/controls/search-field'
import { SegmentedControl } from '../../parts/controls/segmented'
import { Words } from '../../parts/controls/words'
import { OrderChoice } from '../../parts/lists/order'
import { isReader } from '../../state/user'
import { filterGroups } from './filter-groups'
import { FilterWord } from './filter-word'
import type { FiltersDialogProps } from './filters-dialog'
import { isLibraryFiltered, type LibraryView, ordersOf, withoutFilters } from './view'
import type { Facets } from './wire'

const FiltersDialog: Component<FiltersDialogProps> = lazyPart(() =>
  import('./filters-dialog').then((m) => m.FiltersDialog),
)
const ColumnsDialog: Component<{ onClose: () => void }> = lazyPart(() =>
  import('./columns-dialog').then((m) => m.ColumnsDialog),
)

export type FiltersProps = {
  view: LibraryView
  facets: Facets | undefined
  /** The text in the search field, before it is written to the address. */
  typed: string
  picking: boolean
  /** The matching series; undefined until loaded. */
  count: number | undefined
  onType: (text: string) => void
  onView: (view: LibraryView) => void
  /** Without it nothing can be selected. */
  onPicking?: () => void
}

export function Filters({ view, facets, typed, picking, count, onType, onView, onPicking }: FiltersProps) {
  const look = {
    label: 'View',
    value: view.look,
    iconsOnly: true,
    choices: [
      { value: 'wall', label: 'Covers', icon: 'grid' },
      { value: 'table', label: 'Table', icon: 'rows' },
    ],
    onChange: (look: string) => onView({ ...view, look: look as LibraryView['look'] }),
  }
  return html`
    <div class="library-filters">
      <${Kinds} view=${view} facets=${facets} onView=${onView} />
      ${!isReader() && html`<${Button} kind="main" icon="plus" href="/search">Add<span class="library-add"> series</span><//>`}
      <div class="library-tools">
        <${SearchField} label="Filter by name" placeholder="Filter" value=${typed} onInput=${onType} />
        <${OrderChoice}
          sort=${view.sort}
          down=${view.down}
          sorts=${ordersOf(isReader())}
          onChange=${(order: Pick<LibraryView, 'sort' | 'down'>) => onView({ ...view, ...order })}
        />
        <${SegmentedControl} ...${look} />
        ${view.look === 'table' && html`<${Columns} />`}
        ${onPicking && html`<${Button} kind="quiet" icon="check" label=${picking ? 'Stop selecting' : 'Select series'} pressed=${picking} onClick=${onPicking} />`}
      </div>
      <${States} view=${view} facets=${facets} onView=${onView} />
      ${isLibraryFiltered(view) && count !== 0 && html`<${Matching} count=${count} total=${facets?.total} onClear=${() => onView(withoutFilters(view))} />`}
    </div>
  `
}

type MatchingProps = { count: number | undefined; total: number | undefined; onClear: () => void }

/** How many series a filter leaves. */
function Matching({ count, total, onClear }: MatchingProps) {
  const all = total === undefined || count === undefined || total < count ? '' : ` of ${numberWords(total)}`
  const words = count === undefined ? '' : `${numberWords(count)}${all} series`
  return html`
    <p class="library-matching">
      <span>${words}</span> <button class="filter-word" type="button" onClick=${onClear}>Clear filters</button>
    </p>
  `
}

function Columns() {
  const [open, setOpen] = useState(false)
  return html`
    <${Button} kind="quiet" icon="columns" label="Choose columns" onClick=${() => setOpen(true)} />
    ${open && html`<${ColumnsDialog} onClose=${() => setOpen(false)} />`}
  `
}

type PartProps = Pick<FiltersProps, 'view' | 'facets' | 'onView'>

/** Comics, manga or both; hidden in a library with one kind only. */
function Kinds({ view, facets, onView }: PartProps) {
  const both = facets && facets.content_type.comic > 0 && facets.content_type.manga > 0
  if (!both && !view.kind) return html`<h1 class="library-title">Library</h1>`
  const words = [
    { value: '', label: 'Everything', count: facets?.total },
    { value: 'comic', label: 'Comics', count: facets?.content_type.comic },
    { value: 'manga', label: 'Manga', count: facets?.content_type.manga },
  ]
  const onChange = (kind: string) => onView({ ...view, kind: kind as LibraryView['kind'] })
  return html`
    <div class="library-kinds">
      <h1 class="unseen">Library</h1>
      <${Words} label="Kind" value=${view.kind} words=${words} onChange=${onChange} />
    </div>
  `
}

/** The usual filters and all active ones, as words; the rest is in the dialog. */
function States({ view, facets, onView }: PartProps) {
  const [open, setOpen] = useState(false)
  const choices = filterGroups(view, facets, isReader()).flatMap(({ choices }) => choices)
  const shown = choices.filter(({ usual, on }) => usual || on)
  return html`
    <div class="library-states" role="group" aria-label="Filters">
      <button class="filter-word" type="button" aria-haspopup="dialog" onClick=${() => setOpen(true)}>
        <${Icon} name="filter" size="small" />All filters
      </button>
      ${shown.map((choice) => html`<${FilterWord} key=${choice.key} choice=${choice} onView=${onView} />`)}
      <${Publishers} view=${view} facets=${facets} onView=${onView} />
      ${open && html`<${FiltersDialog} view=${view} facets=${facets} onView=${onView} onClose=${() => setOpen(false)} />`}
    </div>
  `
}

const ANY = 'any'
const NAMED = 'named '

function Publishers({ view, facets, onView }: PartProps) {
  const known = facets?.publishers ?? []
  if (known.length < 2 && view.publisher === undefined) return null
  const value = view.publisher === undefined ? ANY : NAMED + view.publisher
  const change = (event: Event) => {
    const chosen = (event.currentTarget as HTMLSelectElement).value
    onView({ ...view, publisher: chosen === ANY ? undefined : chosen.slice(NAMED.length) })
  }
  const option = (publisher: string | null, count: number) => {
    const own = NAMED + (publisher ?? '')
    const words = `${publisher ?? 'No publisher'} (${numberWords(count)})`
    return html`<option key=${own} value=${own} selected=${own === value}>${words}</option>`
  }
  return html`
    <label class="filter-word" data-on=${view.publisher !== undefined || undefined}>
      <span class="unseen">Publisher</span>
      <select value=${value} onChange=${change}>
        <option value=${ANY} selected=${value === ANY}>Any publisher</option>
        ${known.map(({ publisher, count }) => option(publisher, count))}
      </select>
      <${Icon} name="chevron-down" size="small" />
    </label>
  `
}
