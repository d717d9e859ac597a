import { sha256 } from '../../platform/digest'
import { parseXml, XmlError } from '../../platform/xml'
import { attribute, wholeIn } from '../documents/xml-lenient'

/** The fields of an NZB that Panelkeep uses. */
interface Nzb {
  /** The size of the posts in bytes, encoding included. */
  bytes: number
  files: number
  segments: number
  /** The password of the archive inside, when the head states one. */
  password?: string
}

/** The bytes are not an NZB. `message` is a sentence for the user. */
export class NzbError extends Error {
  override readonly name = 'NzbError'
}

/** The largest NZBs are of whole runs in small posts. */
const MOST_BYTES = 64 * 1024 * 1024
/** Allowed before the root: the declaration, comments, and the document type that every NZB carries. */
const BEFORE_ROOT = /^\uFEFF?(?:\s|<\?[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE\s+nzb\b[^[\]>]*>)*/i
const ROOT = /^<(?:[\w-]+:)?([\w-]+)[\s/>]/
const FILE = /<(?:[\w-]+:)?file[\s>]/gi
const SEGMENT = /<(?:[\w-]+:)?segment(\s[^<>]{0,200})?>\s*([^<\s][^<]*)</gi
const PASSWORD = /<(?:[\w-]+:)?meta\s[^<>]*\btype\s*=\s*["']password["'][^<>]*>([^<]{1,200})</i

/**
 * Checks an NZB: the root is `nzb` and at least one file has a segment. The text is scanned, not parsed, since the
 * posts of a long run are hundreds of thousands of elements. Throws NzbError.
 */
export function readNzb(bytes: Uint8Array): Nzb {
  if (bytes.length > MOST_BYTES) throw new NzbError('The NZB is larger than 64 MB.')
  const text = new TextDecoder().decode(bytes)
  refuseOthers(text)
  let [total, segments] = [0, 0]
  for (const [, attributes = ''] of text.matchAll(SEGMENT)) {
    total += wholeIn(/\bbytes\s*=\s*["'](\d+)["']/i.exec(attributes)?.[1], 0, 1e12) ?? 0
    segments++
  }
  if (segments === 0) throw new NzbError('The NZB names no posts.')
  const password = PASSWORD.exec(text.slice(0, 20_000))?.[1]?.trim()
  return { bytes: total, files: text.match(FILE)?.length ?? 0, segments, ...(password ? { password } : {}) }
}

/** The same for every NZB of the same posts, in any order and under any title; undefined without posts. */
export function messageDigest(bytes: Uint8Array): string | undefined {
  const ids = new Set([...new TextDecoder().decode(bytes).matchAll(SEGMENT)].map(([, , id = '']) => plainId(id)))
  return ids.size === 0 ? undefined : sha256([...ids].sort().join('\n')).slice(0, 40)
}

/** Some tools include the brackets of a message id. */
const plainId = (id: string) =>
  id
    .trim()
    .replace(/^&lt;|&gt;$/gi, '')
    .replace(/&amp;/gi, '&')

function refuseOthers(text: string): void {
  const root = text.slice(BEFORE_ROOT.exec(text)?.[0].length ?? 0)
  const name = ROOT.exec(root)?.[1]?.toLowerCase()
  if (name === 'nzb') {
    if (/<\/(?:[\w-]+:)?nzb\s*>\s*$/i.test(text.slice(-200))) return
    throw new NzbError('The NZB is cut off.')
  }
  if (name === 'error') throw new NzbError(`The indexer sent an error in place of the NZB: ${reasonOf(root)}.`)
  if (name === 'html' || /^<!doctype\s+html/i.test(root)) {
    throw new NzbError('The indexer sent a web page instead of the NZB.')
  }
  throw new NzbError('The file is not an NZB.')
}

function reasonOf(error: string): string {
  try {
    return attribute(parseXml(error.slice(0, 10_000)), 'description')?.replace(/\.$/, '') ?? 'no reason given'
  } catch (cause) {
    if (cause instanceof XmlError) return 'no reason given'
    throw cause
  }
}
