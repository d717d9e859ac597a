import { attribute, findChild, findChildren, wholeIn } from '../../../base/formats/documents/xml-lenient'
import { parseXml, type XmlElement, XmlError } from '../../../base/platform/xml'
import { refuseError } from './feed-parser'
import { hideKey } from './hidden-key'

export interface Category {
  id: number
  name: string
  sub: { id: number; name: string }[]
}

/** The capabilities of an indexer. */
export interface Caps {
  title: string
  /** Most releases per reply, and the default number. */
  limits: { max: number; default: number }
  /** Search types by name, with the parameters each accepts; only the available ones. */
  searching: Record<string, string[]>
  categories: Category[]
}

const FEW = 100
/** Limit of category groups, of categories per group, and of search types: longer lists are useless to users. */
const MOST = 100

/** Parses the reply to `t=caps`, and removes the key from its texts. Throws IndexerError and XmlError as `readFeed`. */
export function readCaps(document: Uint8Array | string, key = ''): Caps {
  const root = parseXml(document)
  refuseError(root)
  if (root.name.toLowerCase() !== 'caps') {
    throw new XmlError(`Expected capabilities, got <${root.name.slice(0, 40)}>.`)
  }
  const server = findChild(root, 'server')
  const limits = findChild(root, 'limits')
  const max = wholeIn(attribute(limits, 'max'), 1, 10_000) ?? FEW
  return {
    title: hideKey(attribute(server, 'title') ?? attribute(server, 'strapline') ?? '', key, '…').slice(0, 200),
    limits: { max, default: Math.min(wholeIn(attribute(limits, 'default'), 1, 10_000) ?? max, max) },
    searching: searchingOf(findChild(root, 'searching')),
    categories: findChildren(findChild(root, 'categories'), 'category')
      .slice(0, MOST)
      .flatMap((each) => categoryOf(each, key) ?? []),
  }
}

/** An indexer that lists no search types supports the plain search. */
function searchingOf(searching: XmlElement | undefined): Record<string, string[]> {
  const available = (searching?.children ?? [])
    .slice(0, MOST)
    .filter((each) => attribute(each, 'available')?.toLowerCase() !== 'no')
  const kinds = available.map((each): [string, string[]] => {
    const takes = attribute(each, 'supportedParams')?.slice(0, 1000).split(',') ?? ['q']
    return [
      each.name
        .toLowerCase()
        .slice(0, 50)
        .replace(/-search$/, ''),
      takes.map((name) => name.trim().toLowerCase()),
    ]
  })
  return kinds.length > 0 ? Object.fromEntries(kinds) : { search: ['q'] }
}

function categoryOf(element: XmlElement, key: string): Category | undefined {
  const self = named(element, key)
  const sub = findChildren(element, 'subcat').slice(0, MOST)
  return self && { ...self, sub: sub.flatMap((each) => named(each, key) ?? []) }
}

function named(element: XmlElement, key: string): { id: number; name: string } | undefined {
  const id = wholeIn(attribute(element, 'id'), 1, 10_000_000)
  const name = attribute(element, 'name') ?? String(id)
  return id === undefined ? undefined : { id, name: hideKey(name, key, '…').slice(0, 100) }
}

/** The chosen categories that the indexer lists; all chosen ones when it lists none. */
export function categoriesFor(chosen: number[], caps: Caps): string {
  const listed = categoriesIn(caps)
  const there = chosen.filter((id) => listed.has(id))
  return (there.length > 0 ? there : chosen).join(',')
}

/** Whether the indexer lists categories, but none of the chosen ones: the user must choose again. */
export function lacksCategories(chosen: number[], caps: Caps): boolean {
  const listed = categoriesIn(caps)
  return listed.size > 0 && !chosen.some((id) => listed.has(id))
}

const categoriesIn = ({ categories }: Caps) =>
  new Set(categories.flatMap(({ id, sub }) => [id, ...sub.map((each) => each.id)]))
