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
export function showToast(text: string, { kind = 'note', action }: Partial<Pick<Toast, 'kind' | 'action'>> = {}): void {
  const toast: Toast = { id: next++, text, kind, action }
  toasts.value = [...toasts.value.slice(-2), toast]
  releaseToast(toast.id)
}

const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** Keeps a toast on the screen until it is released. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

/** Shows a toast for its full time from now on. */
export function releaseToast(id: number): void {
  holdToast(id)
  const toast = toasts.value.find((one) => one.id === id)
  if (!toast) return
  const timer = setTimeout(() => removeToast(id), SHOWN_MS[toast.kind])
  timers.set(id, timer)
}

export function removeToast(id: number): void {
  holdToast(id)
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/** What one user did does not stay on the screen for the next. */
export function removeToasts(): void {
  for (const { id } of toasts.peek()) removeToast(id)
}
