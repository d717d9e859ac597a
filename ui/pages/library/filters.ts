import { html } from '../../html'
import { Button } from '../../parts/button'
import { Icon } from '../../parts/icon'
import { SearchField } from '../../parts/search-field'
import { Segmented } from '../../parts/segmented'
import { Words } from '../../parts/words'
import { downAtFirst, type LibraryView, SORTS, type SortKey, START } from './view'
import type { Facets } from './wire'

export type FiltersProps = {
  view: LibraryView
  facets: Facets | undefined
  /** What is in the search field, before it reaches the address. */
  typed: string
  picking: boolean
  onType: (text: string) => void
  onView: (view: LibraryView) => void
  onPicking: () => void
}

export function Filters({ view, facets, typed, picking, onType, onView, onPicking }: FiltersProps) {
  const look = {
    label: 'Look',
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
      <${Kinds} ...${{ view, facets, onView }} />
      <div class="library-tools">
        <${SearchField} label="Filter by name" placeholder="Filter" value=${typed} onInput=${onType} />
        <${Order} ...${{ view, onView }} />
        <${Segmented} ...${look} />
        <${Button} kind="quiet" icon="check" label=${picking ? 'Stop picking' : 'Pick several'} pressed=${picking} onClick=${onPicking} />
      </div>
      <${States} ...${{ view, facets, onView }} />
    </div>
  `
}

type PartProps = Pick<FiltersProps, 'view' | 'facets' | 'onView'>

/** Comics, manga or both; a library of one kind needs no such choice. */
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
      <${Words} ...${{ label: 'Kind', value: view.kind, words, onChange }} />
    </div>
  `
}

const PROGRESS = [
  { value: 'complete', label: 'Complete' },
  { value: 'missing', label: 'With gaps' },
  { value: 'empty', label: 'Nothing here yet' },
] as const

function States({ view, facets, onView }: PartProps) {
  const toggle = (value: LibraryView['progress']) =>
    onView({ ...view, progress: view.progress === value ? START.progress : value })
  return html`
    <div class="library-states" role="group" aria-label="Filters">
      ${PROGRESS.map(({ value, label }) => {
        const props = { label, count: facets?.progress[value], on: view.progress === value }
        return html`<${State} key=${value} ...${props} onClick=${() => toggle(value)} />`
      })}
      <${State} ...${{ label: 'Paused', count: facets?.status.paused, on: view.paused }} onClick=${() => onView({ ...view, paused: !view.paused })} />
      <${Publishers} ...${{ view, facets, onView }} />
    </div>
  `
}

type StateProps = { label: string; count: number | undefined; on: boolean; onClick: () => void }

/** A filter that leaves nothing is not offered, unless it is the one that is on. */
function State({ label, count, on, onClick }: StateProps) {
  if (count === 0 && !on) return null
  return html`
    <button class="library-word" type="button" aria-pressed=${on} onClick=${onClick}>
      ${label}${count !== undefined && html`<span>${count.toLocaleString('en')}</span>`}${on && html`<${Icon} name="close" size="small" />`}
    </button>
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
    const words = `${publisher ?? 'No publisher named'} (${count.toLocaleString('en')})`
    return html`<option key=${own} value=${own} selected=${own === value}>${words}</option>`
  }
  return html`
    <label class="library-word" data-on=${view.publisher !== undefined || undefined}>
      <span class="unseen">Publisher</span>
      <select value=${value} onChange=${change}>
        <option value=${ANY} selected=${value === ANY}>Any publisher</option>
        ${known.map(({ publisher, count }) => option(publisher, count))}
      </select>
      <${Icon} name="chevron-down" size="small" />
    </label>
  `
}

function Order({ view, onView }: Pick<FiltersProps, 'view' | 'onView'>) {
  const change = (event: Event) => {
    const sort = (event.currentTarget as HTMLSelectElement).value as SortKey
    onView({ ...view, sort, down: downAtFirst(sort) })
  }
  const turn = view.down ? 'Downwards; turn the order round' : 'Upwards; turn the order round'
  return html`
    <div class="library-order">
      <label class="library-word">
        <span class="unseen">Order</span>
        <select value=${view.sort} onChange=${change}>
          ${SORTS.map(({ value, label }) => html`<option key=${value} value=${value} selected=${value === view.sort}>${label}</option>`)}
        </select>
      </label>
      <${Button} kind="quiet" size="small" icon=${view.down ? 'arrow-down' : 'arrow-up'} label=${turn} onClick=${() => onView({ ...view, down: !view.down })} />
    </div>
  `
}
