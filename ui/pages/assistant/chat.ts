import { call } from '../../api/client'
import { html, useEffect, useRef, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { useOwnLocation } from '../../parts/lists/virtual-place'
import { AssistantPage } from './assistant-page'
import { chatPath } from './chat-path'
import { Conversation } from './conversation/conversation'
import { ThreadList } from './threads/thread-list'
import { useThreads } from './threads/use-threads'
import { dropTurn, type MoveListener } from './turn/live-turns'

/** The chat with the assistant, beside the list of earlier chats. */
export function ChatPage() {
  return html`<${AssistantPage} tab="chat"><${Chat} /><//>`
}

function Chat() {
  const { query, route } = useOwnLocation()
  const [isListOpen, setListOpen] = useState(false)
  const threads = useThreads()
  const threadId = query.thread
  const move = useMove(threadId, route)
  const remove = async (thread_id: string) => {
    await call('DELETE /api/ai/chat/threads/:thread_id', { params: { thread_id } })
    dropTurn(thread_id)
    threads.removeThread(thread_id)
    if (thread_id === threadId) route(chatPath(), true)
  }
  const list = html`<${ThreadList} threads=${threads} here=${threadId} onDelete=${remove} onOpen=${() => setListOpen(false)} />`
  const title = threads.all?.find(({ id }) => id === threadId)?.title
  return html`
    <div class="chat">
      <aside class="chat-side" aria-label="Chats">
        <${Button} icon="compose" href=${chatPath()} onClick=${() => dropTurn(undefined)}>New chat<//>
        ${list}
      </aside>
      <div class="chat-bar">
        <${Button} kind="quiet" icon="rows" label="Chats" onClick=${() => setListOpen(true)} />
        <p>${title ?? 'New chat'}</p>
        <${Button} kind="quiet" icon="compose" label="New chat" href=${chatPath()} onClick=${() => dropTurn(undefined)} />
      </div>
      <${Conversation} threadId=${threadId} onMove=${move} />
      <${Dialog} open=${isListOpen} kind="sheet" title="Chats" onClose=${() => setListOpen(false)}>${list}<//>
    </div>
  `
}

/** Follows the visible chat when its address changes. */
function useMove(threadId: string | undefined, route: (path: string, replace: boolean) => void): MoveListener {
  const here = useRef<{ threadId: string | undefined } | undefined>(undefined)
  useEffect(() => {
    here.current = { threadId }
    return () => {
      here.current = undefined
    }
  }, [threadId])
  return (from, to) => {
    if (here.current && here.current.threadId === from) route(chatPath(to), true)
  }
}
