import { expect, test } from 'bun:test'
import { findDuplicates, firstFileOfEach } from './duplicates'
import type { ParsedFile } from './parsed-file'

const NOWHERE = { twinElsewhere: async () => undefined }

/** As far as copies are told by it. */
function claim(name: string, hash: string, more: Partial<ParsedFile> = {}): ParsedFile {
  const place = { root: '/comics', path: '/comics/H', parts: ['H'] }
  const one = {
    place,
    name,
    path: `/comics/H/${name}`,
    hash,
    unchanged: false,
    kind: 'issue',
    unit: 'issue',
    number: '1',
  }
  return { ...one, ...more } as ParsedFile
}

async function marked(claims: ParsedFile[]): Promise<(string | null)[]> {
  await findDuplicates(claims, NOWHERE)
  const files = claims.map((one) => [one, { kind: one.kind, unit: one.unit, number: one.number, end: '' }] as const)
  const first = firstFileOfEach(files)
  return files.map(([one, numbering]) => one.twin ?? first(one, numbering))
}

test('of two files with the same content the later one by path is the copy, in whatever order they were found', async () => {
  const [a, b] = [claim('a.cbz', 'x'), claim('b.cbz', 'x')]
  expect(await marked([a, b])).toEqual([null, 'H/a.cbz'])
  expect(await marked([claim('b.cbz', 'x'), claim('a.cbz', 'x')])).toEqual(['H/a.cbz', null])
})

test('of three files of an issue no two name each other', async () => {
  const [c, b, a] = [claim('c.cbz', 'y'), claim('b.cbz', 'x'), claim('a.cbz', 'x')]
  expect(await marked([b, c, a])).toEqual(['H/a.cbz', null, 'H/c.cbz'])
})

test('the one that the library has is no copy', async () => {
  expect(await marked([claim('a.cbz', 'x'), claim('b.cbz', 'x', { unchanged: true })])).toEqual(['H/b.cbz', null])
})

test('a file with the content of one elsewhere names that, unless the library has it as it is', async () => {
  const [fresh, held, bare] = [claim('a.cbz', 'x'), claim('b.cbz', 'y', { unchanged: true }), claim('c.cbz', 'z')]
  bare.hash = undefined
  const asked: string[] = []
  const twinElsewhere = async (hash: string) => {
    asked.push(hash)
    return `/other/${hash}`
  }
  await findDuplicates([fresh, held, bare], { twinElsewhere })
  expect([fresh.twin, held.twin, bare.twin]).toEqual(['/other/x', undefined, undefined])
  expect(asked).toEqual(['x'])
})

test('the one that the library has is the first of an issue, then the first that is no copy', async () => {
  const held = claim('c.cbz', 'z', { unchanged: true })
  expect(await marked([claim('a.cbz', 'x'), held])).toEqual(['H/c.cbz', null])
  const twin = claim('a.cbz', 'x', { twin: '/other' })
  const files = [twin, claim('b.cbz', 'y')].map(
    (one) => [one, { kind: 'issue', unit: 'issue', number: '1', end: '' }] as const,
  )
  const first = firstFileOfEach(files)
  expect(files.map(([one, numbering]) => first(one, numbering))).toEqual(['H/b.cbz', null])
})
