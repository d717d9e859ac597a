import { attribute, part, parts, wholeIn } from '../../formats/xml-lenient'
import { parseXml, type XmlElement, XmlError } from '../../platform/xml'
import { refuseError } from './feed-parser'

export interface Category {
  id: number
  name: string
  sub: { id: number; name: string }[]
}

/** What an indexer says it can. */
export interface Caps {
  title: string
  /** Most releases of one answer, and how many it gives unasked. */
  limits: { max: number; default: number }
  /** Kinds of search by name, with the parameters each takes; only those that are available. */
  searching: Record<string, string[]>
  categories: Category[]
}

const FEW = 100

/** Reads the answer to `t=caps`. Throws IndexerError and XmlError as `readFeed`. */
export function readCaps(document: Uint8Array | string): Caps {
  const root = parseXml(document)
  refuseError(root)
  if (root.name.toLowerCase() !== 'caps') {
    throw new XmlError(`The answer does not say what the indexer can, but <${root.name.slice(0, 40)}>.`)
  }
  const server = part(root, 'server')
  const limits = part(root, 'limits')
  const max = wholeIn(attribute(limits, 'max'), 1, 10_000) ?? FEW
  return {
    title: (attribute(server, 'title') ?? attribute(server, 'strapline') ?? '').slice(0, 200),
    limits: { max, default: Math.min(wholeIn(attribute(limits, 'default'), 1, 10_000) ?? max, max) },
    searching: searchingOf(part(root, 'searching')),
    categories: parts(part(root, 'categories'), 'category').flatMap((each) => categoryOf(each) ?? []),
  }
}

/** Without a word about it, an indexer takes a plain search. */
function searchingOf(searching: XmlElement | undefined): Record<string, string[]> {
  const available = (searching?.children ?? []).filter((each) => attribute(each, 'available')?.toLowerCase() !== 'no')
  const kinds = available.map((each): [string, string[]] => {
    const takes = attribute(each, 'supportedParams')?.split(',') ?? ['q']
    return [each.name.toLowerCase().replace(/-search$/, ''), takes.map((name) => name.trim().toLowerCase())]
  })
  return kinds.length > 0 ? Object.fromEntries(kinds) : { search: ['q'] }
}

function categoryOf(element: XmlElement): Category | undefined {
  const self = named(element)
  return self && { ...self, sub: parts(element, 'subcat').flatMap((each) => named(each) ?? []) }
}

function named(element: XmlElement): { id: number; name: string } | undefined {
  const id = wholeIn(attribute(element, 'id'), 1, 10_000_000)
  return id === undefined ? undefined : { id, name: (attribute(element, 'name') ?? String(id)).slice(0, 100) }
}
