import { hasModifier } from '../../parts/controls/modifier-keys'
import { usePageKeys } from '../../parts/controls/page-keys'
import { isTyping } from '../../parts/controls/typing'

type Keys = Record<string, () => unknown>

/** Keys of the whole page: not while something is typed, and not under a dialog. F leads to the filter. */
export function useReviewKeys(on: boolean, keys: Keys): void {
  usePageKeys(on, (event) => {
    if (hasModifier(event) || document.querySelector('dialog[open]')) return
    if (isTyping(event.target)) return
    const key = event.key.toLowerCase()
    const work = key === 'f' ? toFilter : keys[key]
    if (!work) return
    event.preventDefault()
    work()
  })
}

function toFilter(): void {
  document.querySelector<HTMLInputElement>('.review-tools input')?.focus()
}
