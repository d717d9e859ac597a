import { signal } from '../html'

export type Toast = {
  id: number
  text: string
  kind: 'note' | 'error'
  action?: { label: string; run: () => unknown }
}

const SHOWN_MS = { note: 6_000, error: 10_000 }
let next = 1

export const toasts = signal<Toast[]>([])

/** Shows a toast, with a button for an action such as Undo. */
export function say(text: string, { kind = 'note', action }: Partial<Pick<Toast, 'kind' | 'action'>> = {}): void {
  const toast: Toast = { id: next++, text, kind, action }
  toasts.value = [...toasts.value.slice(-2), toast]
  hold(toast.id, false)
}

const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** A message that is pointed at or focused stays; it has its whole time again when it is let go. */
export function hold(id: number, held: boolean): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  const toast = toasts.value.find((one) => one.id === id)
  if (toast && !held)
    timers.set(
      id,
      setTimeout(() => hush(id), SHOWN_MS[toast.kind]),
    )
}

export function hush(id: number): void {
  hold(id, true)
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}
