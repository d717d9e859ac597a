import { useEffect, useRef } from '../../html'
import { isTyping } from '../../parts/controls/typing'

type Keys = Record<string, () => unknown>

/** Keys of the whole page: not while something is typed, and not under a dialog. F leads to the filter. */
export function useKeys(on: boolean, keys: Keys): void {
  const newest = useRef(keys)
  newest.current = keys
  useEffect(() => {
    if (!on) return
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      if (isTyping(event.target)) return
      const key = event.key.toLowerCase()
      const work = key === 'f' ? toFilter : newest.current[key]
      if (!work) return
      event.preventDefault()
      work()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [on])
}

function toFilter(): void {
  document.querySelector<HTMLInputElement>('.review-tools input')?.focus()
}
