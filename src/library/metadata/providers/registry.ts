import { type ProviderName, providerNames, providerOf } from '../../../base/providers/descriptors'
import type { ContentType } from '../../series/states'
import { disabledReason, providerOrder, type ReadableConfig } from '../client/configured'
import type { MetadataClient } from '../client/metadata-client'
import { makeAnilist } from './anilist/anilist'
import { makeComicvine } from './comicvine/comicvine'
import { makeMangadex } from './mangadex/mangadex'
import { makeMetron } from './metron/metron'
import type { MetadataProvider, ProviderQueries, QueryFailure } from './provider'

export interface Providers {
  get(name: ProviderName): MetadataProvider
  /** Providers that the settings enable for comics or manga, in the configured order. */
  serving(kind: ContentType): MetadataProvider[]
  /** All providers, in the order of the settings. */
  all(): MetadataProvider[]
  /** Why the settings do not allow requests to the provider; undefined when they do. */
  disabledReason(name: ProviderName): QueryFailure | undefined
}

interface ProviderDeps {
  client: MetadataClient
  config: ReadableConfig
}

/** Creates the client of each provider. */
const makers: Record<ProviderName, (deps: ProviderDeps) => ProviderQueries> = {
  comicvine: makeComicvine,
  metron: makeMetron,
  mangadex: makeMangadex,
  anilist: makeAnilist,
}

export function makeProviders(deps: ProviderDeps): Providers {
  const made = providerNames.map((name): MetadataProvider => {
    const { label, serves, listsIssues } = providerOf(name)
    return { name, label, serves, listsIssues, ...makers[name](deps) }
  })
  const find = (name: ProviderName) => made.find((each) => each.name === name)
  const all = () => providerOrder(deps.config).flatMap((name) => find(name) ?? [])
  return {
    get(name) {
      const provider = find(name)
      if (!provider) throw new Error(`there is no provider ${name}`)
      return provider
    },
    serving: (kind) => all().filter((each) => each.serves.includes(kind) && !disabledReason(deps.config, each.name)),
    all,
    disabledReason: (name) => disabledReason(deps.config, name),
  }
}
