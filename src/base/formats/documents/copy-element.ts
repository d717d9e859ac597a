import type { XmlElement } from '../../platform/xml'
import { type Attributes, element, type Xml } from '../../platform/xml-writer'

/** Copies elements of another tool's document into the new one. */

const NAME = /^[\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?$/u

/**
 * The element with its content; empty when its name is not valid XML. Comments and the position of mixed text are lost.
 */
export function copyElement({ name, attributes, text, children }: XmlElement): Xml[] {
  return NAME.test(name) ? [element(name, namedAttributes(attributes), text, ...children.flatMap(copyElement))] : []
}

export function namedAttributes(attributes: Readonly<Record<string, string>>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => NAME.test(name)))
}
