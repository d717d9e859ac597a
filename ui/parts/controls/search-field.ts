import './search-input.css'
import './search-field.css'
import { html, useRef } from '../../html'
import { Icon } from '../icons/icon'
import { Button } from './button'

/** The filter of the list below. Escape clears the field. */
export type SearchFieldProps = { label: string; value: string; onInput: (value: string) => void; placeholder?: string }

export function SearchField({ label, value, onInput, placeholder }: SearchFieldProps) {
  const box = useRef<HTMLInputElement>(null)
  const clear = () => {
    onInput('')
    box.current?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    // The list is filtered already: on a phone, the key closes the keyboard over it.
    if (event.key === 'Enter' && !event.isComposing && matchMedia('(pointer: coarse)').matches) box.current?.blur()
    if (event.key !== 'Escape' || !value) return
    event.preventDefault()
    clear()
  }
  return html`
    <div class="search-field">
      <${Icon} name="search" />
      <input
        ref=${box}
        type="search"
        aria-label=${label}
        placeholder=${placeholder ?? label}
        value=${value}
        autocomplete="off"
        spellcheck=${false}
        onInput=${(event: Event) => onInput((event.currentTarget as HTMLInputElement).value)}
        onKeyDown=${keys}
      />
      ${value && html`<${Button} kind="quiet" size="small" icon="close" label="Clear" onClick=${clear} />`}
    </div>
  `
}
