import { useMutation } from '../../api/query'
import { useEffect, useState } from '../../html'
import type { Mapping, Preview } from './wire'

/** The form of a move: the folder, its preview, and where the other program's folders are on this machine. */
export function useMove(first: string) {
  const looking = useMutation('POST /api/system/migration/preview')
  const starting = useMutation('POST /api/system/migration/start')
  const [path, setPath] = useState(first)
  const [preview, setPreview] = useState<Preview | undefined>(undefined)
  const [mappings, setMappings] = useState<readonly Mapping[]>([])
  const [chosenReader, setReader] = useState<string | undefined>(undefined)
  const readers = preview?.readers ?? []
  // The person with the most progress, as the server would choose.
  const most = readers.toSorted((a, b) => b.progress - a.progress)[0]?.id
  const reader = readers.some(({ id }) => id === chosenReader) ? chosenReader : most
  const body = (chosen: readonly Mapping[], of = path) => ({
    path: of.trim(),
    ...(chosen.length > 0 && { path_mappings: [...chosen] }),
  })
  const look = async (of = path, chosen: readonly Mapping[] = []) => {
    starting.reset()
    const found = await looking.run({ body: body(chosen, of) })
    setPreview(found)
    setMappings(chosen)
  }
  useEffect(() => {
    if (first) void look(first)
  }, [first])
  return {
    path,
    setPath: (next: string) => {
      setPath(next)
      setPreview(undefined)
      looking.reset()
    },
    preview,
    mappings,
    looking: looking.busy,
    starting: starting.busy,
    error: (looking.error ?? starting.error)?.detail,
    look: (of?: string) => {
      if (of !== undefined) setPath(of)
      return look(of)
    },
    /** Says where a folder is on this machine, and looks again. An empty `to` takes it back. */
    map: ({ from, to }: Mapping) => {
      const others = mappings.filter((one) => one.from !== from)
      return look(path, to ? [...others, { from, to }] : others)
    },
    /** Whose reading is copied; several people may use the other program. */
    reader,
    setReader,
    start: () => starting.run({ body: { ...body(mappings), ...(reader !== undefined && { reader }) } }),
  }
}
