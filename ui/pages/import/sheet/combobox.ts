import { html, useId, useState } from '../../../html'
import { Icon } from '../../../parts/icons/icon'

export type PickOption = { key: string; label: string; detail: string }
export type ComboboxProps = {
  label: string
  placeholder: string
  query: string
  options: readonly PickOption[]
  /** The text shown when nothing matches. */
  nothing: string
  autofocus?: boolean
  onQuery: (query: string) => void
  onPick: (key: string) => unknown
}

/** A combobox: arrows and Enter choose, and so does a click. */
export function Combobox({ label, placeholder, query, options, nothing, autofocus, onQuery, onPick }: ComboboxProps) {
  const [at, setAt] = useState(0)
  const id = useId()
  const hasQuery = query.trim() !== ''
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const here = options[at] ?? options[0]
    if (step && options.length > 0) setAt((at + step + options.length) % options.length)
    else if (event.key === 'Enter' && here) onPick(here.key)
    else if (event.key === 'Escape' && query) onQuery('')
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  const input = (event: Event) => {
    setAt(0)
    onQuery((event.currentTarget as HTMLInputElement).value)
  }
  const field = {
    role: 'combobox',
    'aria-label': label,
    'aria-expanded': options.length > 0,
    'aria-controls': id,
    'aria-activedescendant': options[at] ? `${id}-${at}` : undefined,
    autocomplete: 'off',
    spellcheck: false,
    autofocus,
    placeholder,
    value: query,
  }
  const hold = (event: MouseEvent) => event.preventDefault() // the field keeps the focus
  return html`
    <div class="pick-list">
      <div class="pick-list-field">
        <${Icon} name="search" size="small" />
        <input class="field-box" type="text" ...${field} onInput=${input} onKeyDown=${keys} />
      </div>
      ${hasQuery && options.length === 0 && html`<p role="status">${nothing}</p>`}
      <ul role="listbox" id=${id} aria-label=${label}>
        ${options.map(
          (one, own) => html`
            <li
              key=${one.key}
              role="option"
              id="${id}-${own}"
              aria-selected=${own === at}
              onMouseDown=${hold}
              onMouseMove=${() => setAt(own)}
              onClick=${() => onPick(one.key)}
            >
              <b>${one.label}</b> <span>${one.detail}</span>
            </li>
          `,
        )}
      </ul>
    </div>
  `
}
