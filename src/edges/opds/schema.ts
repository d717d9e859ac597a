import { t } from 'elysia'
import { Id, RawReply } from '../../base/http/wire'

/** Query fields of both catalogs. They are text, not numbers: an invalid value of an app gets the first page. */
export const textField = t.Optional(t.String({ maxLength: 500 }))

const FeedQuery = t.Object({ index: textField })
export const ChoiceQuery = t.Object({
  index: textField,
  read: textField,
  kind: textField,
  publisher: textField,
  decade: textField,
  format: textField,
  sort: textField,
})
export const PublisherParams = t.Object({ publisher: Id })
/** `role`: what the person does. `read`: `unread` leaves out what was read. */
export const CatalogNameQuery = t.Object({ index: textField, role: textField, read: textField })
export const CatalogKindParams = t.Object({ folder: Id })
export const CatalogNameParams = t.Object({ folder: Id, name: t.String({ minLength: 1, maxLength: 255 }) })
export const CatalogArcParams = t.Object({ arc_id: Id })
export const CatalogCollectionParams = t.Object({ collection_id: Id })
export const CatalogListParams = t.Object({ list_id: Id })
export const FacetParams = t.Object({ group: Id })
/** Feeds are written by our own code, byte for byte. */
export const ResponseSchema = RawReply([
  'application/atom+xml',
  'application/opds+json',
  'image/*',
  'application/octet-stream',
])
export const page = { query: FeedQuery, response: ResponseSchema }

/** The first row of a page; 0 when `index` is not a number. */
export function row({ index }: { index?: string }): number {
  return /^\d{1,9}$/.test(index ?? '') ? Number(index) : 0
}
