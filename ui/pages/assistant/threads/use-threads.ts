import { ApiError, call } from '../../../api/client'
import { useQuery } from '../../../api/query'
import { useEffect, useState } from '../../../html'
import { showToast } from '../../../state/toasts'
import type { ThreadSummary } from '../wire'

const PER_PAGE = 20

export type Threads = {
  /** The newest first; undefined until loaded. */
  all: ThreadSummary[] | undefined
  error: string | undefined
  reload: () => void
  hasOlder: boolean
  isLoadingOlder: boolean
  loadOlder: () => Promise<void>
  removeThread: (threadId: string) => void
}

/** The chats of the user, page by page. */
export function useThreads(): Threads {
  const { data, error, reload } = useQuery('GET /api/ai/chat/threads', { query: { limit: PER_PAGE } })
  const [known, setKnown] = useState<ReadonlyMap<string, ThreadSummary>>(new Map())
  // Undefined until an older page is loaded; null after the last one.
  const [older, setOlder] = useState<string | null | undefined>(undefined)
  const [isLoadingOlder, setLoadingOlder] = useState(false)
  const addThreads = (threads: readonly ThreadSummary[]) =>
    setKnown((now) => new Map([...now, ...threads.map((thread) => [thread.id, thread] as const)]))
  useEffect(() => {
    if (data) addThreads(data.threads)
  }, [data])
  const cursor = older === undefined ? data?.next_cursor : older
  const loadOlder = async () => {
    if (!cursor) return
    setLoadingOlder(true)
    try {
      const page = await call('GET /api/ai/chat/threads', { query: { limit: PER_PAGE, cursor } })
      addThreads(page.threads)
      setOlder(page.next_cursor)
    } catch (cause) {
      showToast(cause instanceof ApiError ? cause.detail : String(cause), { kind: 'error' })
    }
    setLoadingOlder(false)
  }
  const removeThread = (threadId: string) => {
    setKnown((now) => new Map([...now].filter(([id]) => id !== threadId)))
    reload()
  }
  const all = [...known.values()].toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))
  return {
    all: data ? all : undefined,
    error: error?.detail,
    reload,
    hasOlder: Boolean(cursor),
    isLoadingOlder,
    loadOlder,
    removeThread,
  }
}
