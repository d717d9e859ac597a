import type { Instant } from '../../base/platform/ports'
import type { ReadableName, ShelvedName } from '../../library/credits/service'
import type { NameKind } from '../../library/credits/states'
import * as at from './addresses'
import { coverOfSeries } from './feeds'
import type { Cover, FacetGroup, Feed, FeedLink, FeedPaging } from './records'
import { countLabel } from './titles'

/** People, characters and the other names of the library: their kinds, a kind, and the issues of a name. */

/** In the order of the feed, with their part of the address. */
const FOLDERS: Record<NameKind, { folder: string; title: string }> = {
  person: { folder: 'people', title: 'People' },
  character: { folder: 'characters', title: 'Characters' },
  team: { folder: 'teams', title: 'Teams' },
  arc: { folder: 'arcs', title: 'Stories' },
  publisher: { folder: 'publishers', title: 'Publishers' },
  imprint: { folder: 'imprints', title: 'Imprints' },
  genre: { folder: 'genres', title: 'Genres' },
  tag: { folder: 'tags', title: 'Tags' },
  location: { folder: 'locations', title: 'Locations' },
}

export const kindOfFolder = (folder: string): NameKind | undefined =>
  (Object.keys(FOLDERS) as NameKind[]).find((kind) => FOLDERS[kind].folder === folder)

const browse = { path: at.BROWSE, kind: 'navigation' } as const

export function namesFeed(kinds: readonly { kind: NameKind; total: number }[], updated: Instant): Feed {
  const known = new Map(kinds.map(({ kind, total }) => [kind, total]))
  const entries = (Object.keys(FOLDERS) as NameKind[]).flatMap((kind): FeedLink[] => {
    const count = known.get(kind)
    if (count === undefined) return []
    const { folder, title } = FOLDERS[kind]
    const content = countLabel(count, 'name')
    return [{ is: 'link', path: at.namesPath(folder), kind: 'navigation', title, content, updated, count }]
  })
  return { path: at.NAMES, title: 'People and more', kind: 'navigation', up: browse, updated, entries }
}

/** The entry of the filters that leads to the names. */
export const namesLink = (updated: Instant): FeedLink => ({
  is: 'link',
  path: at.NAMES,
  kind: 'navigation',
  title: 'People and more',
  content: 'People, characters, stories, genres and other names',
  updated,
})

export function kindFeed(kind: NameKind, names: readonly ShelvedName[], paging: FeedPaging, updated: Instant): Feed {
  const { folder, title } = FOLDERS[kind]
  const entries = names.map(({ name, issues, series, top }): FeedLink => {
    const cover: Cover | undefined = top && coverOfSeries(top)
    const content = `${countLabel(issues, 'issue')} in ${series} series`
    return { is: 'link', path: at.namePath(folder, name), kind: 'acquisition', title: name, content, updated, cover }
  })
  const up = { path: at.NAMES, kind: 'navigation' } as const
  return { path: at.namesPath(folder), title, kind: 'navigation', up, paging, updated, entries }
}

/** What a list of a name's issues leaves out. */
export interface NameChoice {
  role?: string
  unread: boolean
}

/** The list of a name's issues, with what the person does and what the reader has read as facets. */
export function nameList(
  kind: NameKind,
  { name, counts, all, roles }: ReadableName,
  choice: NameChoice,
  paging: FeedPaging,
): Pick<Feed, 'path' | 'title' | 'up' | 'facets'> & { paging: FeedPaging } {
  const { folder } = FOLDERS[kind]
  const pathOf = ({ role, unread }: NameChoice) =>
    at.withQuery(at.namePath(folder, name), { role, read: unread ? 'unread' : undefined })
  const which = choice.unread ? 'unread' : 'readable'
  const ofRole = (title: string, role: string | undefined, count: number) => ({
    title,
    path: pathOf({ ...(role !== undefined && { role }), unread: choice.unread }),
    count,
    active: choice.role === role,
  })
  const ofReading = (title: string, unread: boolean, count: number) => ({
    title,
    path: pathOf({ ...choice, unread }),
    count,
    active: choice.unread === unread,
  })
  const facets: FacetGroup[] = [
    ...(roles.length > 1
      ? [
          {
            title: 'Role',
            facets: [
              ofRole('All', undefined, all[which]),
              ...roles.map(({ role, counts }) => ofRole(roleTitle(role), role, counts[which])),
            ],
          },
        ]
      : []),
    {
      title: 'Reading',
      facets: [ofReading('All', false, counts.readable), ofReading('Unread', true, counts.unread)],
    },
  ]
  return {
    path: pathOf(choice),
    title: choice.role === undefined ? name : `${name}: ${roleTitle(choice.role)}`,
    up: { path: at.namesPath(folder), kind: 'navigation' },
    paging,
    facets,
  }
}

/** `CoverArtist` → "Cover artist" */
function roleTitle(role: string): string {
  const words = role.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
