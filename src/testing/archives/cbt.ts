import { bytesOf, type Entries, list } from './archives'

export type TarStyle = 'ustar' | 'gnu' | 'pax' | 'v7'

interface TarOptions {
  /** How names over 100 bytes are written, and whether the headers carry a signature. */
  style?: TarStyle
  /** Leaves out the two blocks that close a TAR. */
  open?: boolean
}

/** A TAR. A name that ends in `/` is a folder. */
export function makeCbt(entries: Entries, { style = 'ustar', open }: TarOptions = {}): Uint8Array {
  const parts = list(entries).flatMap(({ name, data }) => {
    const content = bytesOf(data)
    const kind = name.endsWith('/') ? '5' : '0'
    const remark = Buffer.byteLength(name) > 100 ? longName(name, style) : []
    return [...remark, tarBlock(name, content.length, kind, style), padToBlock(content)]
  })
  return Buffer.concat([...parts, Buffer.alloc(open ? 0 : 1024)])
}

/** One header with its checksum; `kind` may be anything, such as `2` for a link. */
export function tarBlock(name: string, size: number, kind: string, style: TarStyle = 'ustar', prefix = ''): Buffer {
  const block = Buffer.alloc(512)
  block.write(name, 0, 100)
  block.write('0000644\0', 100)
  block.write(`${size.toString(8).padStart(11, '0')} `, 124)
  block.write('14000000000 ', 136)
  block.write(kind, 156)
  if (style === 'gnu') block.write('ustar  \0', 257)
  else if (style !== 'v7') block.write('ustar\x0000', 257)
  block.write(prefix, 345, 155)
  block.fill(' ', 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** A pax record counts its own length. */
export function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  let length = Buffer.byteLength(rest)
  length += String(length + String(length).length).length
  return `${length}${rest}`
}

function longName(name: string, style: TarStyle): Buffer[] {
  const [kind, body] = style === 'gnu' ? ['L', Buffer.from(`${name}\0`)] : ['x', Buffer.from(paxRecord('path', name))]
  return [tarBlock('././@LongLink', body.length, kind, style), padToBlock(body)]
}

export function padToBlock(content: Uint8Array): Buffer {
  return Buffer.concat([content, Buffer.alloc((512 - (content.length % 512)) % 512)])
}
