import { createHash } from 'node:crypto'

export interface MadeTorrent {
  /** The torrent file. */
  bytes: Uint8Array
  /** SHA-1 of the info dictionary, in hex. */
  info_hash: string
  magnet: string
}

interface Making {
  /** The tracker. */
  announce: string
  /** Name of the file, or of the folder for several files. */
  name: string
  /** One file, or several by their paths in the folder. */
  content: Uint8Array | Record<string, Uint8Array>
  /** Bytes of a piece; default: 16 KiB. */
  piece?: number
  private?: boolean
}

type Value = number | string | Uint8Array | Value[] | { [key: string]: Value }

/** A torrent of version 1 (BEP 3) and its magnet link. */
export function makeTorrent({ announce, name, content, piece = 16_384, private: isPrivate }: Making): MadeTorrent {
  const files = content instanceof Uint8Array ? undefined : Object.entries(content)
  const whole = content instanceof Uint8Array ? content : Buffer.concat(Object.values(content))
  const info = bencode({
    name,
    'piece length': piece,
    pieces: pieceHashes(whole, piece),
    ...(files
      ? { files: files.map(([path, { length }]) => ({ length, path: path.split('/') })) }
      : { length: whole.length }),
    ...(isPrivate ? { private: 1 } : {}),
  })
  const info_hash = createHash('sha1').update(info).digest('hex')
  const bytes = Buffer.concat([
    Buffer.from(`d8:announce${Buffer.byteLength(announce)}:${announce}4:info`),
    info,
    Buffer.from('e'),
  ])
  const magnet = `magnet:?xt=urn:btih:${info_hash}&dn=${encodeURIComponent(name)}&tr=${encodeURIComponent(announce)}`
  return { bytes: new Uint8Array(bytes), info_hash, magnet }
}

function pieceHashes(bytes: Uint8Array, piece: number): Uint8Array {
  const hashes: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += piece) {
    hashes.push(
      createHash('sha1')
        .update(bytes.subarray(at, at + piece))
        .digest(),
    )
  }
  return Buffer.concat(hashes)
}

function bencode(value: Value): Buffer {
  if (typeof value === 'number') return Buffer.from(`i${value}e`)
  if (typeof value === 'string') return bencode(Buffer.from(value))
  if (value instanceof Uint8Array) return Buffer.concat([Buffer.from(`${value.length}:`), value])
  if (Array.isArray(value)) return Buffer.concat([Buffer.from('l'), ...value.map(bencode), Buffer.from('e')])
  // Keys are sorted by bytes.
  const entries = Object.entries(value).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return Buffer.concat([
    Buffer.from('d'),
    ...entries.flatMap(([key, each]) => [bencode(key), bencode(each)]),
    Buffer.from('e'),
  ])
}
