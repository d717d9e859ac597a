import { describe, expect, test } from 'bun:test'
import { memoryFiles } from '../../../testing/archives/archive-helper'
import { makePages } from '../../../testing/archives/archives'
import { makeCbt, padToBlock, paxRecord, type TarStyle, tarBlock } from '../../../testing/archives/cbt'
import type { ArchiveError } from '../archives/archive-error'
import { openTar, TAR_LIMITS, type TarLimits } from './tar'

const open = async (bytes: Uint8Array, limits?: TarLimits) =>
  openTar(await memoryFiles({ tar: bytes }).open('tar'), limits)

async function contents(bytes: Uint8Array): Promise<Record<string, string>> {
  const tar = await open(bytes)
  const pairs = tar.entries.map(async (entry) => [entry.name, new TextDecoder().decode(await tar.read(entry))])
  return Object.fromEntries(await Promise.all(pairs))
}

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: ArchiveError) => error.fault,
  )

const end = Buffer.alloc(1024)
const long = `${'a folder with a long name/'.repeat(8)}日本 p1.png`
const files = { 'p1.png': 'first', 'sub/': '', 'sub/p2.png': 'x'.repeat(5000), 'empty.txt': '' }

describe('reads', () => {
  const styles: TarStyle[] = ['ustar', 'gnu', 'pax', 'v7']
  for (const style of styles)
    test(`a TAR of the kind ${style}`, async () => {
      expect(await contents(makeCbt(files, { style }))).toEqual(files)
    })

  test('names over 100 bytes in GNU and POSIX form', async () => {
    for (const style of ['gnu', 'pax'] as const)
      expect(await contents(makeCbt({ [long]: 'a', 'b.png': 'b' }, { style }))).toEqual({ [long]: 'a', 'b.png': 'b' })
  })

  test('a name in two parts, and no second part where GNU stores times', async () => {
    const parts = (style: TarStyle) => Buffer.concat([tarBlock('p1.png', 0, '0', style, 'v01/c001'), end])
    expect(Object.keys(await contents(parts('ustar')))).toEqual(['v01/c001/p1.png'])
    expect(Object.keys(await contents(parts('gnu')))).toEqual(['p1.png'])
  })

  test('sizes in GNU binary form and in POSIX attributes', async () => {
    const block = tarBlock('big.png', 0, '0')
    block.fill(0, 124, 136)
    block[124] = 0x80
    block[135] = 3
    const attribute = Buffer.from(paxRecord('size', '3'))
    const pax = [tarBlock('x', attribute.length, 'x'), padToBlock(attribute), tarBlock('pax.png', 0, '0')]
    const content = padToBlock(Buffer.from('abc'))
    expect(await contents(Buffer.concat([resum(block), content, ...pax, content, end]))).toEqual({
      'big.png': 'abc',
      'pax.png': 'abc',
    })
  })

  test('files only: links, devices, sparse files and comments are left out', async () => {
    const remark = Buffer.from(paxRecord('comment', 'hello'))
    const sparse = Buffer.from(paxRecord('GNU.sparse.major', '1') + paxRecord('path', 'hole.png'))
    const odd = ['1', '2', '3', '4', '6', 'V', 'S'].map((kind) => tarBlock(`${kind}.png`, 0, kind))
    const bytes = Buffer.concat([
      ...[tarBlock('g', remark.length, 'g'), padToBlock(remark), tarBlock('K', 4, 'K'), padToBlock(Buffer.from('to'))],
      ...[
        ...odd,
        tarBlock('x', sparse.length, 'x'),
        padToBlock(sparse),
        tarBlock('h', 4, '0'),
        padToBlock(Buffer.from('data')),
      ],
      ...[tarBlock('old.png', 3, '7'), padToBlock(Buffer.from('old')), tarBlock('v7.png', 0, '\0'), end],
    ])
    expect(await contents(bytes)).toEqual({ 'old.png': 'old', 'v7.png': '' })
  })

  test('checksums that were added as signed numbers', async () => {
    const block = tarBlock('é.png', 0, '0')
    const sum = block.fill(' ', 148, 156).reduce((total, byte) => total + (byte > 127 ? byte - 256 : byte), 0)
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    expect(Object.keys(await contents(Buffer.concat([block, end])))).toEqual(['é.png'])
  })
})

function resum(block: Buffer): Buffer {
  const sum = block.fill(' ', 148, 156).reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

test('a page costs its own bytes, and opening costs one header per entry', async () => {
  const pages = makePages(20, [300, 450])
  const bytes = makeCbt(pages)
  const reads: number[] = []
  const read = async (offset: number, length: number) => {
    reads.push(length)
    return bytes.subarray(offset, offset + length)
  }
  const tar = await openTar({ size: bytes.length, read, close: async () => undefined })
  expect(reads).toEqual(Array.from({ length: 21 }, () => 512))
  const page = await tar.read(tar.entries[17]!)
  expect(Buffer.from(page).equals(Buffer.from(pages['p18.png']!))).toBe(true)
  expect(reads.slice(21)).toEqual([page.length])
})

describe('refuses', () => {
  const cases: [string, Uint8Array, string, Partial<TarLimits>?][] = [
    ['a TAR without its end mark', makeCbt(files, { open: true }), 'damaged'],
    ['something other in the middle', Buffer.concat([makeCbt(files, { open: true }), Buffer.alloc(512, 7)]), 'damaged'],
    ['an entry past the end', Buffer.concat([tarBlock('a', 9_000_000, '0'), end]), 'damaged'],
    ['a cut attribute', Buffer.concat([tarBlock('x', 9, 'x'), padToBlock(Buffer.from('99 path=a')), end]), 'damaged'],
    [
      'an attribute without a length',
      Buffer.concat([tarBlock('x', 9, 'x'), padToBlock(Buffer.from('0 path=aa')), end]),
      'damaged',
    ],
    ['too many entries', makeCbt(files), 'too_large', { entries: 3 }],
    [
      'remarks without an entry',
      Buffer.concat([...Array(40)].map(() => tarBlock('x', 0, 'x'))),
      'too_large',
      { entries: 9 },
    ],
    ['an entry over the limit', makeCbt(files), 'too_large', { entryBytes: 4999 }],
    ['a name over the limit', makeCbt({ [long]: '' }, { style: 'gnu' }), 'too_large', { nameBytes: 100 }],
  ]
  for (const [name, bytes, fault, limits] of cases)
    test(`${name}: ${fault}`, async () => {
      const reading = open(bytes, { ...TAR_LIMITS, ...limits }).then((tar) =>
        Promise.all(tar.entries.map((e) => tar.read(e))),
      )
      expect(await faultOf(reading)).toBe(fault)
    })

  test('truncated anywhere but in its last zeros, a TAR is damaged', async () => {
    const whole = makeCbt({ 'a.png': 'first', 'b.png': 'second' })
    for (let at = 0; at < whole.length - 512; at += 16)
      expect(await faultOf(open(whole.subarray(0, at)))).toBe('damaged')
  })

  test('altered in many places, a TAR is read or refused as damaged, and never breaks', async () => {
    const whole = makeCbt({ [long]: 'first', 'b.png': 'second' }, { style: 'pax' })
    for (let at = 0; at < whole.length; at += 5) {
      const turned = Uint8Array.from(whole)
      turned[at]! ^= 1 << (at % 8)
      const fault = await open(turned).then(
        () => 'damaged',
        (error: ArchiveError) => error.fault,
      )
      expect(['damaged', 'too_large']).toContain(fault)
    }
  })
})
