import { useCounts } from '../../api/counts'
import { useQuery } from '../../api/query'
import type { Story } from './story'

/** Whether a story needs the user; requested once, and only while items wait. */
export function useWaiting(): (story: Story) => boolean {
  const some = (useCounts()?.attention_members ?? 0) > 0
  const { data } = useQuery('GET /api/attention', some ? {} : null)
  const groups = some ? (data?.results ?? []) : []
  const keys = new Set(groups.flatMap(({ members }) => members.map(({ release_key }) => release_key)))
  return ({ steps, mark }) => {
    const last = steps.at(-1)
    // A story that has started again no longer waits for the user.
    if (!last || mark !== 'attention') return false
    return keys.has(last.release_key ?? `${last.subject_id}|run:${last.run_id}`)
  }
}
