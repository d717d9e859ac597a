import { useState } from '../../html'

const KEY = 'panelkeep.hidden-publishers'

function saved(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

/** Publishers that this browser leaves out of everyone's releases. */
export function useHiddenPublishers() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set(saved()))
  const saveNames = (names: Iterable<string>) => {
    const next = new Set(names)
    localStorage.setItem(KEY, JSON.stringify([...next]))
    setHidden(next)
  }
  return { hidden, keep: saveNames }
}
