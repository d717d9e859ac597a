import { useMutation, useQuery } from '../../../api/query'
import type { TestResult } from '../../../forms/test-button'
import { useState } from '../../../html'
import type { IndexerDraft } from './indexer-form'
import { type Caps, type IndexerType, inSearchOrder } from './indexer-words'

/** The draft of an indexer and the result of its last test. */
export function useIndexerDraft(
  first: IndexerDraft,
  type: IndexerType,
  { id, caps }: { id?: string; caps?: Caps | null } = {},
) {
  const ask = useMutation('POST /api/config/providers/test')
  const saved = useQuery('GET /api/config/providers').data
  const [draft, setDraft] = useState(first)
  const [tried, setTried] = useState<TestResult | undefined>(undefined)
  const [knownCaps, setHeard] = useState<Caps | null>(caps ?? null)
  const test = async (): Promise<boolean> => {
    const { name, host, api_key, verify, categories } = draft
    const body = {
      type,
      id,
      name: name.trim() || undefined,
      host: host.trim(),
      verify,
      api_key: api_key.trim() || undefined,
      categories: categories.join(','),
    }
    const reply = await ask.run({ body })
    setTried(reply)
    if (reply?.caps) setHeard(reply.caps)
    return reply?.success === true
  }
  const change = (next: IndexerDraft) => {
    setDraft(next)
    // The result belongs to the previous address, key or categories.
    if (tested.some((field) => next[field] !== draft[field])) {
      setTried(undefined)
      ask.reset()
    }
  }
  const name = draft.name.trim()
  // The server would take a new indexer for the saved one of that name.
  const isTaken = saved && inSearchOrder(saved).some((one) => one.type === type && one.id !== id && one.name === name)
  const result = ask.error ? { success: false, detail: ask.error.detail } : tried
  return {
    draft,
    onDraft: change,
    nameError: isTaken ? `There is an indexer named ${name} already.` : undefined,
    tried: result,
    refuse: (detail: string) => setTried({ success: false, detail }),
    caps: knownCaps,
    busy: ask.busy,
    test,
  }
}

const tested = ['host', 'api_key', 'categories'] as const

export const trimIndexerDraft = ({ name, host, api_key, verify, categories }: IndexerDraft) => ({
  name: name.trim(),
  host: host.trim(),
  verify,
  categories: categories.join(','),
  ...(api_key.trim() === '' ? {} : { api_key: api_key.trim() }),
})
