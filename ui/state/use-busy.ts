import { useRef, useState } from '../html'
import { showToast } from './toasts'

type Options = {
  /** The name of the action, if there are several. */
  name?: string
  /** Shows the error. Default: a toast. */
  onFailure?: (sentence: string, cause: unknown) => void
}

/** Runs the work and returns its result; undefined when the work failed (the error is shown) or was not started. Never throws. */
type Run = <T>(work: () => Promise<T>, options?: Options) => Promise<T | undefined>

/** The reason of a failure, for the user. */
export const errorSentence = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const showError = (sentence: string) => showToast(sentence, { kind: 'error' })

/**
 * One action at a time: while it runs, `doing` is its name (empty without one) and other actions are ignored. For buttons
 * and forms, where a second press means the same.
 */
export function useBusy(): { busy: boolean; doing: string | undefined; run: Run } {
  const [doing, setDoing] = useState<string | undefined>(undefined)
  // A second press can come before the page is redrawn.
  const isRunning = useRef(false)
  const run: Run = async (work, { name = '', onFailure = showError } = {}) => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setDoing(name)
    try {
      return await work()
    } catch (cause) {
      onFailure(errorSentence(cause), cause)
      return undefined
    } finally {
      isRunning.current = false
      setDoing(undefined)
    }
  }
  return { busy: doing !== undefined, doing, run }
}

/** Starts every action and is busy until the last one ends. For fields that save each change, and for undo in toasts. */
export function useBusyWithAll(): { busy: boolean; run: Run } {
  const [open, setOpen] = useState(0)
  const run: Run = async (work, { onFailure = showError } = {}) => {
    setOpen((count) => count + 1)
    try {
      return await work()
    } catch (cause) {
      onFailure(errorSentence(cause), cause)
      return undefined
    } finally {
      setOpen((count) => count - 1)
    }
  }
  return { busy: open > 0, run }
}
