import { describe, expect, test } from 'bun:test'
import { unpackFax } from './fax'

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))
const PICTURE = `
........................................
........................................
.....#########################..........
.....#########################..........
.....###............##########..........
.....###............##########..........
.....#########################..........
........................................
.#..##########################.#..#..#..
.....#########################..........
........................................
########################################`.trim()
/** Packed by libtiff 4.5. */
const GROUP_3 =
  '0013506c0013506c0013535610004d4d58400135380e7080026a701ce10004d4d5840013506c0013543e4d0f8f8f8009a9ab080026a0d8002520'
const MIXED = '0019a836000b0019a9ab08002f0019a9c073840017e00335356100051800cd50f9343e3e3e0028b888c0066a0d80022521b8'
const FILLED =
  '00013506c0013506c0013535610001353561000135380e70800135380e70800135356100013506c0013543e4d0f8f8f8000135356100013506c00129'
const GROUP_4 = '26a0d9c9abfe603ffe3c728739328738e082c5c44719290dc0040040'
const ROWS = '3506c03506c0353561003535610035380e708035380e7080353561003506c03543e4d0f8f8f8353561003506c029'

/** Ones as dots: libtiff packed a picture in which 1 is paper. */
function drawn(bytes: Uint8Array, width: number): string {
  const rowBytes = Math.ceil(width / 8)
  return Array.from({ length: bytes.length / rowBytes }, (_, row) =>
    [...bytes.subarray(row * rowBytes, (row + 1) * rowBytes)]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .slice(0, width)
      .replaceAll('0', '#')
      .replaceAll('1', '.'),
  ).join('\n')
}

const ofBits = (bits: string) =>
  Uint8Array.from(bits.replaceAll(' ', '').match(/.{1,8}/g)!, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))

describe('fax data', () => {
  for (const [name, packed, kind, twoDimensional] of [
    ['Group 3', GROUP_3, 3, false],
    ['Group 3 with rows against the one above', MIXED, 3, true],
    ['Group 3 with ends of lines filled up to a byte', FILLED, 3, false],
    ['Group 4', GROUP_4, 4, false],
    ['rows of runs', ROWS, 2, false],
  ] as const)
    test(`${name} becomes its picture`, () => {
      expect(drawn(unpackFax(hex(packed), 40, 12, { kind, twoDimensional }), 40)).toBe(PICTURE)
    })

  test('runs longer than 63 and 2560 pixels take several codes', () => {
    // White 2560 + 1792 + 640 + 3 (0), then black 5: rows of runs of 5000 pixels.
    const packed = ofBits('000000011111 00000001000 01100111 1000 0011')
    const row = drawn(unpackFax(packed, 5000, 1, { kind: 2, twoDimensional: false }), 5000)
    expect(row).toBe(`${'#'.repeat(4995)}.....`)
  })

  test('a change is up to three pixels from the one above it, or past two of them', () => {
    const first = '001 00110101 0000100 001 10100 011 1' // black 0 to 10, white to 19, black to 23
    const dots = (from: number) => `${'.'.repeat(from)}${'#'.repeat(24 - from)}`
    for (const [
      mode,
      at,
    ] of [['1', 10], ['011', 11], ['000011', 12], ['0000011', 13], ['010', 9], ['000010', 8], ['0000010', 7]] as const) // biome-ignore format: one glance
      expect(secondRow(24, `1 ${mode} 0001 1`)).toBe(dots(at))
    expect(secondRow(24, '0001 001 1000 11 1 1 1')).toBe(`${'#'.repeat(13)}..${'#'.repeat(4)}....#`)
    function secondRow(width: number, bits: string) {
      const packed = ofBits(`${first} ${bits}`)
      return drawn(unpackFax(packed, width, 2, { kind: 4, twoDimensional: false }), width).split('\n')[1]
    }
  })

  test('a change may be left of two above it', () => {
    const first = '001 00110101 0011 001 000111 11'
    const packed = ofBits(`${first} 1 000010 000010 1 1 1`)
    expect(drawn(unpackFax(packed, 8, 2, { kind: 4, twoDimensional: false }), 8)).toBe('.....#..\n...#.#..')
  })

  test('a damaged row of Group 3 costs only that row', () => {
    const broken = hex(FILLED)
    broken.fill(0xff, 10, 12) // in the third row, before its end of line
    const rows = drawn(unpackFax(broken, 40, 12, { kind: 3, twoDimensional: false }), 40).split('\n')
    expect(rows.toSpliced(2, 1)).toEqual(PICTURE.split('\n').toSpliced(2, 1))
  })

  test('missing parts stay white', () => {
    const rows = drawn(unpackFax(hex(GROUP_4.slice(0, 16)), 40, 12, { kind: 4, twoDimensional: false }), 40).split('\n')
    expect(rows.slice(0, 4)).toEqual(PICTURE.split('\n').slice(0, 4))
    expect(rows.slice(-3)).toEqual(new Array(3).fill('#'.repeat(40)))
  })

  test('a megabyte of any data is unpacked in seconds', () => {
    const long = Buffer.alloc(1 << 20, hex('01f01f')) // 2560 white pixels, repeatedly
    const mixed = Uint8Array.from({ length: 1 << 20 }, (_, at) => (at * 2_654_435_761) >>> 13)
    for (const bytes of [new Uint8Array(1 << 20), Buffer.alloc(1 << 20, 0xff), long, mixed])
      for (const kind of [2, 3, 4] as const)
        for (const [width, height] of [
          [2480, 3508],
          [1, 1_000_000],
          [1_000_000, 1],
        ] as const) {
          const before = performance.now()
          unpackFax(bytes, width, height, { kind, twoDimensional: kind === 3 })
          expect(performance.now() - before).toBeLessThan(5000)
        }
  })
})
