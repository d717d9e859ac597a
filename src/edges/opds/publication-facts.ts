import { type Attributes, element, type Xml } from '../../base/platform/xml-writer'
import type { Credit, IssueFacts } from '../../library/metadata/providers/provider'
import { rolesOf } from '../../library/tagging/words'
import type { Fullness } from './entries'

/** People, subjects and collections of an issue, as both catalogs write them. */

type KnownRole = ReturnType<typeof rolesOf>[number]

/** Members of the Readium manifest for people; others are contributors with their role. */
const MEMBERS = {
  writer: 'author',
  penciller: 'penciler',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  editor: 'editor',
  translator: 'translator',
} as const satisfies Partial<Record<KnownRole, string>>
type Member = (typeof MEMBERS)[keyof typeof MEMBERS]

/** MARC relator of the one role that has no member. */
const COVER_ARTIST = 'cov'

interface People extends Partial<Record<Member, string[]>> {
  contributor?: { name: string; role: string }[]
}

/** The people by role. A list of issues names only those who wrote and drew. */
export function peopleJson({ credits = [] }: IssueFacts, fullness: Fullness): People {
  const people: People = {}
  const add = (member: Member, name: string) => {
    if (!people[member]?.includes(name)) people[member] = [...(people[member] ?? []), name]
  }
  for (const { name, roles } of credits)
    for (const role of roles) {
      const known = rolesOf(role)
      const members = known.flatMap((each) => (each === 'coverArtist' ? [] : MEMBERS[each]))
      for (const member of members) if (fullness === 'complete' || IN_LISTS.has(member)) add(member, name)
      if (members.length === 0 && fullness === 'complete')
        people.contributor = [
          ...(people.contributor ?? []),
          { name, role: known.includes('coverArtist') ? COVER_ARTIST : role },
        ]
    }
  return people
}

const IN_LISTS = new Set<Member>(['author', 'penciler', 'inker'])

/** What an issue is about: its genres and tags, and in its own document who and where. */
const SUBJECTS = [
  ['characters', 'https://schema.org/character'],
  ['teams', 'https://schema.org/Organization'],
  ['locations', 'https://schema.org/Place'],
] as const satisfies (readonly [keyof IssueFacts, string])[]

export function subjectsOf(facts: IssueFacts, fullness: Fullness): { name: string; scheme?: string }[] {
  const { genres = [], tags = [] } = facts
  const words = [...new Set([...genres, ...(fullness === 'complete' ? tags : [])])].map((name) => ({ name }))
  if (fullness === 'partial') return words
  return [...words, ...SUBJECTS.flatMap(([field, scheme]) => (facts[field] ?? []).map((name) => ({ name, scheme })))]
}

/** Story arcs with the place of the issue, and the groups of its series. */
export function collectionsOf({ arcs = [], series_groups = [] }: IssueFacts): { name: string; position?: number }[] {
  const placed = arcs.map(({ name, number }) => {
    const position = Number(number || Number.NaN)
    return Number.isFinite(position) ? { name, position } : { name }
  })
  return [...placed, ...series_groups.map((name) => ({ name }))]
}

/** The same for Atom: people who did not write, categories, the ISBN. */
export function factsXml(facts: IssueFacts, fullness: Fullness): Xml[] {
  const others = fullness === 'complete' ? contributors(facts.credits ?? []) : []
  const isbn = fullness === 'complete' && facts.isbn ? [element('dc:identifier', {}, `urn:isbn:${facts.isbn}`)] : []
  const categories = subjectsOf(facts, fullness).map(({ name, scheme }) => {
    const attributes: Attributes = { ...(scheme ? { scheme } : {}), term: name, label: name }
    return element('category', attributes)
  })
  return [...others.map((name) => element('contributor', {}, element('name', {}, name))), ...isbn, ...categories]
}

const contributors = (credits: readonly Credit[]) =>
  credits.filter(({ roles }) => !isWriter(roles)).map(({ name }) => name)

const isWriter = (roles: readonly string[]) => roles.some((role) => rolesOf(role).includes('writer'))

/** The writers by name, which may contain commas; undefined when the facts have none. */
export function writersIn({ credits }: IssueFacts): string[] | undefined {
  const names = credits?.filter(({ roles }) => isWriter(roles)).map(({ name }) => name)
  return names && names.length > 0 ? names : undefined
}
