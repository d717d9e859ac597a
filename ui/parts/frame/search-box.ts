import '../controls/search-input.css'
import './search-box.css'
import { html, useEffect, useId, useRef, useState } from '../../html'
import { hasModifier } from '../controls/modifier-keys'
import { usePageKeys } from '../controls/page-keys'
import { Cover } from '../covers/cover'
import { Icon, type IconName } from '../icons/icon'
import { numberWords } from '../text/format'

const COVER = 28

/** `image`: the cover; without one the icon is shown. */
export type Find = { key: string; label: string; detail?: string; icon?: IconName; image?: string | null; href: string }
/** `count`: all that match, also those that are not listed; absent where it says nothing. */
export type SearchGroup = { title: string; finds: readonly Find[]; count?: number }
/** The global search: `/` or Ctrl K focuses the field, arrows and Enter choose. */
export type SearchBoxProps = {
  query: string
  groups: readonly SearchGroup[]
  loading: boolean
  onQuery: (query: string) => void
  onPick: (find: Find) => void
}

/** Whether a key opens the search: not while typing elsewhere, except Ctrl K, and never under a dialog. */
function asksForSearch(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return false
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) return true
  const typing = (event.target as HTMLElement).closest?.('input, textarea, select, [contenteditable]')
  return event.key === '/' && !typing && !hasModifier(event)
}

export function SearchBox({ query, groups, loading, onQuery, onPick }: SearchBoxProps) {
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  const finds = groups.flatMap((group) => group.finds)
  const shown = open && query.trim() !== ''
  usePageKeys(true, (event) => {
    if (!asksForSearch(event)) return
    event.preventDefault()
    box.current?.focus()
    box.current?.select()
  })
  const close = () => {
    setOpen(false)
    setAt(0)
  }
  const pick = (find: Find) => {
    close()
    onQuery('')
    box.current?.blur()
    onPick(find)
  }
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && finds.length > 0) {
      event.preventDefault()
      setAt((at + step + finds.length) % finds.length)
    }
    const find = finds[at]
    if (event.key === 'Enter' && shown && find) pick(find)
    if (event.key !== 'Escape') return
    if (query) onQuery('')
    else box.current?.blur()
    close()
  }
  const input = (event: Event) => {
    setOpen(true)
    setAt(0)
    onQuery((event.currentTarget as HTMLInputElement).value)
  }
  return html`
    <div class="search-box" role="search" onFocusOut=${(event: FocusEvent) => leaves(event) && close()}>
      <${Icon} name="search" />
      <input
        ref=${box}
        type="search"
        role="combobox"
        aria-label="Search everywhere"
        aria-expanded=${shown}
        aria-controls=${id}
        aria-activedescendant=${shown && finds[at] ? `${id}-${at}` : undefined}
        placeholder="Search"
        value=${query}
        autocomplete="off"
        spellcheck=${false}
        onInput=${input}
        onFocus=${() => setOpen(true)}
        onKeyDown=${keys}
      />
      <kbd aria-hidden="true">/</kbd>
      ${
        shown &&
        html`
        <${Finds}
          id=${id}
          groups=${groups}
          at=${at}
          query=${query}
          loading=${loading}
          onPick=${pick}
          onPoint=${setAt}
        />
      `
      }
    </div>
  `
}

function leaves(event: FocusEvent): boolean {
  return !(event.currentTarget as HTMLElement).contains(event.relatedTarget as Node | null)
}

type FindsProps = {
  id: string
  groups: readonly SearchGroup[]
  at: number
  query: string
  loading: boolean
  onPick: (find: Find) => void
  onPoint: (at: number) => void
}

function Finds({ id, groups, at, query, loading, onPick, onPoint }: FindsProps) {
  const filled = groups.filter((group) => group.finds.length > 0)
  let next = 0
  const nothing = loading ? 'Searching' : `Nothing here is called “${query.trim()}”.`
  return html`
    <div class="search-box-list" role="listbox" id=${id} aria-label="Results">
      ${filled.length === 0 && html`<p class="search-box-none" role="status">${nothing}</p>`}
      ${filled.map(
        (group) => html`
          <div role="group" aria-label=${group.count === undefined ? group.title : `${group.title}, ${numberWords(group.count)}`} key=${group.title}>
            <p class="search-box-title" aria-hidden="true">${group.title}${group.count !== undefined && html`<span>${numberWords(group.count)}</span>`}</p>
            ${group.finds.map((find) => {
              const own = next++
              const props = {
                id: `${id}-${own}`,
                find,
                here: own === at,
                onPick: () => onPick(find),
                onPoint: () => onPoint(own),
              }
              return html`<${FindLine} key=${find.key} ...${props} />`
            })}
          </div>
        `,
      )}
    </div>
  `
}

type FindLineProps = { id: string; find: Find; here: boolean; onPick: () => void; onPoint: () => void }

function FindLine({ id, find, here, onPick, onPoint }: FindLineProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (here) line.current?.scrollIntoView({ block: 'nearest' })
  }, [here])
  const keepFocus = (event: MouseEvent) => event.preventDefault()
  return html`
    <div class="search-box-line" role="option" ref=${line} id=${id} aria-selected=${here} onMouseDown=${keepFocus} onClick=${onPick} onMouseMove=${onPoint}>
      ${find.image ? html`<span class="search-box-cover"><${Cover} name=${find.label} src=${find.image} width=${COVER} /></span>` : html`<${Icon} name=${find.icon ?? 'book-open'} />`}
      <span class="search-box-words">
        <span class="search-box-name">${find.label}</span>
        ${find.detail && html`<span class="search-box-detail">${find.detail}</span>`}
      </span>
    </div>
  `
}
