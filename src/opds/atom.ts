import { sha256 } from '../platform/digest'
import type { Instant } from '../platform/ports'
import { type Attributes, element, type Xml, xmlDocument } from '../platform/xml-writer'
import { pageOf, ROOT, SEARCH, SEARCH_DESCRIPTION } from './addresses'

/** OPDS 1.2 on Atom (RFC 4287), paging by RFC 5005 with the counts of OpenSearch. */

export type Kind = 'navigation' | 'acquisition'

/** No blank after the semicolon: apps compare these letter by letter. */
export const TYPES = {
  navigation: 'application/atom+xml;profile=opds-catalog;kind=navigation',
  acquisition: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
} as const satisfies Record<Kind, string>

export const SEARCH_TYPE = 'application/opensearchdescription+xml'

const NAMESPACES = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  'xmlns:pse': 'http://vaemendis.net/opds-pse/ns',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
}

export interface Paging {
  /** Entries on all pages. */
  total: number
  /** Entries on a full page. */
  size: number
  /** The first entry of this page, from 0. */
  index: number
}

export interface Feed {
  /** Address of the first page; the id is made of it. */
  path: string
  title: string
  kind: Kind
  updated: Instant
  /** The feed above; the root has none. */
  up?: { path: string; kind: Kind }
  paging?: Paging
  entries: Xml[]
}

export function feedDocument(feed: Feed): string {
  const { path, title, kind, updated, up, paging } = feed
  return xmlDocument(
    element(
      'feed',
      NAMESPACES,
      element('id', {}, urn(`feed ${path}`)),
      element('title', {}, title),
      element('updated', {}, updated),
      element('author', {}, element('name', {}, 'Panelkeep')),
      link('self', pageOf(path, paging?.index ?? 0), TYPES[kind]),
      link('start', ROOT, TYPES.navigation),
      ...(up ? [link('up', up.path, TYPES[up.kind])] : []),
      link('search', SEARCH_DESCRIPTION, SEARCH_TYPE),
      // Some apps want the template here and do not open the description.
      link('search', `${SEARCH}?q={searchTerms}`, TYPES.acquisition),
      ...(paging ? [...pageLinks(feed, paging), ...counts(paging)] : []),
      ...feed.entries,
    ),
  )
}

function pageLinks({ path, kind }: Feed, { total, size, index }: Paging): Xml[] {
  if (total <= size && index === 0) return []
  const last = Math.max(0, Math.floor((total - 1) / size) * size)
  const to = (rel: string, at: number) => link(rel, pageOf(path, at), TYPES[kind])
  return [
    to('first', 0),
    ...(index > 0 ? [to('previous', Math.max(0, index - size))] : []),
    ...(index < last ? [to('next', index + size)] : []),
    to('last', last),
  ]
}

function counts({ total, size, index }: Paging): Xml[] {
  return [
    element('opensearch:totalResults', {}, String(total)),
    element('opensearch:itemsPerPage', {}, String(size)),
    element('opensearch:startIndex', {}, String(index + 1)),
  ]
}

export function link(rel: string, href: string, type: string, more: Attributes = {}): Xml {
  return element('link', { rel, href, type, ...more })
}

/** A name that never changes for what `text` names: the first half of its SHA-256 in the form of a UUID (version 8). */
export function urn(text: string): string {
  const hex = sha256(`panelkeep ${text}`)
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Tells apps how to search. `origin` is where the app reached us: several do not resolve relative templates. */
export function searchDescription(origin: string): string {
  return xmlDocument(
    element(
      'OpenSearchDescription',
      { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
      element('ShortName', {}, 'Panelkeep'),
      element('Description', {}, 'Searches the library by the name of a series and the number of an issue.'),
      element('Url', { type: TYPES.acquisition, template: `${origin}${SEARCH}?q={searchTerms}` }),
      element('InputEncoding', {}, 'UTF-8'),
      element('OutputEncoding', {}, 'UTF-8'),
    ),
  )
}
