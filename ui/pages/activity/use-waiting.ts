import { useCounts } from '../../api/counts'
import { useQuery } from '../../api/query'
import type { Story } from '../../panels/story'

/** Which of these stories need the user; requested only while items wait. */
export function useWaiting(stories: readonly Story[]): (story: Story) => boolean {
  const some = (useCounts()?.attention_members ?? 0) > 0
  const asked = some ? stories.flatMap((story) => keyOf(story) ?? []) : []
  const input = asked.length > 0 ? { body: { release_keys: asked.slice(0, MOST) } } : null
  const { data } = useQuery('POST /api/attention/waiting', input, { keep: true })
  const keys = new Set(some ? data?.release_keys : [])
  return (story) => {
    const key = keyOf(story)
    return key !== undefined && keys.has(key)
  }
}

/** The most keys of one request. */
const MOST = 1000

/** A story that has started again no longer waits for the user. */
function keyOf({ steps, mark }: Story): string | undefined {
  const last = steps.at(-1)
  if (!last || mark !== 'attention') return undefined
  return last.release_key ?? `${last.subject_id}|run:${last.run_id}`
}
