import { sha256 } from '../../../base/platform/digest'
import type { Offer } from '../offer'

/**
 * Links of an indexer contain its key. Rows and memory hold a mark with the hash of the key instead. A key that was
 * changed later, perhaps with the address, is thus not put into a link made for the old one.
 */
const MARK = /\{key:([\da-f]{12})\}/g

export function withoutKey(offer: Offer, key: string): Offer {
  if (key === '') return offer
  const fields = Object.entries(offer).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value]
    return [name, name === 'link' || name === 'guid' ? hideKey(value, key) : hideKey(value, key, '…')]
  })
  return Object.fromEntries(fields) as Offer
}

/** The text with `mark` in place of the key. */
export function hideKey(text: string, key: string, mark = markOf(key)): string {
  if (key === '') return text
  const once = encodeURIComponent(key.toWellFormed()) // The key as written in URLs.
  const written = [...new Set([key, once, encodeURIComponent(once)])]
  return written.reduce((left, each) => left.replace(wordOf(each), mark), text)
}

/** The link as the indexer sent it; undefined when it was made for another key. */
export function withKey(link: string, key: string): string | undefined {
  const marks = [...link.matchAll(MARK)].map(([, hash]) => hash)
  if (marks.some((hash) => hash !== hashOf(key))) return undefined
  return link.replace(MARK, () => encodeURIComponent(key.toWellFormed()))
}

/**
 * A short key could be part of any word, so it only matches a whole word; a long key matches anywhere, even after
 * `%3D`.
 */
function wordOf(key: string): RegExp {
  const literal = key.replace(/[^\w]/g, '\\$&')
  return new RegExp(key.length < 8 ? `(?<![A-Za-z\\d])${literal}(?![A-Za-z\\d])` : literal, 'gi')
}

const markOf = (key: string) => `{key:${hashOf(key)}}`
const hashOf = (key: string) => sha256(`link ${key}`).slice(0, 12)
