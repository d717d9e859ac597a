import { useFolders } from '../api/folders'
import { html } from '../html'
import { FolderPicker } from '../parts/dialogs/folder-picker'

export type FolderDialogProps = {
  title: string
  start: string | undefined
  onPick: (path: string) => void
  onClose: () => void
}

/** The folder picker over the folders of this computer, opened at `start`. */
export function FolderDialog({ title, start, onPick, onClose }: FolderDialogProps) {
  const { listing, error, loading, onOpen } = useFolders(start)
  return html`
    <${FolderPicker}
      open
      title=${title}
      listing=${listing}
      error=${error}
      loading=${loading}
      onOpen=${onOpen}
      onPick=${onPick}
      onClose=${onClose}
    />
  `
}
