import type { Reply } from '../../api/contract'

export type NameKind = Reply<'GET /api/names/one'>['kind']

/** The kinds of names in the order of the pages, with their folder and their words. */
export const NAME_KINDS: readonly { kind: NameKind; folder: string; label: string; one: string }[] = [
  { kind: 'person', folder: 'people', label: 'People', one: 'Person' },
  { kind: 'character', folder: 'characters', label: 'Characters', one: 'Character' },
  { kind: 'team', folder: 'teams', label: 'Teams', one: 'Team' },
  { kind: 'arc', folder: 'arcs', label: 'Story arcs', one: 'Story arc' },
  { kind: 'publisher', folder: 'publishers', label: 'Publishers', one: 'Publisher' },
  { kind: 'imprint', folder: 'imprints', label: 'Imprints', one: 'Imprint' },
  { kind: 'genre', folder: 'genres', label: 'Genres', one: 'Genre' },
  { kind: 'tag', folder: 'tags', label: 'Tags', one: 'Tag' },
  { kind: 'location', folder: 'locations', label: 'Locations', one: 'Location' },
]

export const kindOfFolder = (folder: string | undefined) => NAME_KINDS.find((one) => one.folder === folder)
export const wordsOfKind = (kind: NameKind) =>
  NAME_KINDS.find((one) => one.kind === kind) as (typeof NAME_KINDS)[number]

/** The list of a kind of names. */
export const namesPath = (kind: NameKind): string => `/browse/${wordsOfKind(kind).folder}`

/** The page of a name. Punctuation does not count, so a slash need not stay. */
export const namePath = (kind: NameKind, name: string): string =>
  `${namesPath(kind)}/${encodeURIComponent(name.replaceAll('/', ' '))}`
