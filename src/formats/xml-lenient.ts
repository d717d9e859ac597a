import type { XmlElement } from '../platform/xml'

/** Reading XML that people and their tools wrote: names in any case, values out of range left out. */

/** The first child of that name that says something, in any case. */
export function part(of: XmlElement | undefined, name: string): XmlElement | undefined {
  const found = parts(of, name)
  return found.find(({ text, children }) => text !== '' || children.length > 0) ?? found[0]
}

export function parts(of: XmlElement | undefined, name: string): XmlElement[] {
  const wanted = name.toLowerCase()
  return of?.children.filter((each) => each.name.toLowerCase() === wanted) ?? []
}

export function partText(of: XmlElement | undefined, name: string): string | undefined {
  return part(of, name)?.text || undefined
}

/** An attribute in any case; undefined when it is blank. */
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
