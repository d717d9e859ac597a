import type { IndexerType } from '../states'

export interface IndexerPreset {
  id: string
  label: string
  type: IndexerType
  /** The usual address; empty when every user has another one. */
  host: string
  categories: number[]
  needs_key: boolean
  /** A sentence: where to find the key, or what else to know. */
  about: string
  /** The program can list its own indexers. */
  pull?: 'prowlarr'
}

export const COMICS_CATEGORY = 7030

/** The common indexers, to fill in a form with. */
export const indexerPresets: IndexerPreset[] = [
  {
    id: 'newznab',
    label: 'Newznab indexer',
    type: 'newznab',
    host: '',
    categories: [COMICS_CATEGORY],
    needs_key: true,
    about: 'Find the address and the API key on the profile or API page of the indexer.',
  },
  {
    id: 'nzbhydra2',
    label: 'NZBHydra2',
    type: 'newznab',
    host: 'http://127.0.0.1:5076',
    categories: [COMICS_CATEGORY],
    needs_key: true,
    about: 'Find the API key in NZBHydra2 under Config, Main, Security.',
  },
  {
    id: 'prowlarr',
    label: 'Prowlarr',
    type: 'torznab',
    host: 'http://127.0.0.1:9696',
    categories: [COMICS_CATEGORY],
    needs_key: true,
    about: 'Find the API key in Prowlarr under Settings, General. Its indexers are listed to choose from.',
    pull: 'prowlarr',
  },
  {
    id: 'jackett',
    label: 'Jackett',
    type: 'torznab',
    host: 'http://127.0.0.1:9117/api/v2.0/indexers/NAME/results/torznab',
    categories: [COMICS_CATEGORY, 8020],
    needs_key: true,
    about: 'Copy the Torznab feed of one indexer from Jackett; "all" hides which of them failed.',
  },
  {
    id: 'torznab',
    label: 'Torznab indexer',
    type: 'torznab',
    host: '',
    categories: [COMICS_CATEGORY],
    needs_key: false,
    about: 'Find the address on the API or Torznab page of the tracker.',
  },
]
