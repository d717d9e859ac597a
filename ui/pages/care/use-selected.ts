import { useState } from '../../html'

/** The selected entries of a page of a list; entries that left the page do not count. */
export function useSelected(shown: readonly string[]) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  return {
    chosen: shown.filter((id) => picked.has(id)),
    isChosen: (id: string) => picked.has(id),
    toggle: (id: string) => setPicked((now) => now.symmetricDifference(new Set([id]))),
    clear: () => setPicked(new Set()),
  }
}
