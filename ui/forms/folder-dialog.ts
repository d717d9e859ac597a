import { call } from '../api/client'
import { useComicCounts, useCompletions, useFolders } from '../api/folders'
import { invalidate, useQuery } from '../api/query'
import { html, useEffect, useState } from '../html'
import { FolderPicker } from '../parts/dialogs/folder-picker'

export type FolderDialogProps = {
  title: string
  /** The folder at which the dialog opens. Otherwise the dialog opens beside the last choice. */
  start: string | undefined
  onPick: (path: string) => void
  onClose: () => void
}

/** The folder picker over the folders of the computer that Panelkeep runs on. */
export function FolderDialog({ title, start, onPick, onClose }: FolderDialogProps) {
  const { listing, error, loading, onOpen } = useFolders(start)
  const places = useQuery('GET /api/filesystem/places').data?.places
  const counts = useComicCounts(listing)
  const [typed, setTyped] = useState('')
  const completions = useCompletions(typed)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const lost = error !== undefined && listing === undefined && start !== undefined
  useEffect(() => {
    if (lost) onOpen(undefined)
  }, [lost])
  // Typing clears the error.
  const [corrects, setCorrects] = useState(false)
  const type = (text: string) => {
    setTyped(text)
    setRefusal(undefined)
    setCorrects(true)
  }
  const open = (path: string | undefined) => {
    setRefusal(undefined)
    setCorrects(false)
    onOpen(path)
  }
  const pick = async (path: string) => {
    try {
      const known = path === listing?.path
      const folder = known ? path : (await call('GET /api/filesystem', { query: { path } })).path
      // Best effort: the last choice is only a bookmark.
      await call('POST /api/filesystem/chosen', { body: { path: folder } }).catch(() => undefined)
      // The next dialog opens beside this choice.
      invalidate('GET /api/filesystem')
      onPick(folder)
    } catch (cause) {
      setRefusal((cause as Error).message)
    }
  }
  return html`
    <${FolderPicker}
      open
      title=${title}
      listing=${listing}
      error=${refusal ?? (lost || corrects ? undefined : error)}
      loading=${loading}
      places=${places}
      counts=${counts}
      completions=${completions}
      onType=${type}
      onOpen=${open}
      onPick=${pick}
      onClose=${onClose}
    />
  `
}
