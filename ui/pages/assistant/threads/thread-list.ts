import './thread-list.css'
import { call } from '../../../api/client'
import { invalidate } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Menu } from '../../../parts/controls/menu'
import { Confirm } from '../../../parts/dialogs/dialog'
import { NameDialog } from '../../../parts/dialogs/name-dialog'
import { Skeleton } from '../../../parts/status/skeleton'
import { TimeText } from '../../../parts/text/when'
import { useRunWithToast } from '../../../state/run-with-toast'
import { chatPath } from '../chat-path'
import type { ThreadSummary } from '../wire'
import type { Threads } from './use-threads'

export type ThreadListProps = {
  threads: Threads
  here: string | undefined
  onOpen: () => void
  onDelete: (threadId: string) => Promise<void>
}

/** The chats, the newest first, each with its menu. */
export function ThreadList({ threads, here, onOpen, onDelete }: ThreadListProps) {
  const { all, error, reload, hasOlder, isLoadingOlder, loadOlder } = threads
  const [renamed, setRenamed] = useState<ThreadSummary | undefined>(undefined)
  const [deleted, setDeleted] = useState<ThreadSummary | undefined>(undefined)
  if (!all && error)
    return html`
      <p class="threads-note" role="alert">${error}</p>
      <${Button} size="small" icon="refresh" onClick=${reload}>Try again<//>
    `
  if (!all) return html`<${Skeleton} count=${5} label="Loading the chats" />`
  if (all.length === 0) return html`<p class="threads-note">Your chats appear here.</p>`
  return html`
    <ul class="threads" aria-label="Chats">
      ${all.map(
        (thread) => html`
          <${ThreadRow}
            key=${thread.id}
            thread=${thread}
            here=${thread.id === here}
            onOpen=${onOpen}
            onRename=${() => setRenamed(thread)}
            onDelete=${() => setDeleted(thread)}
          />
        `,
      )}
    </ul>
    ${hasOlder && html`<${Button} kind="quiet" size="small" busy=${isLoadingOlder} onClick=${loadOlder}>Show older chats<//>`}
    ${renamed && html`<${RenameDialog} thread=${renamed} onClose=${() => setRenamed(undefined)} />`}
    ${deleted && html`<${DeleteDialog} thread=${deleted} onDelete=${onDelete} onClose=${() => setDeleted(undefined)} />`}
  `
}

type ThreadRowProps = {
  thread: ThreadSummary
  here: boolean
  onOpen: () => void
  onRename: () => void
  onDelete: () => void
}

function ThreadRow({ thread, here, onOpen, onRename, onDelete }: ThreadRowProps) {
  const { id, title, updated_at } = thread
  const items = [
    { label: 'Rename', icon: 'pencil' as const, onPick: onRename },
    { label: 'Delete', icon: 'trash' as const, danger: true, onPick: onDelete },
  ]
  return html`
    <li class="thread" data-here=${here || undefined}>
      <a href=${chatPath(id)} aria-current=${here ? 'page' : undefined} onClick=${onOpen}>
        <span class="thread-title" title=${title}>${title}</span>
        <small><${TimeText} at=${updated_at} /></small>
      </a>
      <${Menu} title=${`More about ${title}`} items=${items} />
    </li>
  `
}

function RenameDialog({ thread, onClose }: { thread: ThreadSummary; onClose: () => void }) {
  const rename = async (title: string) => {
    const params = { thread_id: thread.id }
    await call('PATCH /api/ai/chat/threads/:thread_id', { params, body: { title } })
    invalidate('GET /api/ai/chat/threads')
  }
  return html`<${NameDialog} title="Rename the chat" action="Rename" name=${thread.title} onName=${rename} onClose=${onClose} />`
}

type DeleteDialogProps = {
  thread: ThreadSummary
  onDelete: ThreadListProps['onDelete']
  onClose: () => void
}

function DeleteDialog({ thread, onDelete, onClose }: DeleteDialogProps) {
  const { busy, perform } = useRunWithToast()
  const confirm = async () => {
    if (await perform(() => onDelete(thread.id), 'Chat deleted.')) onClose()
  }
  const words = {
    open: true,
    title: 'Delete the chat?',
    text: `“${thread.title}” and its images are deleted. Changes that you confirmed in it stay.`,
    action: 'Delete',
    danger: true,
  }
  return html`<${Confirm} ...${words} busy=${busy} onConfirm=${confirm} onClose=${onClose} />`
}
