import { expect, test } from 'bun:test'
import { findDuplicates, firstFileOfEach } from './duplicates'
import type { ParsedFile } from './parsed-file'

const NOWHERE = { twinElsewhere: async () => undefined }

/** A parsed file with the fields that duplicate detection compares. */
function parsed(name: string, hash: string, more: Partial<ParsedFile> = {}): ParsedFile {
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

async function marked(parsedFiles: ParsedFile[]): Promise<(string | null)[]> {
  await findDuplicates(parsedFiles, NOWHERE)
  const files = parsedFiles.map(
    (one) => [one, { kind: one.kind, unit: one.unit, number: one.number, end: '' }] as const,
  )
  const first = firstFileOfEach(files)
  return files.map(([one, numbering]) => one.twin ?? first(one, numbering))
}

test('of two files with the same content the later one by path is the copy, in any order of discovery', async () => {
  const [a, b] = [parsed('a.cbz', 'x'), parsed('b.cbz', 'x')]
  expect(await marked([a, b])).toEqual([null, 'H/a.cbz'])
  expect(await marked([parsed('b.cbz', 'x'), parsed('a.cbz', 'x')])).toEqual(['H/a.cbz', null])
})

test('among three files of an issue no two refer to each other', async () => {
  const [c, b, a] = [parsed('c.cbz', 'y'), parsed('b.cbz', 'x'), parsed('a.cbz', 'x')]
  expect(await marked([b, c, a])).toEqual(['H/a.cbz', null, 'H/c.cbz'])
})

test("the library's file is not a copy", async () => {
  expect(await marked([parsed('a.cbz', 'x'), parsed('b.cbz', 'x', { unchanged: true })])).toEqual(['H/b.cbz', null])
})

test('a file with the content of one elsewhere refers to that, unless the library has it unchanged', async () => {
  const [fresh, libraryFile, bare] = [
    parsed('a.cbz', 'x'),
    parsed('b.cbz', 'y', { unchanged: true }),
    parsed('c.cbz', 'z'),
  ]
  bare.hash = undefined
  const hashes: string[] = []
  const twinElsewhere = async (hash: string) => {
    hashes.push(hash)
    return `/other/${hash}`
  }
  await findDuplicates([fresh, libraryFile, bare], { twinElsewhere })
  expect([fresh.twin, libraryFile.twin, bare.twin]).toEqual(['/other/x', undefined, undefined])
  expect(hashes).toEqual(['x'])
})

test("the library's file is the first of an issue, then the first that is not a copy", async () => {
  const libraryFile = parsed('c.cbz', 'z', { unchanged: true })
  expect(await marked([parsed('a.cbz', 'x'), libraryFile])).toEqual(['H/c.cbz', null])
  const twin = parsed('a.cbz', 'x', { twin: '/other' })
  const files = [twin, parsed('b.cbz', 'y')].map(
    (one) => [one, { kind: 'issue', unit: 'issue', number: '1', end: '' }] as const,
  )
  const first = firstFileOfEach(files)
  expect(files.map(([one, numbering]) => first(one, numbering))).toEqual(['H/b.cbz', null])
})
