import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { Id, UncheckedReply } from '../../base/http/wire'
import { SeriesListItem } from '../series/schema'
import { MOST_COLLECTIONS, MOST_SERIES, MOST_TAGGED, MOST_TAGS, MOST_VIEWS } from './states'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Count = Integer({ minimum: 0 })
const Name = t.String({ minLength: 1, maxLength: 100 })
const TagName = t.String({ minLength: 1, maxLength: 50 })

// Collections

export const CollectionIdParams = t.Object({ collection_id: Id })
export const CollectionNameBody = t.Object({ name: Name })
export const SeriesBody = t.Object({ ids: t.Array(Id, { maxItems: MOST_SERIES }) })
export const CollectionOffers = t.Object({
  /** Groups that files name, with the number of their series. */
  offers: t.Array(t.Object({ name: Text, series: Count })),
  total: Count,
})
export type CollectionOffers = typeof CollectionOffers.static
const GroupName = t.String({ minLength: 1, maxLength: 300 })
export const CollectionOfferBody = t.Object({ name: GroupName })
export const CollectionOfferChoice = t.Object({ name: GroupName, dismissed: t.Boolean() })
export const CollectionOrder = t.Object({ ids: t.Array(Id, { maxItems: MOST_COLLECTIONS }) })
const Collection = t.Object({
  collection_id: Id,
  name: Text,
  series: Count,
  /** Covers of its first series. */
  covers: t.Array(t.Object({ name: Text, image: Maybe })),
  updated_at: Text,
})
export type CollectionItem = typeof Collection.static
export const CollectionList = t.Object({ collections: t.Array(Collection) })
export const CollectionReply = t.Object({ collection: Collection })
export const CollectionDetail = UncheckedReply(t.Object({ collection: Collection, series: t.Array(SeriesListItem) }))
export type CollectionDetail = typeof CollectionDetail.static
export const CollectionChangeReply = t.Object({ success: t.Literal(true), changed: Count })

// Favourites, ratings, tags

export const MarksBody = t.Object({
  favourite: t.Optional(t.Boolean()),
  /** Null removes it. */
  rating: t.Optional(t.Nullable(t.Integer({ minimum: 1, maximum: 5 }))),
  /** All tags of the series. */
  tags: t.Optional(t.Array(TagName, { maxItems: MOST_TAGS })),
})
export type MarksBody = typeof MarksBody.static
export const MarksReply = t.Object({
  favourite: t.Boolean(),
  rating: t.Nullable(Count),
  tags: t.Array(Text),
  collections: t.Array(t.Object({ collection_id: Id, name: Text })),
})
export type MarksReply = typeof MarksReply.static
export const Tags = t.Object({ tags: t.Array(t.Object({ name: Text, count: Count })) })
export const TagBody = t.Object({
  ids: t.Array(Id, { minItems: 1, maxItems: MOST_TAGGED }),
  add: t.Optional(t.Array(TagName, { maxItems: MOST_TAGS })),
  remove: t.Optional(t.Array(TagName, { maxItems: MOST_TAGS })),
})
export type TagBody = typeof TagBody.static
/** The series that gained or lost each tag. */
const TagChanges = t.Array(t.Object({ name: Text, ids: t.Array(Id) }))
export const TagReply = t.Object({ success: t.Literal(true), added: TagChanges, removed: TagChanges })
export type TagReply = typeof TagReply.static

// Saved views

export const ViewParams = t.Object({ view_id: Id })
const Query = t.String({ maxLength: 2000 })
export const NewView = t.Object({ name: Name, query: Query })
export const ViewChange = t.Object({ name: t.Optional(Name), query: t.Optional(Query) })
export const ViewOrder = t.Object({ ids: t.Array(Id, { maxItems: MOST_VIEWS }) })
const View = t.Object({ view_id: Id, name: Text, query: Text })
export type SavedView = typeof View.static
export const SavedViewList = t.Object({ views: t.Array(View) })
