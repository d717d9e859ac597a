import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { damage, makeCbr, makeCbz, makePages } from '../../testing/archives/archives'
import { makeCb7 } from '../../testing/archives/cb7'
import { makeCbt } from '../../testing/archives/cbt'
import { isPresent } from '../../testing/harness/programs'
import { rawEntries, taggingAt } from '../../testing/imports/tagging'
import { fileWithId, linkFileToIssue, setContentHash } from '../series/file-store'

const INFO = '<ComicInfo><Series>Harbor Lights</Series></ComicInfo>'
const INSIDE = {
  ...makePages(11),
  'b/extra 2.png': makePages(1)['p1.png']!,
  'b/note.txt': 'mine',
  'ComicInfo.xml': INFO,
}
const LITTER = { 'Thumbs.db': 'x', '__MACOSX/p1.png': 'x', '.DS_Store': 'x' }

let folder: string
let at: ReturnType<typeof taggingAt>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-converting-'))
  at = taggingAt(folder)
})
afterEach(async () => {
  await at.close()
  rmSync(folder, { recursive: true, force: true })
})

type Format = 'cbz' | 'cbr' | 'cb7' | 'cbt'

async function convert(name: string, bytes: Uint8Array, format: Format = 'cbr') {
  const put = at.put(name, bytes, { format })
  const pages = await at.pages(put.path).catch(() => [])
  const { job_id } = at.tagging.convert({ comic_id: 'harbor' })
  const worked = await at.worked(job_id)
  return { ...put, pages, worked, result: worked.results.find(({ file_id }) => file_id === put.file_id)! }
}

