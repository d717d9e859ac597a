import { t } from 'elysia'
import { Id } from '../http/wire'

/** What both catalogs ask for. Text, not numbers: what an app fills in wrongly gets the first page. */
export const word = t.Optional(t.String({ maxLength: 500 }))

export const PageQuery = t.Object({ index: word })
export const ChoiceQuery = t.Object({
  index: word,
  read: word,
  kind: word,
  publisher: word,
  decade: word,
  format: word,
  sort: word,
})
export const PublisherParams = t.Object({ publisher: Id })
export const GroupParams = t.Object({ group: Id })
/** Feeds are written by hand, byte for byte. */
export const Answer = t.Unsafe<Response>(t.Any())
export const page = { query: PageQuery, response: Answer }

/** The row that a page begins with; what is no number is the first. */
export function row({ index }: { index?: string }): number {
  return /^\d{1,9}$/.test(index ?? '') ? Number(index) : 0
}
