import type { Offer } from '../offer'

/**
 * Identifies each item of a page, with the same key on every page that lists it. The guid alone is not enough: some
 * indexers use the page of the series for all its releases. The link is no help: some encrypt it differently each time.
 */
export function itemKeys(offers: readonly Offer[]): string[] {
  const linksOf = new Map<string, string[]>()
  return offers.map(({ guid, title, size = 0, link }) => {
    const key = [guid, title, size].join('\n')
    const links = linksOf.get(key) ?? []
    linksOf.set(key, links)
    if (!links.includes(link)) links.push(link)
    const nth = links.indexOf(link)
    return nth === 0 ? key : `${key}\n${nth}`
  })
}

/** The newest item of a feed that was seen. Older rows have only its guid. */
export interface FeedMark {
  feed_guid: string | null
  feed_title: string | null
}

/** Index of the item in the feed, newest first; -1 when the feed does not reach back that far. */
export function placeOfMark(offers: readonly Offer[], { feed_guid, feed_title }: FeedMark): number {
  if (feed_guid === null) return -1
  return offers.findLastIndex(({ guid, title }) => guid === feed_guid && (feed_title ?? title) === title)
}
