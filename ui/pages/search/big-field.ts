import '../../parts/controls/search-input.css'
import '../../parts/controls/search-field.css'
import { html, useLayoutEffect, useRef } from '../../html'
import { Button } from '../../parts/controls/button'
import { Icon } from '../../parts/icons/icon'
import type { SearchKind } from './view'

export type BigFieldProps = {
  kind: SearchKind
  value: string
  onInput: (value: string) => void
  onEnter: () => void
  /** Called with arrow down, which moves to the first result. */
  onDown: () => void
}

/**
 * The one field of the page. It is focused from the start unless an on-screen keyboard would cover the page: the user
 * types and continues with arrow down.
 */
export function BigField({ kind, value, onInput, onEnter, onDown }: BigFieldProps) {
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) box.current?.focus({ preventScroll: true })
  }, [])
  const clear = () => {
    onInput('')
    box.current?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter()
    else if (event.key === 'ArrowDown') onDown()
    else if (event.key === 'Escape' && value) clear()
    else return
    event.preventDefault()
  }
  const name = kind === 'manga' ? 'Name of a manga' : 'Name of a comic'
  return html`
    <div class="search-field search-big">
      <${Icon} name="search" />
      <input
        ref=${box}
        type="search"
        aria-label=${name}
        placeholder=${name}
        value=${value}
        autocomplete="off"
        enterkeyhint="search"
        spellcheck=${false}
        onInput=${(event: Event) => onInput((event.currentTarget as HTMLInputElement).value)}
        onKeyDown=${keys}
      />
      ${value && html`<${Button} kind="quiet" icon="close" label="Clear" onClick=${clear} />`}
    </div>
  `
}
