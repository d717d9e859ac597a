import { useRef, useState } from '../html'
import { say } from './toasts'

type Options = {
  /** Which of several actions it is. */
  name?: string
  /** Shows why it failed; a toast does otherwise. */
  onFailure?: (sentence: string, cause: unknown) => void
}

/** Does the work and passes on its result; undefined when it failed, which is shown, or was not begun. Never throws. */
type Run = <T>(work: () => Promise<T>, options?: Options) => Promise<T | undefined>

/** Why something failed, for the person who asked for it. */
export const sentenceOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const showToast = (sentence: string) => say(sentence, { kind: 'error' })

/**
 * One action at a time: while it runs, `doing` is its name (empty without one) and another is not begun. For buttons
 * and forms, of which a second press means the same thing.
 */
export function useBusy(): { busy: boolean; doing: string | undefined; run: Run } {
  const [doing, setDoing] = useState<string | undefined>(undefined)
  // A second press can come before the page is drawn again.
  const isRunning = useRef(false)
  const run: Run = async (work, { name = '', onFailure = showToast } = {}) => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setDoing(name)
    try {
      return await work()
    } catch (cause) {
      onFailure(sentenceOf(cause), cause)
      return undefined
    } finally {
      isRunning.current = false
      setDoing(undefined)
    }
  }
  return { busy: doing !== undefined, doing, run }
}

/** Every action is begun; busy until the last one ends. For fields that save each change, and what a toast can undo. */
export function useBusyWithAll(): { busy: boolean; run: Run } {
  const [open, setOpen] = useState(0)
  const run: Run = async (work, { onFailure = showToast } = {}) => {
    setOpen((count) => count + 1)
    try {
      return await work()
    } catch (cause) {
      onFailure(sentenceOf(cause), cause)
      return undefined
    } finally {
      setOpen((count) => count - 1)
    }
  }
  return { busy: open > 0, run }
}
