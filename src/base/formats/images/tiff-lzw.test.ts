import { expect, test } from 'bun:test'
import { unpackLzw } from './tiff-lzw'

/** Codes as bits: 9 bits at first, one more when the next code is 511, 1023 and 2047. */
function ofCodes(codes: readonly number[]): Uint8Array {
  let [bits, next, width] = ['', 258, 9]
  for (const code of codes) {
    bits += code.toString(2).padStart(width, '0')
    next = code === 256 ? 257 : next + 1
    width = next < 511 ? 9 : next < 1023 ? 10 : next < 2047 ? 11 : 12
  }
  return Uint8Array.from(bits.match(/.{1,8}/g)!, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

/** As the specification describes it, restarting when the table is full. */
function packed(bytes: Uint8Array): Uint8Array {
  const codes = [256]
  let table = new Map<string, number>()
  let run = ''
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : table.get(text)!)
  for (const byte of bytes) {
    const longer = run + String.fromCharCode(byte)
    if (longer.length === 1 || table.has(longer)) {
      run = longer
      continue
    }
    codes.push(codeOf(run))
    table.set(longer, 258 + table.size)
    if (table.size === 4094 - 258) {
      codes.push(256)
      table = new Map()
    }
    run = String.fromCharCode(byte)
  }
  return ofCodes([...codes, codeOf(run), 257])
}

test('the example of the specification', () => {
  const codes = ofCodes([256, 7, 258, 8, 8, 258, 6, 6, 257])
  expect([...unpackLzw(codes, 100)]).toEqual([7, 7, 7, 8, 8, 7, 7, 6, 6])
})

test('codes of every width, and tables that restart', () => {
  let seed = 1
  const bytes = Uint8Array.from({ length: 40_000 }, (_, at) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return at % 300 < 100 ? 5 : (seed >> 16) & 31
  })
  expect(Buffer.from(unpackLzw(packed(bytes), bytes.length)).equals(bytes)).toBe(true)
})

test('no more than requested is unpacked, and damaged or truncated data ends early', () => {
  const all = packed(new Uint8Array(10_000).fill(9))
  expect(unpackLzw(all, 77)).toEqual(new Uint8Array(77).fill(9))
  expect(unpackLzw(all.subarray(0, 4), 77)).toEqual(new Uint8Array(3).fill(9))
  expect([...unpackLzw(ofCodes([256, 7, 400, 8]), 9)]).toEqual([7])
  expect([...unpackLzw(ofCodes([256, 258, 8]), 9)]).toEqual([])
})

test('any input terminates', () => {
  let seed = 7
  const bytes = Uint8Array.from({ length: 1 << 20 }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed >> 16
  })
  for (let from = 0; from < 200; from++)
    expect(unpackLzw(bytes.subarray(from * 5000), 1e6).length).toBeLessThanOrEqual(1e6)
})
