import { parseXml, XmlError } from '../platform/xml'
import { attribute, parts, wholeIn } from './xml-lenient'

/** What an NZB says, as far as we need it. */
export interface Nzb {
  /** Of the posts, encoding included. */
  bytes: number
  files: number
  segments: number
  /** The password of the archive inside, when its head says one. */
  password?: string
}

/** The bytes are no NZB. `message` is a sentence for the reader. */
export class NzbError extends Error {
  override readonly name = 'NzbError'
}

/** The largest are of whole runs in small posts. */
const MOST_BYTES = 64 * 1024 * 1024
/** The document type that every NZB carries; one with entities of its own stays refused. */
const DOCTYPE = /<!DOCTYPE\s+nzb\b[^[\]>]*>/i

/** Reads an NZB: the root is `nzb` and at least one file has a segment. Throws NzbError. */
export function readNzb(bytes: Uint8Array): Nzb {
  const root = rootOf(bytes)
  const files = parts(root, 'file')
  const segments = files.flatMap((file) => parts(file, 'segments').flatMap((list) => parts(list, 'segment')))
  const filled = segments.filter(({ text }) => text !== '')
  if (filled.length === 0) throw new NzbError('The NZB names no posts.')
  const metas = parts(root, 'head').flatMap((head) => parts(head, 'meta'))
  const password = metas.find((meta) => attribute(meta, 'type') === 'password')?.text
  return {
    bytes: filled.reduce((sum, each) => sum + (wholeIn(attribute(each, 'bytes'), 0, 1e12) ?? 0), 0),
    files: files.length,
    segments: filled.length,
    ...(password ? { password } : {}),
  }
}

function rootOf(bytes: Uint8Array) {
  if (bytes.length > MOST_BYTES) throw new NzbError('The NZB is larger than 64 MB.')
  const text = new TextDecoder().decode(bytes)
  try {
    const root = parseXml(text.replace(DOCTYPE, ''), { bytes: MOST_BYTES })
    const name = root.name.toLowerCase().replace(/^.*:/, '')
    if (name === 'nzb') return root
    if (name === 'error') throw new NzbError(`The indexer sent an error in place of the NZB: ${said(root)}.`)
    throw new NzbError(name === 'html' ? 'The indexer sent a web page in place of the NZB.' : 'The file is no NZB.')
  } catch (error) {
    if (error instanceof XmlError) throw new NzbError(`The file is no NZB. ${error.message}`, { cause: error })
    throw error
  }
}

const said = (root: ReturnType<typeof parseXml>) =>
  attribute(root, 'description')?.replace(/\.$/, '') ?? 'no reason given'
