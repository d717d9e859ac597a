/** The parts of a Mach-O file that its signature covers; numbers are little endian. Layout: Apple's mach-o/loader.h. */

const MAGIC_64 = 0xfeedfacf
const LC_SEGMENT_64 = 0x19
const LC_CODE_SIGNATURE = 0x1d

export interface Segment {
  /** Offset of the load command. */
  at: number
  fileAt: bigint
  fileBytes: bigint
}

export interface MachO {
  text: Segment
  linkEdit: Segment
  /** Offset of the load command of the signature. */
  commandAt: number
  signatureAt: number
  signatureBytes: number
}

/** Finds what a signature is made from. Throws when the file is no 64-bit Mach-O with room for one. */
export function parse(file: Buffer): MachO {
  if (file.length < 32 || file.readUInt32LE(0) !== MAGIC_64) throw new Error('The file is not a 64-bit Mach-O.')
  const segments = new Map<string, Segment>()
  let commandAt: number | undefined
  for (let n = file.readUInt32LE(16), at = 32; n > 0; n--, at += file.readUInt32LE(at + 4)) {
    const command = file.readUInt32LE(at)
    if (command === LC_CODE_SIGNATURE) commandAt = at
    if (command !== LC_SEGMENT_64) continue
    const name = file.toString('latin1', at + 8, at + 24).replace(/\0+$/, '')
    segments.set(name, { at, fileAt: file.readBigUInt64LE(at + 40), fileBytes: file.readBigUInt64LE(at + 48) })
  }
  const [text, linkEdit] = [segments.get('__TEXT'), segments.get('__LINKEDIT')]
  if (!text || !linkEdit || commandAt === undefined) throw new Error('The Mach-O has no room for a signature.')
  const [signatureAt, signatureBytes] = [file.readUInt32LE(commandAt + 8), file.readUInt32LE(commandAt + 12)]
  return { text, linkEdit, commandAt, signatureAt, signatureBytes }
}
