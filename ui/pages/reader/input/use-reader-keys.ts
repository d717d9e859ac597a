import { usePageKeys } from '../../../parts/controls/page-keys'
import type { Direction } from '../stage/pan'
import { type Command, commandOf } from './keys'

export type KeysProps = {
  direction: Direction
  strip: boolean
  run: (command: Command, repeated: boolean) => void
  /** On the card at either end: opens the issue beside. Returns whether it did. */
  onEnter: () => boolean
}

export function useReaderKeys(props: KeysProps): void {
  usePageKeys(true, (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    const target = event.target as Element
    if (belongsTo(target, event.key)) return
    const { run, onEnter } = props
    if (event.key === 'Enter' && onEnter()) return event.preventDefault()
    const command = commandOf(event, props)
    if (!command) return
    event.preventDefault()
    run(command, event.repeat)
  })
}

/** Ignores keys that the focused element handles itself. */
function belongsTo(target: Element, key: string): boolean {
  if (!target.matches) return false
  // The slider moves by spreads, like the other controls, not by single pages.
  if (target.matches('input[type="range"]')) return false
  if (target.matches('input, textarea, select')) return key !== 'Escape'
  return target.matches('button, a, summary') && (key === ' ' || key === 'Enter')
}
