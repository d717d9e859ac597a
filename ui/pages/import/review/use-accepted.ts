import { useEffect, useState } from '../../../html'
import type { ImportKind } from '../wire'

const NONE: ReadonlySet<string> = new Set()
const keyOf = (kind: ImportKind) => `panelkeep.accepted.${kind}`

function kept(kind: ImportKind, scanId: string): ReadonlySet<string> {
  try {
    const { scan, ids } = JSON.parse(localStorage.getItem(keyOf(kind)) ?? '{}')
    return scan === scanId && Array.isArray(ids) ? new Set(ids.map(String)) : NONE
  } catch {
    return NONE
  }
}

/** Imported proposals are no longer accepted: after an undo the user has to accept them again. */
export const forgetAccepted = (kind: ImportKind): void => localStorage.removeItem(keyOf(kind))

/** Which proposals of a scan are accepted, by their ids. Kept by the browser across reloads. */
export function useAccepted(kind: ImportKind, scanId: string) {
  const [accepted, setAccepted] = useState(() => kept(kind, scanId))
  useEffect(() => {
    localStorage.setItem(keyOf(kind), JSON.stringify({ scan: scanId, ids: [...accepted] }))
  }, [accepted])
  return [accepted, setAccepted] as const
}
