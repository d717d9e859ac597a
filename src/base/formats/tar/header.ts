/** Headers and contents fill whole blocks. */
export const BLOCK = 512

export interface TarHeader {
  name: string
  /** The size of the body that follows, in bytes. */
  size: number
  /** Seconds since 1970; undefined when the field is not a number. */
  modified: number | undefined
  /**
   * One letter: `0` a file, `5` a folder, `1` and `2` links, `L`, `K`, `x` and `g` describe what follows (POSIX.1-2001,
   * pax).
   */
  kind: string
}

const SUM_AT = 148
const SUM_BYTES = 8
const POSIX = 'ustar\0'

/** The header in a block; undefined when the checksum does not match, so that the block is no header. */
export function tarHeader(block: Uint8Array): TarHeader | undefined {
  if (block.length < BLOCK || !isSum(block, numberAt(block, SUM_AT, SUM_BYTES))) return undefined
  const size = numberAt(block, 124, 12)
  if (size === undefined || size < 0 || !Number.isSafeInteger(size)) return undefined
  const prefix = latin(block, 257, 6) === POSIX ? text(block, 345, 155) : ''
  const name = text(block, 0, 100)
  const letter = latin(block, 156, 1)
  return {
    name: prefix ? `${prefix}/${name}` : name,
    // These have no body, whatever size the header states.
    size: '123456'.includes(letter) ? 0 : size,
    modified: numberAt(block, 136, 12),
    kind: letter === '\0' ? '0' : letter,
  }
}

export function isZero(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0)
}

/** The sum of all bytes, counting the checksum field as spaces; some old writers added signed bytes. */
function isSum(block: Uint8Array, checksum: number | undefined): boolean {
  let [sum, signed] = [0, 0]
  for (let at = 0; at < BLOCK; at++) {
    const byte = at >= SUM_AT && at < SUM_AT + SUM_BYTES ? 0x20 : block[at]!
    sum += byte
    signed += byte > 127 ? byte - 256 : byte
  }
  return checksum === sum || checksum === signed
}

/** Octal digits, or GNU's binary form for larger numbers: the first bit set, big endian. */
function numberAt(block: Uint8Array, at: number, length: number): number | undefined {
  const first = block[at]!
  if (first === 0xff) return -1
  if (first & 0x80) {
    let value = first & 0x7f
    for (let index = 1; index < length; index++) value = value * 256 + block[at + index]!
    return value
  }
  const digits = latin(block, at, length).replace(/\0.*$/s, '').trim()
  if (digits === '') return 0
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined
}

function latin(block: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...block.subarray(at, at + length))
}

function text(block: Uint8Array, at: number, length: number): string {
  return new TextDecoder().decode(block.subarray(at, at + length)).replace(/\0.*$/s, '')
}
