/** What a name stands for. */
export const nameKinds = [
  'person',
  'character',
  'team',
  'location',
  'publisher',
  'imprint',
  'genre',
  'tag',
  'arc',
] as const
export type NameKind = (typeof nameKinds)[number]

export const nameSorts = ['issues', 'name'] as const
export type NameSort = (typeof nameSorts)[number]

/** `missing`: released and not in the library. `readable`: it has a file. `unread`: and the caller has not read it. */
export const nameIssueFilters = ['all', 'missing', 'readable', 'unread'] as const
export type NameIssueFilter = (typeof nameIssueFilters)[number]

export const nameSeriesSorts = ['issues', 'title', 'year'] as const
export type NameSeriesSort = (typeof nameSeriesSorts)[number]

/** Longer names and roles are not names. */
export const LONGEST_NAME = 255
export const LONGEST_ROLE = 40
/** More names in one issue are a fault of its file. */
export const MOST_USES = 1000
/** Spellings that one request may join or take apart: the undo of one names all that moved with a name. */
export const MOST_SPELLINGS = 1000
/** The role of a use without one, and of counts whatever the role. */
export const ANY_ROLE = 0

/** Spellings of the same role in files and at providers. */
const ROLES: Readonly<Record<string, string>> = {
  author: 'Writer',
  story: 'Writer',
  script: 'Writer',
  scripter: 'Writer',
  plot: 'Writer',
  plotter: 'Writer',
  writer: 'Writer',
  artist: 'Artist',
  illustrator: 'Artist',
  art: 'Artist',
  penciler: 'Penciller',
  penciller: 'Penciller',
  pencils: 'Penciller',
  breakdowns: 'Penciller',
  inker: 'Inker',
  inks: 'Inker',
  embellisher: 'Inker',
  finishes: 'Inker',
  colorist: 'Colorist',
  colourist: 'Colorist',
  colorer: 'Colorist',
  colourer: 'Colorist',
  colors: 'Colorist',
  letterer: 'Letterer',
  letters: 'Letterer',
  lettering: 'Letterer',
  cover: 'CoverArtist',
  covers: 'CoverArtist',
  coverartist: 'CoverArtist',
  editor: 'Editor',
  editing: 'Editor',
  translator: 'Translator',
  translation: 'Translator',
}

/** The role under its one spelling; roles that only one source has keep theirs. Undefined for none. */
export function roleOf(word: string): string | undefined {
  const key = word.toLowerCase().replace(/[\s_.-]/g, '')
  if (Object.hasOwn(ROLES, key)) return ROLES[key]
  const own = word.trim()
  return own === '' || own.length > LONGEST_ROLE ? undefined : own
}
