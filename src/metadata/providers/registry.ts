import type { ContentType } from '../../series/states'
import { inOrder, notAsked, type Settings } from '../client/configured'
import type { MetadataClient } from '../client/metadata-client'
import type { ProviderName } from '../states'
import { anilist } from './anilist/anilist'
import { comicvine } from './comicvine/comicvine'
import { mangadex } from './mangadex/mangadex'
import { metron } from './metron/metron'
import type { Failure, MetadataProvider } from './provider'

export interface Providers {
  get(name: ProviderName): MetadataProvider
  /** Those that the settings let be asked about comics or manga, in the order of the settings. */
  serving(kind: ContentType): MetadataProvider[]
  /** All, in the order of the settings. */
  all(): MetadataProvider[]
  /** Why the settings do not let it be queried; undefined when they do. */
  notAsked(name: ProviderName): Failure | undefined
}

/** Every provider, one file each. */
const makers = [comicvine, metron, mangadex, anilist]

export function makeProviders(deps: { client: MetadataClient; config: Settings }): Providers {
  const made = makers.map((make) => make(deps))
  const find = (name: ProviderName) => made.find((each) => each.name === name)
  const all = () => inOrder(deps.config).flatMap((name) => find(name) ?? [])
  return {
    get(name) {
      const provider = find(name)
      if (!provider) throw new Error(`there is no provider ${name}`)
      return provider
    },
    serving: (kind) => all().filter((each) => each.serves.includes(kind) && !notAsked(deps.config, each.name)),
    all,
    notAsked: (name) => notAsked(deps.config, name),
  }
}