const inLibrary = () =>
  readdirSync(join(folder, 'comics'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()

describe('converted to CBZ', () => {
  const kinds: [string, Format, () => Uint8Array][] = [
    ['a RAR 4', 'cbr', () => makeCbr({ ...INSIDE, ...LITTER })],
    ['a RAR 5', 'cbr', () => makeCbr({ ...INSIDE, ...LITTER }, { rar5: true })],
    ['a 7-Zip', 'cb7', () => makeCb7({ ...INSIDE, ...LITTER })],
    ['a solid 7-Zip', 'cb7', () => makeCb7({ ...INSIDE, ...LITTER }, { solid: true, method: 'deflate' })],
    ['a TAR', 'cbt', () => makeCbt({ ...INSIDE, ...LITTER })],
  ]

  test.each(kinds)(
    '%s has the same pages in the same order, and all other entries except system files',
    async (_, format, bytes) => {
      const { file_id, path, pages, worked, result } = await convert(`a 1.${format}`, bytes(), format)
      expect(worked).toMatchObject({ changed: 1, failed: 0 })
      expect(result).toMatchObject({
        state: 'done',
        path: path.replace(format, 'cbz'),
        sentence: 'Left out 3 leftovers of systems.',
      })
      expect(await at.pages(result.path)).toEqual(pages)
      expect((await rawEntries(result.path)).map(([name]) => name)).toEqual(Object.keys(INSIDE))
      const row = fileWithId(at.db.read, file_id)!
      expect(row).toMatchObject({ path: result.path, format: 'cbz', page_count: pages.length })
      const original = inLibrary().find((name) => name.endsWith(format))
      expect(original).toBeDefined()
      expect(existsSync(path)).toBe(false)
      const undone = await at.journal.undoBatch(worked.batch_id!)
      expect(undone).toEqual({ undone: 1, failed: [] })
      expect(readFileSync(path)).toEqual(Buffer.from(bytes()))
      expect(fileWithId(at.db.read, file_id)).toMatchObject({ path, format })
    },
  )

  test('the dates of the entries stay', async () => {
    const { result } = await convert('a 1.cbr', makeCbr(INSIDE))
    const [first] = await rawEntries(result.path)
    expect([first![1].readUInt16LE(10), first![1].readUInt16LE(12)]).toEqual([0x6000, 0x5d75])
  })

  test('a RAR named CBZ keeps its name, and a taken name gets a number', async () => {
    const lie = await convert('lie.cbz', makeCbr(INSIDE))
    expect(basename(lie.result.path)).toBe('lie.cbz')
    at.put('b.cbz', makeCbz(INSIDE))
    const conversion = await convert('b.cbr', makeCbr(INSIDE))
    expect(basename(conversion.result.path)).toBe('b (2).cbz')
    expect(conversion.worked.results.map(({ state }) => state).sort()).toEqual(['done', 'unchanged', 'unchanged'])
  })

  test('a ZIP named CBR is only renamed, with a remark, and undo restores the name', async () => {
    const bytes = makeCbz(INSIDE)
    at.put('b.cbz', makeCbz(INSIDE))
    const { path, result, worked } = await convert('b.cbr', bytes, 'cbz')
    const sentence = 'The file already was a ZIP archive. It was renamed to b (2).cbz.'
    expect(result).toMatchObject({ state: 'done', path: path.replace('b.cbr', 'b (2).cbz'), sentence })
    expect(readFileSync(result.path)).toEqual(Buffer.from(bytes))
    expect(inLibrary()).toEqual(['b (2).cbz', 'b.cbz'])
    expect(await at.journal.undoBatch(worked.batch_id!)).toEqual({ undone: 1, failed: [] })
    expect(inLibrary()).toEqual(['b.cbr', 'b.cbz'])
  })

  test('a comic inside another archive is unpacked and keeps its name', async () => {
    const { result, worked } = await convert('b.cbz', makeCbz({ 'in/b.cbr': makeCbz(INSIDE), 'x.txt': 'mine' }), 'cbz')
    expect(result).toMatchObject({ state: 'done', sentence: null })
    expect(basename(result.path)).toBe('b.cbz')
    expect((await rawEntries(result.path)).map(([name]) => name)).toEqual(['x.txt', ...Object.keys(INSIDE)])
    expect(await at.journal.undoBatch(worked.batch_id!)).toEqual({ undone: 1, failed: [] })
  })

  test('a packed TAR gets one extension in place of two', async () => {
    const { result } = await convert('b 1.tar.gz', Bun.gzipSync(makeCbt(INSIDE) as Uint8Array<ArrayBuffer>), 'cbt')
    expect(basename(result.path)).toBe('b 1.cbz')
  })

  test('a CBZ named ZIP is not changed', async () => {
    const { result } = await convert('b.zip', makeCbz(INSIDE), 'cbz')
    expect(result).toMatchObject({ state: 'unchanged', sentence: null })
    expect(inLibrary()).toEqual(['b.zip'])
  })

  test('a name that is taken in other case counts as taken', async () => {
    at.put('b.cbz', makeCbz(INSIDE))
    const { result } = await convert('B.cbr', makeCbr(INSIDE))
    expect(basename(result.path)).toBe('B (2).cbz')
  })

  test('two entries of the same name get different names, in their order', async () => {
    const odd = Object.values(makePages(2)).map((data) => ({ name: 'p3.png', data }))
    const { result, pages } = await convert('a.cbt', makeCbt(odd), 'cbt')
    expect((await rawEntries(result.path)).map(([name]) => name)).toEqual(['p3.png', 'p3_2.png'])
    expect((await at.pages(result.path)).map(([, bytes]) => bytes)).toEqual(pages.map(([, bytes]) => bytes))
  })
})

describe('not converted, with the reason', () => {
  const encrypted = Object.entries(makePages(2)).map(([name, data]) => ({ name, data, encrypted: true }))
  const cases: [string, () => Uint8Array, string][] = [
    ['an encrypted RAR', () => makeCbr(encrypted), 'encrypted'],
    ['a truncated RAR', () => damage(makeCbr(INSIDE), 'cut'), 'RAR'],
    ['a RAR with a turned bit', () => damage(makeCbr(makePages(3), { rar5: true }), 'flip'), 'damaged'],
    ['one part of several', () => makeCbr(INSIDE, { volume: true }), 'one part of several'],
    [
      'an entry that would leave its folder further in',
      () => makeCbt({ ...INSIDE, 'b/../../p9.png': 'x' }),
      'leads out',
    ],
    ['an entry at the root of a disk', () => makeCbt({ ...INSIDE, '/p9.png': 'x' }), 'leads out'],
    ['an entry on a drive of Windows', () => makeCbt({ ...INSIDE, 'C:/p9.png': 'x' }), 'leads out'],
    ['an entry that would leave its folder', () => makeCbt({ ...INSIDE, '../p9.png': 'x' }), 'leads out'],
    ['a web page', () => damage(makeCbr(INSIDE), 'web page'), 'web page'],
  ]

  test.each(cases)('%s', async (_, bytes, sentence) => {
    const { path, result } = await convert('a.cbr', bytes())
    expect(result.state).toBe('failed')
    expect(result.sentence).toContain(sentence)
    expect(readFileSync(path)).toEqual(Buffer.from(bytes()))
    expect(inLibrary()).toEqual(['a.cbr'])
  })
})

const real = join(import.meta.dir, '../../../../shared/data/archives')
const present = isPresent(existsSync(real), 'the real archives are not on this machine')

describe.skipIf(!present)('real archives', () => {
  const names = existsSync(real) ? readdirSync(real).filter((name) => /\.(?:rar|cbr|7z|cb7)$/.test(name)) : []

  test.each(names)('%s has the same pages afterwards, or is not changed', async (name) => {
    const bytes = readFileSync(join(real, name))
    const { path, pages, result } = await convert(name, bytes, extname(name) === '.7z' ? 'cb7' : 'cbr')
    if (pages.length > 0) {
      expect(result).toMatchObject({ state: 'done' })
      expect((await at.pages(result.path)).map(([, page]) => page)).toEqual(pages.map(([, page]) => page))
    } else {
      expect(result.state).toBe('failed')
      expect(result.sentence).toMatch(/^[A-Z"].*\.$/)
      expect(readFileSync(path)).toEqual(bytes)
    }
  })
})

describe('imported files', () => {
  const arrive = async (settings: { enable_meta?: string; cbr2cbz?: string }) => {
    await at.close()
    rmSync(folder, { recursive: true, force: true })
    at = taggingAt(folder, { settings })
    const put = [at.put('a.cbr', makeCbr(makePages(2)), { format: 'cbr' }), at.put('b.cbz', makeCbz(makePages(2)))]
    at.tagging.tagImported(put.map(({ file_id }) => file_id))
    await at.operations.idle()
    const names = (path: string) => rawEntries(path).then((all) => all.map(([name]) => name))
    const paths = put.map(({ file_id }) => at.pathOf(file_id))
    return { names: paths.map((path) => basename(path)), inside: await names(paths[1]!), first: paths[0]!, read: names }
  }

  test('are not changed by default', async () => {
    expect(await arrive({})).toMatchObject({ names: ['a.cbr', 'b.cbz'], inside: ['p1.png', 'p2.png'] })
    at.tagging.tagImported([])
  })

  test('are left as they are when they are byte for byte another file of their issue', async () => {
    await at.close()
    at = taggingAt(folder, { settings: { enable_meta: 'true' } })
    const bytes = makeCbz(makePages(2))
    const [first, copy, other] = ['a.cbz', 'b.cbz', 'c.cbz'].map((name) => at.put(name, bytes))
    at.db.write((tx) => {
      for (const { file_id } of [first!, copy!, other!]) setContentHash(tx, file_id, 'same')
      linkFileToIssue(tx, first!.issue_id, copy!.file_id)
    })
    const isTagged = async ({ path }: { path: string }) => (await rawEntries(path)).some(([name]) => name === 'ComicInfo.xml') // biome-ignore format: one line
    at.tagging.tagImported([copy!.file_id])
    await at.operations.idle()
    expect(await isTagged(copy!)).toBe(false)
    at.tagging.tagImported([first!, copy!, other!].map(({ file_id }) => file_id))
    await at.operations.idle()
    expect(await Promise.all([first!, copy!, other!].map(isTagged))).toEqual([true, false, true])
  })

  test('are converted, tagged, or both', async () => {
    expect(await arrive({ cbr2cbz: 'true' })).toMatchObject({ names: ['a.cbz', 'b.cbz'], inside: ['p1.png', 'p2.png'] })
    const tagged = ['p1.png', 'p2.png', 'ComicInfo.xml']
    expect(await arrive({ enable_meta: 'true' })).toMatchObject({ names: ['a.cbr', 'b.cbz'], inside: tagged })
    const both = await arrive({ enable_meta: 'true', cbr2cbz: 'true' })
    expect(both).toMatchObject({ names: ['a.cbz', 'b.cbz'], inside: tagged })
    expect(await both.read(both.first)).toEqual(tagged)
  })
})
