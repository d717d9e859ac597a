import { ADHOC, HASH_BYTES, SLOT, sha256 } from './mac-signature'
import { parse } from './mach-o'

/** The facts of a signed executable, read back for tests. */
export interface MacFacts {
  cpu: 'x64' | 'arm64' | number
  identifier: string
  isAdHoc: boolean
  pages: number
  /** The number of pages that differ from the signed ones, for which macOS would end the program. */
  badPages: number
  /** Whether every byte before the signature is signed and none follows it. */
  isWhole: boolean
  /** SHA-256 in hex of the signed Info.plist and list of resources; empty without them. */
  info: string
  resources: string
}

const CPUS: Record<number, 'x64' | 'arm64'> = { 16777223: 'x64', 16777228: 'arm64' }

/** Reads a signed executable and recomputes the hashes of its pages. */
export function macFacts(executable: Uint8Array): MacFacts {
  const file = Buffer.from(executable.buffer, executable.byteOffset, executable.byteLength)
  const { linkEdit, signatureAt, signatureBytes: bytes } = parse(file)
  const directory = directoryIn(file.subarray(signatureAt))
  const number = (at: number) => directory.readUInt32BE(at)
  const [hashesAt, special, pages, codeBytes] = [number(16), number(24), number(28), number(32)]
  const page = 1 << directory[39]!
  const hash = (slot: number) => directory.subarray(hashesAt + slot * HASH_BYTES, hashesAt + (slot + 1) * HASH_BYTES)
  const isBad = (n: number) =>
    !hash(n).equals(sha256(file.subarray(n * page, Math.min((n + 1) * page, codeBytes, file.length))))
  return {
    cpu: CPUS[file.readUInt32LE(4)] ?? file.readUInt32LE(4),
    identifier: directory.toString('latin1', number(20), directory.indexOf(0, number(20))),
    isAdHoc: (number(12) & ADHOC) !== 0,
    pages,
    badPages: Array.from({ length: pages }, (_, n) => n).filter(isBad).length,
    isWhole:
      codeBytes === signatureAt &&
      signatureAt + bytes === file.length &&
      linkEdit.fileAt + linkEdit.fileBytes === BigInt(file.length),
    info: special < SLOT.info ? '' : hash(-SLOT.info).toString('hex'),
    resources: special < SLOT.resources ? '' : hash(-SLOT.resources).toString('hex'),
  }
}

function directoryIn(signature: Buffer): Buffer {
  for (let n = 0; n < signature.readUInt32BE(8); n++) {
    if (signature.readUInt32BE(12 + n * 8) !== SLOT.directory) continue
    const at = signature.readUInt32BE(16 + n * 8)
    return signature.subarray(at, at + signature.readUInt32BE(at + 4))
  }
  throw new Error('The signature has no code directory.')
}
