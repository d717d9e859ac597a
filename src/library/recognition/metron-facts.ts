import type { MetronInfo, MetronResource } from '../../base/formats/documents/metroninfo'
import type { Credit } from '../metadata/providers/provider'
import { filledFields } from '../metadata/sync/merge'
import type { FileDetails } from './file-details'

/** What MetronInfo says about an issue. Its roles are the words of its schema, except for the cover. */
export function metronFacts(metron: MetronInfo): FileDetails {
  const { prices } = metron
  const price = prices.find(({ country }) => country in CURRENCIES)
  return filledFields<FileDetails>({
    issue_date: metron.coverDate,
    credits: creditsOf(metron.credits),
    characters: namesOf(metron.characters),
    teams: namesOf(metron.teams),
    locations: namesOf(metron.locations),
    universes: namesOf(metron.universes),
    reprints: namesOf(metron.reprints),
    collection_title: metron.collectionTitle,
    arcs: metron.arcs.map(({ name, number }) => (number === undefined ? { name } : { name, number: String(number) })),
    genres: namesOf(metron.genres),
    tags: namesOf(metron.tags),
    age_rating: metron.ageRating,
    language: metron.series?.language,
    format: metron.series?.format,
    price: price && `${price.price.toFixed(2)} ${CURRENCIES[price.country]}`,
    isbn: metron.isbn,
    upc: metron.upc,
    links: [...new Set(metron.urls)],
    notes: metron.notes,
  })
}

/** A person with several credits is listed once, with all roles. */
function creditsOf(credits: MetronInfo['credits']): Credit[] {
  const roles = new Map<string, Set<string>>()
  for (const { name, roles: some } of credits) {
    const known = roles.get(name) ?? new Set()
    for (const role of some) known.add(role === 'Cover' ? 'CoverArtist' : role)
    roles.set(name, known)
  }
  return [...roles].map(([name, each]) => ({ name, roles: [...each] }))
}

/** Each name once, as in a list of ComicInfo. */
const namesOf = (resources: readonly MetronResource[]) => [...new Set(resources.map(({ name }) => name))]

/** MetronInfo names the country of a price. */
const CURRENCIES: Record<string, string> = { US: 'USD', GB: 'GBP', CA: 'CAD', AU: 'AUD', JP: 'JPY', NZ: 'NZD', DE: 'EUR', FR: 'EUR', ES: 'EUR', IT: 'EUR' } // biome-ignore format: one glance
