import { computed, signal } from '../../html'

const openDialogs = signal<readonly HTMLDialogElement[]>([])

/** The topmost open dialog. Everything outside is inert, so toasts move into the dialog. */
export const topDialog = computed(() => openDialogs.value.at(-1))

/** Call with each dialog that opens as a modal, and the returned function once it is closed. */
export function registerDialog(dialog: HTMLDialogElement): () => void {
  openDialogs.value = [...openDialogs.value, dialog]
  return () => {
    openDialogs.value = openDialogs.value.filter((one) => one !== dialog)
  }
}
