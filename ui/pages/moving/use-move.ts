import { useMutation } from '../../api/query'
import { useEffect, useState } from '../../html'
import { chosenUser, firstChoice, type PersonChoice } from './person-choice'
import type { Mapping, Preview, SourcePerson } from './wire'

/** The form of a migration: the folder, its preview, and the local paths of the other program's folders. */
export function useMove(first: string) {
  const looking = useMutation('POST /api/system/migration/preview')
  const starting = useMutation('POST /api/system/migration/start')
  const [path, setPath] = useState(first)
  const [preview, setPreview] = useState<Preview | undefined>(undefined)
  const [mappings, setMappings] = useState<readonly Mapping[]>([])
  const [choices, setChoices] = useState<Readonly<Record<string, PersonChoice>>>({})
  const people = preview?.readers ?? []
  const choiceOf = (person: SourcePerson) => choices[person.id] ?? firstChoice(person, people)
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
      setChoices({})
      looking.reset()
    },
    preview,
    mappings,
    looking: looking.busy,
    starting: starting.busy,
    error: (looking.error ?? starting.error)?.detail,
    look: (of?: string) => {
      if (of !== undefined) setPath(of)
      setChoices({})
      return look(of)
    },
    /** Maps a folder to its local path and reloads the preview. An empty `to` removes the mapping. */
    map: ({ from, to }: Mapping) => {
      const others = mappings.filter((one) => one.from !== from)
      return look(path, to ? [...others, { from, to }] : others)
    },
    /** What happens with each user of the other program. */
    choiceOf,
    choose: (id: string, choice: PersonChoice) => setChoices((before) => ({ ...before, [id]: choice })),
    start: () => {
      const users = people.flatMap((person) => chosenUser(person.id, choiceOf(person)))
      // A program with one user has the owner's reading.
      return starting.run({ body: { ...body(mappings), ...(people.length > 1 && { users }) } })
    },
  }
}
