import { useLayoutEffect, useRef, useState } from '../../html'
import { usePageKeys } from '../../parts/controls/page-keys'

/** A change that can be undone. `words` describes it: "moving Saga #12". */
export type Undo = { words: string; run: () => Promise<boolean> }

/**
 * The changes of this visit, the last one first to be undone: by a button, or by Ctrl and Z. `turn` counts the undone
 * changes: a list that shows an order ahead of the server has to drop that order then.
 */
export function useUndo(listId: string) {
  const [stack, setStack] = useState<readonly Undo[]>([])
  const [turn, setTurn] = useState(0)
  const now = useRef(stack)
  now.current = stack
  const last = stack.at(-1)
  const undo = async () => {
    const one = now.current.at(-1)
    if (!one) return
    setStack(now.current.slice(0, -1))
    if (!(await one.run())) setStack((left) => [...left, one])
    setTurn((count) => count + 1)
  }
  useLayoutEffect(() => setStack([]), [listId])
  usePageKeys(true, (event) => {
    const isTyping = (event.target as HTMLElement | null)?.closest?.('input, textarea, dialog')
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping) return
    event.preventDefault()
    void undo()
  })
  return { last, undo, turn, push: (one: Undo) => setStack((all) => [...all, one]) }
}
