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
  setTimeout(() => hush(toast.id), SHOWN_MS[kind])
}

export function hush(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}
