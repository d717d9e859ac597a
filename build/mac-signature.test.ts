import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { macFacts } from './mac-facts'
import { signMac } from './mac-signature'

const SIGNATURE_AT = 3 * 4096 + 100 // the last page is not full
const bundle = { identifier: 'app.panelkeep', info: Buffer.from('<plist/>'), resources: Buffer.from('<list/>') }
const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('all pages and the files beside the executable are signed', () => {
  const facts = macFacts(signMac(machO(), bundle))
  expect(facts).toEqual({
    cpu: 'x64',
    identifier: 'app.panelkeep',
    isAdHoc: true,
    pages: 4,
    badPages: 0,
    isWhole: true,
    info: hex(bundle.info),
    resources: hex(bundle.resources),
  })
})

test('a signature replaces the previous one, regardless of its length', () => {
  const once = signMac(machO(), { ...bundle, identifier: `app.${'long'.repeat(500)}` })
  expect(signMac(once, bundle)).toEqual(signMac(machO(), bundle))
})

test('one changed byte is detected', () => {
  const signed = signMac(machO(), bundle)
  signed[5000]! ^= 1
  expect(macFacts(signed).badPages).toBe(1)
})

test('bytes after the signature are detected', () => {
  const signed = signMac(machO(), bundle)
  expect(macFacts(Buffer.concat([signed, Buffer.alloc(16)])).isWhole).toBe(false)
})

test('a file that is no macOS program is refused', () => {
  expect(() => signMac(Buffer.from('MZ'), bundle)).toThrow('The file is not a 64-bit Mach-O.')
  const bare = machO()
  bare.writeUInt32LE(2, 16)
  expect(() => signMac(bare, bundle)).toThrow('The Mach-O has no room for a signature.')
})

/** A minimal Mach-O file: a header, the two required segments, the command for the signature, and code. */
function machO(): Buffer {
  const file = Buffer.alloc(SIGNATURE_AT + 64, 0x90)
  file.fill(0, 0, 32 + 72 + 72 + 16)
  file.writeUInt32LE(0xfeedfacf, 0)
  file.writeUInt32LE(0x01000007, 4)
  file.writeUInt32LE(3, 16)
  segment(file, 32, '__TEXT', 0, 8192)
  segment(file, 104, '__LINKEDIT', 8192, file.length - 8192)
  file.writeUInt32LE(0x1d, 176)
  file.writeUInt32LE(16, 180)
  file.writeUInt32LE(SIGNATURE_AT, 184)
  file.writeUInt32LE(64, 188)
  return file
}

function segment(file: Buffer, at: number, name: string, from: number, bytes: number): void {
  file.writeUInt32LE(0x19, at)
  file.writeUInt32LE(72, at + 4)
  file.write(name, at + 8, 'latin1')
  file.writeBigUInt64LE(BigInt(from), at + 40)
  file.writeBigUInt64LE(BigInt(bytes), at + 48)
}
