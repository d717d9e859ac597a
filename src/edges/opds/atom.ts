import { LOGIN_PATH, LOGIN_REL, LOGIN_TYPE } from '../../base/auth/catalog-login'
import { sha256 } from '../../base/platform/digest'
import { type Attributes, element, type Xml, xmlDocument } from '../../base/platform/xml-writer'
import { ALL, feedPagePath, ROOT, SEARCH, SEARCH_DESCRIPTION } from './addresses'
import type { Audience } from './audience'
import { pagingLinks } from './paging'
import type { Facet, FacetGroup, Feed, FeedKind, FeedPaging } from './records'
import { V2_TYPE, v2Path } from './v2-addresses'

/** OPDS 1.2 on Atom (RFC 4287), with paging by RFC 5005 and the counts of OpenSearch. */

/** No space after the semicolon: apps compare these letter by letter. */
export const TYPES = {
  navigation: 'application/atom+xml;profile=opds-catalog;kind=navigation',
  acquisition: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
} as const satisfies Record<FeedKind, string>

export const ENTRY_TYPE = 'application/atom+xml;type=entry;profile=opds-catalog'
export const SEARCH_TYPE = 'application/opensearchdescription+xml'

export const NAMESPACES = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  'xmlns:pse': 'http://vaemendis.net/opds-pse/ns',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
  'xmlns:fh': 'http://purl.org/syndication/history/1.0',
}

/** `entries` are the feed's entries, already written. */
export function feedDocument(feed: Feed, entries: Xml[], audience: Audience): string {
  const { path, title, kind, updated, up, paging, facets = [] } = feed
  const to = (rel: string, href: string, type: string, more?: Attributes) => link(audience, rel, href, type, more)
  const whole = feed.crawlable && (!paging || paging.total <= paging.size)
  return xmlDocument(
    element(
      'feed',
      NAMESPACES,
      element('id', {}, urn(`feed ${path}`)),
      element('title', {}, title),
      element('updated', {}, updated),
      element('author', {}, element('name', {}, 'Panelkeep')),
      ...(whole ? [element('fh:complete', {})] : []),
      to('self', feedPagePath(path, paging?.index ?? 0), TYPES[kind]),
      to('start', ROOT, TYPES.navigation),
      ...(feed.onlyAtom
        ? []
        : [to('alternate', v2Path(feedPagePath(path, paging?.index ?? 0)), V2_TYPE, { title: 'OPDS 2.0' })]),
      ...(up ? [to('up', up.path, TYPES[up.kind])] : []),
      to('search', SEARCH_DESCRIPTION, SEARCH_TYPE),
      // Some apps read only the template here, and do not open the description.
      to('search', `${SEARCH}?q={searchTerms}`, TYPES.acquisition),
      to(LOGIN_REL, LOGIN_PATH, LOGIN_TYPE),
      ...(up ? [] : [to('http://opds-spec.org/crawlable', ALL, TYPES.acquisition, { title: 'Everything' })]),
      ...(paging ? [...pageLinks(feed, paging, to), ...counts(paging)] : []),
      ...facets.flatMap((group) => group.facets.map((facet) => facetLink(group, facet, kind, to))),
      ...entries,
    ),
  )
}

type To = (rel: string, href: string, type: string, more?: Attributes) => Xml

function pageLinks({ path, kind }: Feed, paging: FeedPaging, link: To): Xml[] {
  return pagingLinks(paging).map(({ rel, index }) => link(rel, feedPagePath(path, index), TYPES[kind]))
}

function counts({ total, size, index }: FeedPaging): Xml[] {
  return [
    element('opensearch:totalResults', {}, String(total)),
    element('opensearch:itemsPerPage', {}, String(size)),
    element('opensearch:startIndex', {}, String(index + 1)),
  ]
}

function facetLink(group: FacetGroup, facet: Facet, kind: FeedKind, to: To): Xml {
  return to('http://opds-spec.org/facet', facet.path, TYPES[kind], {
    title: facet.title,
    'opds:facetGroup': group.title,
    // Only the active facet has the attribute.
    'opds:activeFacet': facet.active ? 'true' : undefined,
    'thr:count': facet.count,
  })
}

export function link({ root }: Audience, rel: string, path: string, type: string, more: Attributes = {}): Xml {
  return element('link', { rel, href: `${root}${path}`, type, ...more })
}

/** A permanent id for `text`: the first half of its SHA-256 in the form of a UUID (version 8). */
export function urn(text: string): string {
  const hex = sha256(`panelkeep ${text}`)
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The search description, with absolute addresses: several apps do not resolve relative templates. */
export function searchDescription({ origin, root }: Audience): string {
  return xmlDocument(
    element(
      'OpenSearchDescription',
      { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
      element('ShortName', {}, 'Panelkeep'),
      element('Description', {}, 'Searches the library by series, publisher, title and number of an issue.'),
      element('Url', { type: TYPES.acquisition, template: `${origin}${root}${SEARCH}?q={searchTerms}` }),
      element('InputEncoding', {}, 'UTF-8'),
      element('OutputEncoding', {}, 'UTF-8'),
    ),
  )
}
