import type { XmlElement } from '../../platform/xml'
import { type Attributes, element, type Xml } from '../../platform/xml-writer'

/** Writing again what others wrote into a document. */

const NAME = /^[\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?$/u

/** The element with all that is in it; nothing when its name is none. Comments, and where text lay between elements, are lost. */
export function copyElement({ name, attributes, text, children }: XmlElement): Xml[] {
  return NAME.test(name) ? [element(name, namedAttributes(attributes), text, ...children.flatMap(copyElement))] : []
}

export function namedAttributes(attributes: Readonly<Record<string, string>>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => NAME.test(name)))
}
