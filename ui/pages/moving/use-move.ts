import { useMutation } from '../../api/query'
import { useEffect, useState } from '../../html'
import type { Mapping, Preview } from './wire'

/** The form of a migration: the folder, its preview, and the local paths of the other program's folders. */
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
    /** Maps a folder to its local path and reloads the preview. An empty `to` removes the mapping. */
    map: ({ from, to }: Mapping) => {
      const others = mappings.filter((one) => one.from !== from)
      return look(path, to ? [...others, { from, to }] : others)
    },
    /** The user whose reading is copied; the other program may have several. */
    reader,
    setReader,
    start: () => starting.run({ body: { ...body(mappings), ...(reader !== undefined && { reader }) } }),
  }
}
