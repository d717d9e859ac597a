import { LOGIN_PATH, LOGIN_REL, LOGIN_TYPE } from '../../base/auth/catalog-login'
import { ALL, feedPagePath, ROOT } from './addresses'
import { TYPES } from './atom'
import type { Audience } from './audience'
import { pagingLinks } from './paging'
import type { FacetGroup, Feed, FeedLink, PublicationRecord } from './records'
import * as v2 from './v2-addresses'
import { bundleJson, images, type PageDimensions, publicationJson, type V2Link } from './v2-publication'

/** Writes OPDS 2.0 feeds from the same records as those of 1.2. */

/** Data that the writer needs besides the records. */
export interface Lookups {
  audience: Audience
  /** Size of the cover's page in pixels, if known. */
  coverFacts(publication: PublicationRecord): PageDimensions | undefined
}

type PublicationJson = ReturnType<typeof publicationJson> | ReturnType<typeof bundleJson>

/** `lists` show their first publications besides the navigation. */
export function feedJson(feed: Feed, lists: readonly Feed[], lookups: Lookups) {
  const navigation = feed.entries.flatMap((entry) =>
    entry.is === 'link' ? [navigationLink(entry, lookups.audience)] : [],
  )
  const publications = publicationsOf(feed, lookups)
  const groups = lists.map((list) => group(list, lookups))
  const { facets = [] } = feed
  const isEmpty = navigation.length === 0 && publications.length === 0
  return {
    metadata: { title: feed.title, modified: feed.updated, ...counts(feed) },
    links: links(feed, lookups.audience),
    // Empty lists are not allowed, and an app that shows no entry looks broken.
    ...(isEmpty ? { navigation: [nothing(feed, lookups.audience)] } : {}),
    ...(navigation.length > 0 ? { navigation } : {}),
    ...(publications.length > 0 ? { publications } : {}),
    ...(groups.length > 0 ? { groups } : {}),
    ...(facets.length > 0 ? { facets: facets.map((each) => facetJson(each, lookups.audience)) } : {}),
  }
}

function counts({ paging, entries }: Feed) {
  if (!paging) return { numberOfItems: entries.length }
  const { total, size, index } = paging
  return { numberOfItems: total, itemsPerPage: size, currentPage: Math.floor(index / size) + 1 }
}

function links({ path, kind, up, paging }: Feed, audience: Audience): V2Link[] {
  const to = (rel: string, at: string, type: string = v2.V2_TYPE): V2Link => ({
    rel,
    href: v2.absolute(audience, at),
    type,
  })
  const here = feedPagePath(path, paging?.index ?? 0)
  return [
    to('self', v2.v2Path(here)),
    to('start', v2.V2_ROOT),
    ...(up ? [to('up', v2.v2Path(up.path))] : [to('http://opds-spec.org/crawlable', v2.v2Path(ALL))]),
    { ...to('search', v2.V2_SEARCH), templated: true },
    ...(paging ? pagingLinks(paging).map(({ rel, index }) => to(rel, v2.v2Path(feedPagePath(path, index)))) : []),
    to('alternate', here, TYPES[kind]),
    to(LOGIN_REL, LOGIN_PATH, LOGIN_TYPE),
  ]
}

function nothing({ path }: Feed, audience: Audience): V2Link {
  const title = path.startsWith(`${ROOT}/search`) ? 'Nothing found' : 'Nothing here yet'
  return { rel: 'start', href: v2.absolute(audience, v2.V2_ROOT), type: v2.V2_TYPE, title }
}

function navigationLink({ path, title, rel = 'subsection', count, cover }: FeedLink, audience: Audience): V2Link {
  return {
    rel,
    href: v2.absolute(audience, v2.v2Path(path)),
    type: v2.V2_TYPE,
    title,
    ...(count === undefined ? {} : { properties: { numberOfItems: count } }),
    ...(cover ? { images: images(cover, audience) } : {}),
  }
}

function publicationsOf(feed: Feed, { audience, coverFacts }: Lookups) {
  return feed.entries.flatMap((entry): PublicationJson[] => {
    if (entry.is === 'bundle') return audience.mayDownload ? [bundleJson(entry, audience)] : []
    return entry.is === 'publication' ? [publicationJson(entry, audience, coverFacts(entry))] : []
  })
}

function group(feed: Feed, lookups: Lookups) {
  return {
    metadata: { title: feed.title, numberOfItems: feed.paging?.total ?? feed.entries.length },
    links: [{ rel: 'self', href: v2.absolute(lookups.audience, v2.v2Path(feed.path)), type: v2.V2_TYPE }],
    publications: publicationsOf(feed, lookups),
  }
}

function facetJson({ title, facets }: FacetGroup, audience: Audience) {
  return {
    metadata: { title },
    links: facets.map(({ title, path, count, active }) => ({
      ...(active ? { rel: 'self' } : {}),
      href: v2.absolute(audience, v2.v2Path(path)),
      type: v2.V2_TYPE,
      title,
      properties: { numberOfItems: count },
    })),
  }
}
