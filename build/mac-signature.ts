import { createHash } from 'node:crypto'
import { parse, type Segment } from './mach-o'

/**
 * The signature of macOS without an identity ("ad hoc"): hashes of all pages, of Info.plist and of the list of resources.
 * macOS ends a program whose pages are not the signed ones. Layout: Apple's xnu, osfmk/kern/cs_blobs.h; all numbers big
 * endian, while those of the Mach-O file around it are little endian.
 */

const PAGE_BITS = 12
const PAGE = 1 << PAGE_BITS
export const HASH_BYTES = 32

const SUPER_BLOB = 0xfade0cc0
const CODE_DIRECTORY = 0xfade0c02
const REQUIREMENTS = 0xfade0c01
const ENVELOPE = 0xfade0b01
export const SLOT = { directory: 0, info: 1, requirements: 2, resources: 3, envelope: 0x10000 } as const
/** The version with the executable segment. Later versions need more fields than are written here. */
const DIRECTORY_VERSION = 0x20400
const DIRECTORY_HEAD = 88
export const ADHOC = 2
const SHA256 = 2
const MAIN_BINARY = 1n

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** The other files of the app bundle that the signature covers. */
export interface Bundle {
  identifier: string
  info: Uint8Array
  resources: Uint8Array
}

/** The executable with a new signature in place of the old one. */
export function signMac(executable: Uint8Array, bundle: Bundle): Buffer {
  const original = Buffer.from(executable.buffer, executable.byteOffset, executable.byteLength)
  const { text, linkEdit, commandAt, signatureAt } = parse(original)
  const requirements = blob(REQUIREMENTS, Buffer.alloc(4)) // an empty list
  const special = [sha256(bundle.resources), sha256(requirements), sha256(bundle.info)]
  const bytes = signatureBytes(bundle.identifier, special.length, signatureAt, requirements.length)
  const signed = Buffer.alloc(signatureAt + bytes)
  original.copy(signed, 0, 0, signatureAt)
  // The signature is the end of the last segment, and both are part of the first page, which is signed.
  signed.writeUInt32LE(bytes, commandAt + 12)
  const linkEditBytes = BigInt(signed.length) - linkEdit.fileAt
  signed.writeBigUInt64LE(linkEditBytes, linkEdit.at + 48)
  signed.writeBigUInt64LE(roundUp(linkEditBytes), linkEdit.at + 32)

  const directory = codeDirectory(signed.subarray(0, signatureAt), bundle.identifier, special, text)
  const blobs = [
    [SLOT.directory, directory],
    [SLOT.requirements, requirements],
    [SLOT.envelope, blob(ENVELOPE, Buffer.alloc(0))],
  ] as const
  superBlob(blobs).copy(signed, signatureAt)
  return signed
}

/** Segments end where a page of Apple's own processors does. */
const roundUp = (bytes: bigint) => (bytes + 0x3fffn) & ~0x3fffn

/** The length of the signature, which must be known before the pages are hashed. A multiple of 16. */
function signatureBytes(identifier: string, special: number, codeBytes: number, requirements: number): number {
  const hashes = special + Math.ceil(codeBytes / PAGE)
  const directory = DIRECTORY_HEAD + identifier.length + 1 + hashes * HASH_BYTES
  return Math.ceil((12 + 3 * 8 + directory + requirements + 8) / 16) * 16
}

function blob(magic: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(magic, 0)
  head.writeUInt32BE(8 + body.length, 4)
  return Buffer.concat([head, body])
}

function superBlob(blobs: readonly (readonly [slot: number, blob: Buffer])[]): Buffer {
  const index = Buffer.alloc(4 + blobs.length * 8)
  index.writeUInt32BE(blobs.length, 0)
  let at = 8 + index.length
  for (const [n, [slot, { length }]] of blobs.entries()) {
    index.writeUInt32BE(slot, 4 + n * 8)
    index.writeUInt32BE(at, 8 + n * 8)
    at += length
  }
  return blob(SUPER_BLOB, Buffer.concat([index, ...blobs.map(([, each]) => each)]))
}

/** `special`: the hashes of slots 3, 2 and 1, which precede those of the pages. */
function codeDirectory(code: Buffer, identifier: string, special: readonly Buffer[], text: Segment): Buffer {
  const name = Buffer.from(`${identifier}\0`, 'latin1')
  const pages = Math.ceil(code.length / PAGE)
  const head = Buffer.alloc(DIRECTORY_HEAD - 8)
  const numbers = [
    DIRECTORY_VERSION,
    ADHOC,
    DIRECTORY_HEAD + name.length + special.length * HASH_BYTES, // offset of the page hashes
    DIRECTORY_HEAD,
    special.length,
    pages,
    code.length,
  ]
  for (const [n, number] of numbers.entries()) head.writeUInt32BE(number, n * 4)
  head.set([HASH_BYTES, SHA256, 0, PAGE_BITS], 28)
  // From here on, only the code that the kernel treats as the program's own is hashed.
  head.writeBigUInt64BE(text.fileAt, 56)
  head.writeBigUInt64BE(text.fileBytes, 64)
  head.writeBigUInt64BE(MAIN_BINARY, 72)
  const hashes = Array.from({ length: pages }, (_, n) => sha256(code.subarray(n * PAGE, (n + 1) * PAGE)))
  return blob(CODE_DIRECTORY, Buffer.concat([head, name, ...special, ...hashes]))
}
