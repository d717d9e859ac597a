import { ServiceError } from '../../../base/outbound/service-error'

/** An item as a search lists it. */
export interface ArchiveHit {
  identifier: string
  title: string
}

export interface ArchiveFile {
  /** Path within the item. */
  name: string
  format: string
  /** Bytes. */
  size?: number
  md5?: string
  sha1?: string
}

export interface ArchiveItem {
  identifier: string
  title: string
  /** Publication date as given by the uploader, and date of the upload. */
  date?: string
  publicdate?: string
  files: ArchiveFile[]
  /** Hosts that have the item, and its folder there. */
  servers: string[]
  dir: string
}

type Json = Record<string, unknown>

/** Limit of a title, a date and the path of a file, in characters. */
const LONGEST = 500

/** The items that a search found. Throws ServiceError. */
export function readArchiveHits(bytes: Uint8Array): ArchiveHit[] {
  const { response, error } = objectOf(bytes)
  if (typeof error === 'string') throw new ServiceError('unavailable', error.slice(0, 160))
  const docs = isObject(response) && Array.isArray(response.docs) ? (response.docs as unknown[]) : undefined
  if (!docs) throw new ServiceError('unreadable', 'its list of items is missing')
  return docs.filter(isObject).flatMap((doc) => {
    const [identifier, title] = [first(doc.identifier), first(doc.title)]
    return isIdentifier(identifier) ? [{ identifier, title: title ?? identifier }] : []
  })
}

/**
 * Undefined for an item that does not exist, was withdrawn, is only lent, or may not be shared freely. Throws
 * ServiceError.
 */
export function readArchiveItem(bytes: Uint8Array, identifier: string): ArchiveItem | undefined {
  const answer = objectOf(bytes)
  const { metadata, files, is_dark, server, workable_servers, dir } = answer
  if (is_dark === true || !isObject(metadata) || !Array.isArray(files)) return undefined
  if (isLent(metadata) || !isFree(metadata)) return undefined
  const [date, publicdate] = [first(metadata.date) ?? first(metadata.year), first(metadata.publicdate)]
  return {
    identifier,
    title: first(metadata.title) ?? identifier,
    ...(date === undefined ? {} : { date }),
    ...(publicdate === undefined ? {} : { publicdate }),
    files: files.filter(isObject).flatMap(fileOf),
    servers: [...(Array.isArray(workable_servers) ? workable_servers : []), server].filter(isNode),
    dir: typeof dir === 'string' && /^\/[\w./-]*$/.test(dir) && !dir.includes('..') ? dir : '',
  }
}

function fileOf(file: Json): ArchiveFile[] {
  const { name, format, size, md5, sha1 } = file
  if (
    typeof name !== 'string' ||
    name === '' ||
    name.length > LONGEST ||
    typeof format !== 'string' ||
    isTrue(file.private)
  )
    return []
  const bytes = typeof size === 'string' || typeof size === 'number' ? Number(size) : Number.NaN
  return [
    {
      name,
      format,
      ...(Number.isSafeInteger(bytes) && bytes > 0 ? { size: bytes } : {}),
      ...(isHex(md5, 32) ? { md5: md5.toLowerCase() } : {}),
      ...(isHex(sha1, 40) ? { sha1: sha1.toLowerCase() } : {}),
    },
  ]
}

const isLent = (metadata: Json) => isTrue(first(metadata['access-restricted-item']))

function isFree({ licenseurl, collection }: Json): boolean {
  if (/publicdomain|creativecommons/i.test(all(licenseurl).join(' '))) return true
  return all(collection).includes('digitalcomicmuseum')
}

function objectOf(bytes: Uint8Array): Json {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (isObject(value)) return value
  } catch {
    // The caller reports the error.
  }
  throw new ServiceError('unreadable', 'it is no JSON object')
}

/** Fields are one text or a list of texts. */
const all = (value: unknown): string[] => [value].flat().filter((each): each is string => typeof each === 'string')
const first = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : all(value)[0]?.slice(0, LONGEST)
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTrue = (value: unknown) => value === true || value === 'true'
const isIdentifier = (text: string | undefined): text is string => /^[\w.-]{1,100}$/.test(text ?? '')
const isHex = (value: unknown, digits: number): value is string =>
  typeof value === 'string' && value.length === digits && /^[\da-f]+$/i.test(value)
/** Only the archive's own hosts: the metadata of an item must not lead to requests elsewhere. */
const isNode = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]+\.archive\.org$/i.test(value)
