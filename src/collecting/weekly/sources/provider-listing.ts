import type { Config } from '../../../base/config/config'
import { providerOf } from '../../../base/providers/descriptors'
import type { Database } from '../../../base/storage/database'
import type { MetadataProvider } from '../../../library/metadata/providers/provider'
import type { Providers } from '../../../library/metadata/providers/registry'
import { followedIds } from '../../../library/metadata/store'
import type { ReleaseListing } from './listing'

interface Deps {
  db: Database
  config: Pick<Config, 'get'>
  providers: Providers
}

/** The metadata providers that list releases, in the order of the settings. */
export function providerListings({ db, config, providers }: Deps): ReleaseListing[] {
  return providers.all().flatMap((provider) => listingOf(provider, { db, config, providers }) ?? [])
}

function listingOf(provider: MetadataProvider, { db, config, providers }: Deps): ReleaseListing | undefined {
  const { name, label, releases } = provider
  const { releases: facts } = providerOf(name)
  if (!releases || !facts) return undefined
  return {
    source: name,
    label,
    weeksAhead: facts.weeksAhead,
    reasonUnused() {
      const off = `Releases from ${label} are turned off. Turn them on under Settings, Metadata.`
      return config.get(facts.option) === true ? providers.disabledReason(name) : { failure: 'disabled', detail: off }
    },
    fetch: ({ first, last }, { signal }) =>
      releases({ first, last, followed: followedIds(db.read, name) }, { signal, fresh: true }),
  }
}
