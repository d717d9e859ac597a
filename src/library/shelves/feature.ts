import { CollectionOffers, type GroupsOfSeries } from './collection-offers'
import { Collections } from './collections'
import { SeriesMarkings } from './marks'
import { SavedViews } from './saved-views'

type Deps = ConstructorParameters<typeof Collections>[0] & { groupsOfSeries: GroupsOfSeries }

/**
 * What users record about their series: collections, favourites, ratings and tags, and the saved views of the library.
 */
export function makeShelves(deps: Deps) {
  const collections = new Collections(deps)
  return {
    collections,
    collectionOffers: new CollectionOffers({ ...deps, collections }),
    marks: new SeriesMarkings(deps),
    savedViews: new SavedViews(deps),
  }
}
