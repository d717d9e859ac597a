import { sha1, sha256 } from '../../platform/digest'

/** The fields of a torrent file that Panelkeep uses. */
interface Torrent {
  /** SHA-1 of the info dictionary in hex: names the torrent in version 1 and in hybrid torrents. */
  info_hash: string
  /** SHA-256 of the info dictionary, for torrents of version 2. */
  info_hash_v2?: string
  name: string
  /** The size of all files in bytes. */
  size: number
  files: { path: string; size: number }[]
  private: boolean
}

/** The bytes are not a torrent file. `message` is a sentence for the user. */
export class TorrentError extends Error {
  override readonly name = 'TorrentError'
}

const NO_TORRENT = 'The file is not a torrent.'
/** Deeper nesting than any torrent has, and more files. */
const DEEPEST = 32
const MOST_FILES = 100_000
/** Each file has a dictionary, a length and a path in parts; a torrent with more files only blocks other work. */
const MOST_VALUES = 8 * MOST_FILES

type Value = number | Uint8Array | Value[] | Dictionary
interface Dictionary {
  entries: Map<string, Value>
  from: number
  to: number
}

/** Reads a torrent file (BEP 3, 52). Throws TorrentError. */
export function readTorrent(bytes: Uint8Array): Torrent {
  const reader = new Bencode(bytes)
  const root = reader.value(0)
  const info = isDictionary(root) ? root.entries.get('info') : undefined
  if (!info || !isDictionary(info)) throw new TorrentError(NO_TORRENT)
  const raw = bytes.subarray(info.from, info.to)
  const name = textOf(info.entries.get('name.utf-8') ?? info.entries.get('name'))
  const files = filesOf(info, name)
  return {
    info_hash: sha1(raw),
    ...(info.entries.get('meta version') === 2 ? { info_hash_v2: sha256(raw) } : {}),
    name,
    size: files.reduce((sum, { size }) => sum + size, 0),
    files,
    private: info.entries.get('private') === 1,
  }
}

/** The addresses of trackers that a torrent file names (BEP 3, 12), in its order. Throws TorrentError. */
export function trackersOf(bytes: Uint8Array): string[] {
  const root = new Bencode(bytes).value(0)
  if (!isDictionary(root)) throw new TorrentError(NO_TORRENT)
  const tiers = root.entries.get('announce-list')
  const listed = Array.isArray(tiers) ? tiers.flatMap((tier) => (Array.isArray(tier) ? tier : [tier])) : []
  const all = [root.entries.get('announce'), ...listed].map(textOf).filter((address) => address !== '')
  return [...new Set(all)]
}

/** A torrent file that contains only its info dictionary: no trackers, web seeds or nodes. Throws TorrentError. */
export function bareTorrent(bytes: Uint8Array): Uint8Array {
  const root = new Bencode(bytes).value(0)
  const info = isDictionary(root) ? root.entries.get('info') : undefined
  if (!info || !isDictionary(info)) throw new TorrentError(NO_TORRENT)
  return Buffer.concat([Buffer.from('d4:info'), bytes.subarray(info.from, info.to), Buffer.from('e')])
}

/**
 * A magnet link that is safe to pass to a client: one line, with the hash, name, size and trackers. Further lines would
 * be more links, and other fields (`ws`, `xs`, `as`, `x.pe`) send the client to addresses that a stranger chose.
 */
export function plainMagnet(link: string): string {
  const [line = ''] = link.trim().split(/\p{Cc}/u)
  const fields = line.slice(MAGNET.length).replaceAll(' ', '%20').split('&')
  return `${line.slice(0, MAGNET.length)}${fields.filter((field) => /^(?:xt|dn|xl|tr)(?:\.\d+)?=/i.test(field)).join('&')}`
}
const MAGNET = 'magnet:?'

/**
 * The info hash that a magnet link names, in hex; undefined when it names none. When both versions are named, version 1
 * wins.
 */
export function magnetHash(link: string): string | undefined {
  if (!/^magnet:\?/i.test(link)) return undefined
  const named = (kind: string) => new RegExp(`\\bxt=urn(?::|%3a)${kind}(?::|%3a)([a-z\\d]+)`, 'i').exec(link)?.[1]
  return infoHashOf(named('btih') ?? named('btmh') ?? '')
}

