import { useState } from '../../html'
import { showToast } from '../../state/toasts'
import { errorSentence } from '../../state/use-busy'
import { usePageKeys } from '../controls/page-keys'
import { isTyping } from '../controls/typing'

/** The selected entries, and the last single one, where a range with Shift starts. */
export type Selection = { keys: ReadonlySet<string>; from: number | undefined }
export const nothingPicked: Selection = { keys: new Set(), from: undefined }

export function togglePick({ keys }: Selection, key: string, at: number): Selection {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { keys: next, from: at }
}

export function addPicks({ keys, from }: Selection, more: readonly string[]): Selection {
  return { keys: new Set([...keys, ...more]), from }
}

export function removePicks({ keys, from }: Selection, gone: readonly string[]): Selection {
  return { keys: keys.difference(new Set(gone)), from }
}

/** The first and last entry of a range, both included. */
export function rangeTo({ from }: Selection, at: number): [number, number] {
  const start = from ?? at
  return start < at ? [start, at] : [at, start]
}

/** Splits a long selection into batches that one request may contain. */
export function batches<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
}

/** The keys of the entries from `first` to `last`, both included; a long list may have to fetch them. */
export type KeysBetween = (first: number, last: number) => readonly string[] | Promise<readonly string[]>

/**
 * Selection in a list: one by one, a range with Shift, all, none. `on` shows the selection boxes even while no entry is
 * selected. Wherever the focus is, Ctrl A selects all `count` entries, and Escape clears the selection.
 */
export function usePicks(keysBetween: KeysBetween, count?: number) {
  const [picked, setPicked] = useState(nothingPicked)
  const [mode, setMode] = useState(false)
  const clear = () => {
    setPicked(nothingPicked)
    setMode(false)
  }
  const reach = async (at: number) => {
    const keys = await fetched(() => keysBetween(...rangeTo(picked, at)))
    if (keys) setPicked((now) => addPicks({ ...now, from: at }, keys))
  }
  const pick = (key: string, at: number, withShift = false): unknown =>
    withShift && picked.from !== undefined ? reach(at) : setPicked((now) => togglePick(now, key, at))
  const all = async (count: number) => {
    const keys = count > 0 ? await fetched(() => keysBetween(0, count - 1)) : []
    if (keys) setPicked((now) => addPicks(now, keys))
  }
  /** Unpicks entries that left the list. */
  const drop = (gone: readonly string[]) => {
    if (gone.length > 0) setPicked((now) => removePicks(now, gone))
  }
  const on = mode || picked.keys.size > 0
  usePickKeys(on, count === undefined ? undefined : () => all(count), clear)
  return { keys: picked.keys, on, pick, all, drop, clear, begin: () => setMode(true) }
}

/** Undefined when the keys could not be fetched; the reason is shown. */
async function fetched(keys: () => ReturnType<KeysBetween>): Promise<readonly string[] | undefined> {
  try {
    return await keys()
  } catch (cause) {
    showToast(errorSentence(cause), { kind: 'error' })
    return undefined
  }
}

export type Picks = ReturnType<typeof usePicks>

const isSelectAll = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'a' && (ctrlKey || metaKey)

/** Not while typing, and not under a dialog, which Escape closes; a focused list handles the keys itself. */
function usePickKeys(on: boolean, all: (() => unknown) | undefined, clear: () => void): void {
  usePageKeys(on, (event) => {
    if (event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog[open]')) return
    if (event.key === 'Escape') return clear()
    if (!all || !isSelectAll(event)) return
    event.preventDefault()
    void all()
  })
}

/** Ctrl A selects all, Escape clears the selection. */
export function pickKeys(picks: Picks, count: number) {
  return (event: KeyboardEvent) => {
    if (event.key === 'Escape' && picks.on) return picks.clear()
    if (!isSelectAll(event)) return
    event.preventDefault()
    void picks.all(count)
  }
}
