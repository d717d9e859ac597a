import { call } from '../../../api/client'
import { useMemo, useRef, useState } from '../../../html'
import { batches } from '../../../parts/lists/picks'
import type { Outline, WireGroup } from '../wire'
import { groupOf, type Proposal, proposal, setGroup } from './proposals'

/** Proposals of one request. */
const AT_ONCE = 50
const NONE: readonly Outline[] = []

/**
 * The proposals of a scan. What a row shows beyond the outline is fetched for those that `need` names, and again when
 * the outline was fetched again; until then the former remains.
 */
export function useProposals(outline: readonly Outline[] = NONE) {
  const last = useRef(new Map<string, WireGroup>())
  const asked = useRef(new WeakSet<Outline>())
  const [turn, setTurn] = useState(0)
  const byId = useMemo(() => new Map(outline.map((one) => [one.group_id, one])), [outline])
  const now = useRef(byId)
  now.current = byId
  const proposals = useMemo<Proposal[]>(
    () =>
      outline.map((one) => {
        const fresh = groupOf(one)
        if (fresh) last.current.set(one.group_id, fresh)
        return proposal(one, fresh ?? last.current.get(one.group_id))
      }),
    [outline, turn],
  )
  const fetchSome = async (some: readonly Outline[]) => {
    for (const one of some) asked.current.add(one)
    try {
      const ids = some.map(({ group_id }) => group_id).join(',')
      const { groups } = await call('GET /api/import/groups', { query: { ids } })
      const found = new Map(groups.map((group) => [group.group_id, group]))
      for (const one of some) {
        const group = found.get(one.group_id)
        if (group) setGroup(one, group)
      }
      setTurn((turn) => turn + 1)
    } catch {
      // The outline is shown without it; the rows ask again when they are drawn again.
      for (const one of some) asked.current.delete(one)
    }
  }
  const need = useRef((ids: readonly string[]) => {
    const due = ids.flatMap((id) => now.current.get(id) ?? []).filter((one) => !groupOf(one) && !asked.current.has(one))
    for (const some of batches(due, AT_ONCE)) void fetchSome(some)
  }).current
  return { proposals, need }
}