/** An info hash in hex, from hex or base32; undefined for any other text. */
export function infoHashOf(text: string): string | undefined {
  if (/^0*$/.test(text)) return undefined
  if (/^[\da-f]{40}$/i.test(text)) return text.toLowerCase()
  // Version 2: 1220 stands for SHA-256 with 32 bytes, and clients cut the hash to twenty.
  if (/^1220[\da-f]{64}$/i.test(text)) return text.slice(4, 44).toLowerCase()
  return /^[a-z2-7]{32}$/i.test(text) ? hexOfBase32(text) : undefined
}

function hexOfBase32(text: string): string {
  const bits = [...text.toUpperCase()].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
  const binary = bits.map((value) => value.toString(2).padStart(5, '0')).join('')
  return (binary.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 2).toString(16)).join('')
}

function filesOf({ entries }: Dictionary, name: string): Torrent['files'] {
  const list = entries.get('files')
  if (Array.isArray(list)) {
    return list.slice(0, MOST_FILES).flatMap((file) => {
      if (!isDictionary(file)) return []
      const path = file.entries.get('path.utf-8') ?? file.entries.get('path')
      const parts = Array.isArray(path) ? path.map(textOf) : []
      return [{ path: [name, ...parts].join('/'), size: numberOf(file.entries.get('length')) }]
    })
  }
  const length = entries.get('length')
  if (typeof length === 'number') return [{ path: name, size: numberOf(length) }]
  const tree = entries.get('file tree')
  if (tree && isDictionary(tree)) return [...treeOf(tree, name)].slice(0, MOST_FILES)
  throw new TorrentError(NO_TORRENT)
}

function* treeOf({ entries }: Dictionary, above: string): Generator<Torrent['files'][number]> {
  for (const [part, value] of entries) {
    if (!isDictionary(value)) continue
    if (part === '') yield { path: above, size: numberOf(value.entries.get('length')) }
    else yield* treeOf(value, `${above}/${part}`)
  }
}

class Bencode {
  private readonly text = new TextDecoder()
  private at = 0
  private values = 0

  constructor(private readonly bytes: Uint8Array) {}

  value(depth: number): Value {
    if (depth > DEEPEST || ++this.values > MOST_VALUES) throw new TorrentError(NO_TORRENT)
    const mark = this.bytes[this.at]
    if (mark === 0x69) return this.number()
    if (mark === 0x6c) return this.list(depth)
    if (mark === 0x64) return this.dictionary(depth)
    return this.string()
  }

  private number(): number {
    const end = this.bytes.indexOf(0x65, this.at)
    const digits = end < 0 || end - this.at > 24 ? '' : this.text.decode(this.bytes.subarray(this.at + 1, end))
    if (!/^-?\d+$/.test(digits)) throw new TorrentError(NO_TORRENT)
    this.at = end + 1
    return Number(digits)
  }

  private string(): Uint8Array {
    const colon = this.bytes.indexOf(0x3a, this.at)
    const digits = colon < 0 || colon - this.at > 10 ? '' : this.text.decode(this.bytes.subarray(this.at, colon))
    const end = colon + 1 + Number(digits)
    if (!/^\d+$/.test(digits) || end > this.bytes.length) throw new TorrentError(NO_TORRENT)
    this.at = end
    return this.bytes.subarray(colon + 1, end)
  }

  private list(depth: number): Value[] {
    const values: Value[] = []
    for (this.at++; !this.ends(); ) values.push(this.value(depth + 1))
    return values
  }

  private dictionary(depth: number): Dictionary {
    const from = this.at
    const entries = new Map<string, Value>()
    for (this.at++; !this.ends(); ) {
      const key = this.text.decode(this.string())
      entries.set(key, this.value(depth + 1))
    }
    return { entries, from, to: this.at }
  }

  private ends(): boolean {
    if (this.at >= this.bytes.length) throw new TorrentError(NO_TORRENT)
    if (this.bytes[this.at] !== 0x65) return false
    this.at++
    return true
  }
}

const isDictionary = (value: Value | undefined): value is Dictionary =>
  typeof value === 'object' && value !== null && 'entries' in value && value.entries instanceof Map
const textOf = (value: Value | undefined) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : '')
const numberOf = (value: Value | undefined) => (typeof value === 'number' && value > 0 ? value : 0)
