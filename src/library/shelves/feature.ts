import { Collections } from './collections'
import { SeriesMarkings } from './marks'
import { SavedViews } from './saved-views'

/**
 * What users record about their series: collections, favourites, ratings and tags, and the saved views of the library.
 */
export const makeShelves = (deps: ConstructorParameters<typeof Collections>[0]) => ({
  collections: new Collections(deps),
  marks: new SeriesMarkings(deps),
  savedViews: new SavedViews(deps),
})
