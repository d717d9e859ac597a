import { parseXml, type XmlElement, XmlError } from '../../platform/xml'

/** Reads XML that people and their tools wrote: names in any case; values out of range are left out. */

const LIMITS = { bytes: 1024 * 1024, depth: 16 }

/**
 * The root of a ComicInfo or MetronInfo of at most 1 MiB. Neither format has a namespace. Where a tool added one, as
 * the default or with a prefix, it is dropped here, so that strict readers find the elements in the document that is
 * written from it. Throws XmlError, also for a document of another kind.
 */
export function documentRoot(document: Uint8Array | string, name: string): XmlElement {
  const root = parseXml(document, LIMITS)
  const [, prefix = '', local] = /^(?:([^:]+):)?(.*)$/s.exec(root.name)!
  if (local?.toLowerCase() !== name.toLowerCase()) throw new XmlError(`The document is <${root.name}>, not <${name}>.`)
  return prefix === '' && !hasNamespace(root) ? root : withoutNamespace(root, prefix)
}

function hasNamespace({ attributes, children }: XmlElement): boolean {
  return 'xmlns' in attributes || children.some(hasNamespace)
}

function withoutNamespace({ name, attributes, children, text }: XmlElement, prefix: string): XmlElement {
  const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  const isOurs = prefix !== '' && name.startsWith(`${prefix}:`)
  return {
    name: isOurs ? name.slice(prefix.length + 1) : name,
    attributes: Object.fromEntries(
      Object.entries(attributes).filter(([key]) => key !== 'xmlns' && key !== declaration),
    ),
    children: children.map((each) => withoutNamespace(each, prefix)),
    text,
  }
}

/** The first child of that name with a value, ignoring case. */
export function findChild(of: XmlElement | undefined, name: string): XmlElement | undefined {
  const found = findChildren(of, name)
  return found.find(({ text, children }) => text !== '' || children.length > 0) ?? found[0]
}

export function findChildren(of: XmlElement | undefined, name: string): XmlElement[] {
  const wanted = name.toLowerCase()
  return of?.children.filter((each) => each.name.toLowerCase() === wanted) ?? []
}

export function findChildText(of: XmlElement | undefined, name: string): string | undefined {
  return findChild(of, name)?.text || undefined
}

/** The attribute of that name in any case; undefined when it is blank. */
export function attribute(of: XmlElement | undefined, name: string): string | undefined {
  const wanted = name.toLowerCase()
  const key = Object.keys(of?.attributes ?? {}).find((each) => each.toLowerCase() === wanted)
  return (key !== undefined && of?.attributes[key]?.trim()) || undefined
}

/** A whole number within its range; undefined for anything else. */
export function wholeIn(text: string | undefined, least: number, most: number): number | undefined {
  const value = Number(text?.trim() || Number.NaN)
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined
}

/** Undefined for the word by which both formats say that a value is not known. */
export const unlessUnknown = (text: string | undefined) => (text?.toLowerCase() === 'unknown' ? undefined : text)
