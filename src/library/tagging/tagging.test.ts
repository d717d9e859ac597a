import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseComicInfo } from '../../base/formats/documents/comicinfo'
import { systemFiles } from '../../base/platform/files'
import { damage, makeCbr, makeCbz, makePages } from '../../testing/archives/archives'
import { makePdf } from '../../testing/archives/books'
import { noValidator, schemaFaults } from '../../testing/documents/xsd'
import { rawEntries, taggingAt } from '../../testing/imports/tagging'
import type { IssueRecord, MetadataProvider } from '../metadata/providers/provider'
import { markMissing, putIssueSource } from '../metadata/store'
import { makeMetadataRestorer, openDocuments } from './documents'

const PAGES = makePages(2)
const AT = '2026-11-20T00:00:00.000Z'

let folder: string
let at: ReturnType<typeof taggingAt>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-tagging-'))
  at = taggingAt(folder)
})
afterEach(async () => {
  await at.close()
  rmSync(folder, { recursive: true, force: true })
})

async function documentIn(path: string, name: 'ComicInfo.xml' | 'MetronInfo.xml' = 'ComicInfo.xml'): Promise<string> {
  const { documents } = await openDocuments(path, at.archives)
  return new TextDecoder().decode(documents[name].bytes)
}

async function tag(issueId: string) {
  const { job_id } = at.tagging.issue({ issue_id: issueId })
  const worked = await at.worked(job_id)
  return { ...worked, result: worked.results[0]! }
}

describe('a tagged file', () => {
  test("has the library's metadata, and the same bytes of pages", async () => {
    const { path, issue_id } = at.put('a.cbz', makeCbz(PAGES, { comment: 'mine' }))
    const before = await rawEntries(path)
    const { result, batch_id } = await tag(issue_id)
    expect(result).toMatchObject({ state: 'done', sentence: null, path })
    expect(await rawEntries(path)).toEqual([...before, ['ComicInfo.xml', expect.any(Buffer)]])
    expect(parseComicInfo(await documentIn(path))).toMatchObject({ series: 'Harbor Lights', number: '1', pageCount: 2 })
    expect(readFileSync(path).subarray(-4).toString()).toBe('mine')
    expect(batch_id).not.toBeNull()
    expect(readdirSync(join(folder, 'comics'))).toEqual(['a.cbz'])
  })

  test('is not changed the second time', async () => {
    const { path, issue_id } = at.put('a.cbz', makeCbz(PAGES))
    await tag(issue_id)
    const bytes = readFileSync(path)
    const { result, batch_id } = await tag(issue_id)
    expect([result.state, batch_id]).toEqual(['unchanged', null])
    expect(readFileSync(path)).toEqual(bytes)
  })

  test('keeps the data of other tools', async () => {
    const comicInfo = '<ComicInfo><Series>Old</Series><Review>Mine</Review><Odd a="1"/></ComicInfo>'
    const { path, issue_id } = at.put('a.cbz', makeCbz(PAGES, { comicInfo }))
    await tag(issue_id)
    const text = await documentIn(path)
    expect(text).toContain('<Review>Mine</Review>')
    expect(text).toContain('<Odd a="1"/>')
    expect(text).toContain('<Series>Harbor Lights</Series>')
  })

  test('has its document at the root, where every reader finds it', async () => {
    const nested = { ...PAGES, 'inside/ComicInfo.xml': '<ComicInfo><Review>Mine</Review></ComicInfo>' }
    const { path, issue_id } = at.put('a.cbz', makeCbz(nested))
    await tag(issue_id)
    expect((await rawEntries(path)).map(([name]) => name).slice(-2)).toEqual(['inside/ComicInfo.xml', 'ComicInfo.xml'])
    expect(await documentIn(path)).toContain('<Review>Mine</Review>')
  })

  test('has its document with the exact name and without a namespace, for strict readers', async () => {
    const odd = '<ComicInfo xmlns="urn:made-up" xmlns:x="urn:x"><Review>Mine</Review><x:Odd>1</x:Odd></ComicInfo>'
    const entries = { 'p1.png': PAGES['p1.png']!, 'comicinfo.xml': odd, 'p2.png': PAGES['p2.png']! }
    const { path, issue_id } = at.put('a.cbz', makeCbz(entries))
    const before = await rawEntries(path)
    const { result, batch_id } = await tag(issue_id)
    expect(result).toMatchObject({ state: 'done', sentence: null })
    const after = await rawEntries(path)
    expect(after).toEqual([before[0]!, before[2]!, ['ComicInfo.xml', expect.any(Buffer)]])
    const text = await documentIn(path)
    expect(text).toContain('<ComicInfo xmlns:x="urn:x">')
    expect(text).toContain('<Review>Mine</Review>')
    expect(text).toContain('<x:Odd>1</x:Odd>')
    expect((await tag(issue_id)).result.state).toBe('unchanged')

    await at.journal.undoBatch(batch_id!, makeMetadataRestorer(systemFiles, at.clock.now))
    expect((await rawEntries(path)).map(([name]) => name)).toEqual(['p1.png', 'p2.png', 'comicinfo.xml'])
    expect(await documentIn(path)).toBe(odd)
  })

  test('has one document instead of several spellings, based on the one that strict readers found', async () => {
    const documentOf = (review: string) => `<ComicInfo><Review>${review}</Review></ComicInfo>`
    const documents = {
      'COMICINFO.XML': documentOf('loud'),
      'ComicInfo.xml': documentOf('mine'),
      'comicinfo.xml': documentOf('quiet'),
    }
    const { path, issue_id } = at.put('a.cbz', makeCbz({ ...documents, ...PAGES }))
    const { batch_id } = await tag(issue_id)
    expect((await rawEntries(path)).map(([name]) => name)).toEqual(['ComicInfo.xml', 'p1.png', 'p2.png'])
    expect(await documentIn(path)).toContain('<Review>mine</Review>')
    await at.journal.undoBatch(batch_id!, makeMetadataRestorer(systemFiles, at.clock.now))
    expect((await rawEntries(path)).length).toBe(5)
    expect(await documentIn(path)).toBe(documentOf('mine'))
  })

  test('is never an archive inside an archive: that is converted first', async () => {
    const bytes = makeCbz({ 'a.cbz': makeCbz(PAGES) })
    const { path, issue_id } = at.put('a.cbz', bytes)
    const { result } = await tag(issue_id)
    const sentence = 'The comic is in an archive inside the file. Convert it to CBZ first.'
    expect(result).toMatchObject({ state: 'failed', sentence })
    expect(readFileSync(path)).toEqual(Buffer.from(bytes))
  })

  test('loses a second spelling even when the document itself is up to date', async () => {
    const first = at.put('a.cbz', makeCbz(PAGES))
    await tag(first.issue_id)
    const comicInfo = await documentIn(first.path)
    await at.close()
    rmSync(folder, { recursive: true, force: true })
    at = taggingAt(folder)
    const both = makeCbz({ 'ComicInfo.xml': comicInfo, ...PAGES, 'comicinfo.xml': '<ComicInfo/>' })
    const { path, issue_id } = at.put('a.cbz', both)
    expect((await tag(issue_id)).result.state).toBe('done')
    expect((await rawEntries(path)).map(([name]) => name)).toEqual(['ComicInfo.xml', 'p1.png', 'p2.png'])
  })

  test('keeps a file of that name that is too large to be a document', async () => {
    const large = Buffer.alloc(1024 * 1024 + 1, 32)
    const { path, issue_id } = at.put('a.cbz', makeCbz({ ...PAGES, 'comicinfo.xml': large }))
    const { result } = await tag(issue_id)
    expect(result.sentence).toContain('ComicInfo.xml has 1048577 bytes')
    expect((await rawEntries(path)).length).toBe(3)
  })

  test('gets a new document instead of an unreadable one, with a remark', async () => {
    const { path, issue_id } = at.put('a.cbz', makeCbz(PAGES, { comicInfo: 'not <xml' }))
    const { result } = await tag(issue_id)
    expect(result.state).toBe('done')
    expect(result.sentence).toContain('could not be read')
    expect(await documentIn(path)).toContain('Harbor Lights')
  })

  test('is restored by undo, document by document', async () => {
    const odd = Buffer.from('<ComicInfo><Series>Bl\xe5</Series></ComicInfo>', 'latin1')
    const files = [PAGES, { ...PAGES, 'comicinfo.XML': odd }, { ...PAGES, 'ComicInfo.xml': '<ComicInfo/>' }]
    const put = files.map((entries, n) => at.put(`${n}.cbz`, makeCbz(entries, { store: true })))
    const before = await Promise.all(put.map(({ path }) => rawEntries(path)))
    const { job_id } = at.tagging.all({ comic_id: 'harbor' })
    const { batch_id, changed } = await at.worked(job_id)
    expect(changed).toBe(3)
    expect((await rawEntries(put[0]!.path)).length).toBe(3)
    const undone = await at.journal.undoBatch(batch_id!, makeMetadataRestorer(systemFiles, at.clock.now))
    expect(undone).toEqual({ undone: 3, failed: [] })
    const contents = (entries: [string, Buffer][]) =>
      entries.map(([name, bytes]) => [name, bytes.subarray(30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28))])
    for (const [n, { path }] of put.entries()) expect(contents(await rawEntries(path))).toEqual(contents(before[n]!))
  })
})

describe('not tagged, with the reason', () => {
  const cases: [string, string, () => Uint8Array, string][] = [
    ['a RAR', 'a.cbr', () => makeCbr(PAGES), 'Convert it to CBZ first'],
    ['a PDF', 'a.pdf', () => makePdf([{ draw: '' }]), 'cannot hold comic metadata'],
    ['an encrypted ZIP', 'a.cbz', () => makeCbz(Object.entries(PAGES).map(([name, data]) => ({ name, data, encrypted: true }))), 'encrypted'],
    ['one with an encrypted note', 'a.cbz', () => makeCbz([...Object.entries(PAGES).map(([name, data]) => ({ name, data })), { name: 'note.txt', data: 'x', encrypted: true }]), 'encrypted'],
    ['a truncated file', 'a.cbz', () => damage(makeCbz(PAGES), 'cut'), 'cut off'],
    ['a document that would get too long to be read again', 'a.cbz', () => makeCbz(PAGES, { comicInfo: `<ComicInfo><Review>${'x'.repeat(1024 * 1024 - 100)}</Review></ComicInfo>` }), 'larger than 1048576 bytes'],
    ['a document without end', 'a.cbz', () => makeCbz(PAGES, { comicInfo: `<ComicInfo>${' '.repeat(1024 * 1024)}</ComicInfo>` }), 'bytes'],
  ] // biome-ignore format: one glance

  test.each(cases)('%s', async (_, name, bytes, sentence) => {
    const { path, issue_id } = at.put(name, bytes())
    const { result, failed } = await tag(issue_id)
    expect([result.state, failed]).toEqual(['failed', 1])
    expect(result.sentence).toContain(sentence)
    expect(readFileSync(path)).toEqual(Buffer.from(bytes()))
    expect(readdirSync(join(folder, 'comics'))).toEqual([name])
    expect(await at.tagging.preview(issue_id)).toMatchObject({
      writable: name === 'a.cbz' && /note\.txt|larger than/.test(result.sentence ?? ''),
    })
  })

  test('a file that changed since the last scan', async () => {
    const { path, issue_id } = at.put('a.cbz', makeCbz(PAGES))
    utimesSync(path, 1, 1)
    expect((await tag(issue_id)).result).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining('changed'),
    })
  })

  test('a link, and a missing file', async () => {
    const { path, issue_id } = at.put('a.cbz', makeCbz(PAGES))
    rmSync(path)
    expect((await tag(issue_id)).result.sentence).toContain('File not found')
    writeFileSync(join(folder, 'elsewhere.cbz'), makeCbz(PAGES))
    symlinkSync(join(folder, 'elsewhere.cbz'), path)
    expect((await tag(issue_id)).result.sentence).toContain('link')
  })

  test('nothing is started for an issue without a file, or an unknown one', () => {
    const { path } = at.put('a.cbz', makeCbz(PAGES))
    expect(path).toBeDefined()
    expect(() => at.tagging.issue({})).toThrow('issue_id is missing')
    expect(() => at.tagging.issue({ issue_id: 'none' })).toThrow('There is no issue none')
    expect(() => at.tagging.some({ comic_id: 'harbor', issue_ids: 'harbor-1,other' })).toThrow('no issue other')
    expect(() => at.tagging.all({ id: 'none' })).toThrow('There is no series none')
  })
})

describe('details of an issue', () => {
  const record: IssueRecord = {
    provider_id: '31',
    facts: { number: '1', title: 'The Lamp', credits: [{ name: 'Ada Moss', roles: ['Writer'] }], characters: ['Nell'] },
    detailed: true,
  }
  const requests: string[] = []
  const provider = (answer: Awaited<ReturnType<MetadataProvider['issue']>>) =>
    ({
      name: 'mangadex',
      label: 'MangaDex',
      serves: ['comic'],
      listsIssues: true,
      issue: async (id: string) => {
        requests.push(id)
        return answer
      },
    }) as unknown as MetadataProvider

  const withProvider = async (answer: Parameters<typeof provider>[0]) => {
    requests.length = 0
    await at.close()
    rmSync(folder, { recursive: true, force: true })
    at = taggingAt(folder, { providers: [provider(answer)] })
    const files = [1, 2].map((n) => at.put(`${n}.cbz`, makeCbz(PAGES)))
    at.db.write((tx) => {
      for (const [n, { issue_id }] of files.entries())
        putIssueSource(tx, { issue_id, source: 'mangadex', provider_id: `${31 + n}`, facts: {}, said_at: AT })
    })
    const { job_id } = at.tagging.all({ comic_id: 'harbor' })
    return { files, worked: await at.worked(job_id) }
  }

  test('are fetched once, and then written', async () => {
    const { files, worked } = await withProvider({ ok: record })
    expect(worked.changed).toBe(2)
    expect(requests).toEqual(['31', '32'])
    const info = parseComicInfo(await documentIn(files[0]!.path))
    expect(info).toMatchObject({ title: 'The Lamp', writer: ['Ada Moss'], characters: ['Nell'] })
    await tag(files[0]!.issue_id)
    expect(requests.length).toBe(2)
  })

  test('are not requested from a provider that removed the issue', async () => {
    await withProvider({ failure: 'limit', detail: 'MangaDex takes no more questions before 15:00.' })
    at.db.write((tx) => markMissing(tx, { comic_id: 'harbor', source: 'mangadex', listed: new Set(['32']), at: AT }))
    requests.length = 0
    const { job_id } = at.tagging.all({ comic_id: 'harbor' })
    await at.worked(job_id)
    expect(requests).toEqual(['32'])
  })

  test('that cannot be fetched are left out with a remark, and the provider is not queried again', async () => {
    const { worked } = await withProvider({
      failure: 'limit',
      detail: 'MangaDex takes no more questions before 15:00.',
    })
    expect(requests).toEqual(['31'])
    expect(worked.results.map(({ state, sentence }) => [state, sentence])).toEqual([
      ['done', 'Without details: MangaDex takes no more questions before 15:00.'],
      ['done', 'Without details: MangaDex takes no more questions before 15:00.'],
    ])
  })
})

test('a run that was cut off continues in the same batch, and is undone as one', async () => {
  await at.close()
  const written = Promise.withResolvers<void>()
  const rename = async (from: string, to: string) => {
    await systemFiles.rename(from, to)
    written.resolve()
  }
  at = taggingAt(folder, { files: { ...systemFiles, rename } })
  const put = [1, 2, 3].map((n) => at.put(`${n}.cbz`, makeCbz(PAGES)))
  const { job_id } = at.tagging.all({ comic_id: 'harbor' })
  await written.promise
  await at.close()
  at = taggingAt(folder)
  await at.journal.recover()
  at.operations.recover()
  const { batch_id, results, failed } = await at.worked(job_id)
  expect([results.length, failed]).toEqual([3, 0])
  for (const { path } of put) expect(await documentIn(path)).toContain('Harbor Lights')
  expect(await at.journal.undoBatch(batch_id!, makeMetadataRestorer(systemFiles, at.clock.now))).toEqual({
    undone: 3,
    failed: [],
  })
  for (const { path } of put) expect((await rawEntries(path)).length).toBe(2)
})

test('a preview shows the changes and changes nothing', async () => {
  const comicInfo =
    '<ComicInfo><Series>Old</Series><Review>Mine</Review><Pages><Page Image="0" Type="FrontCover"/></Pages></ComicInfo>'
  const { path, issue_id } = at.put('a.cbz', makeCbz(PAGES, { comicInfo }))
  const bytes = readFileSync(path)
  const preview = await at.tagging.preview(issue_id)
  expect(preview).toMatchObject({
    document: 'ComicInfo.xml',
    before: { Series: 'Old', Review: 'Mine', Pages: '1 FrontCover' },
    after: { Series: 'Harbor Lights', Review: 'Mine', Number: '1', Pages: '1 FrontCover' },
    writable: true,
    problem: null,
  })
  expect(preview.changed).toContain('Series')
  expect(preview.changed).not.toContain('Review')
  expect(readFileSync(path)).toEqual(bytes)
})

test.skipIf(noValidator !== undefined).each([
  ['2.1', 50],
  ['2.0', 10],
] as const)(
  'tagged files are valid against the schemas of ComicInfo %s and MetronInfo, and no page of %i files changed',
  async (version, count) => {
    await at.close()
    rmSync(folder, { recursive: true, force: true })
    at = taggingAt(folder, { settings: { ct_tag_metroninfo: 'true', ct_comicinfo_version: version } })
    const kept = [
      undefined,
      '<ComicInfo><Year></Year><AgeRating>Odd</AgeRating><Notes>Mine\nand yours</Notes></ComicInfo>',
    ]
    const put = Array.from({ length: count }, (_, n) => {
      const entries = n % 5 === 0 ? [{ name: `é${n}.png`, data: PAGES['p1.png']!, descriptor: true }] : PAGES
      return at.put(`${n}.cbz`, makeCbz(entries, { comicInfo: kept[n % 2], store: n % 3 === 0 }), {
        number: String(n + 1),
      })
    })
    at.db.write((tx) => {
      for (const [n, { issue_id }] of put.entries()) {
        const hostile = `${n}\u0000]]>&<\ud800`
        const facts = { title: hostile, summary: hostile.repeat(n * 200), characters: [hostile], arcs: [{ name: hostile }], age_rating: 'Mature', credits: [{ name: hostile, roles: ['Writer', 'Odd'] }], upc: '761941341927' } // biome-ignore format: one glance
        putIssueSource(tx, { issue_id, source: 'metron', provider_id: `${n}`, detailed: true, facts, said_at: AT })
      }
    })
    const before = new Map<string, [string, Buffer][]>()
    for (const { path } of put) before.set(path, await rawEntries(path))
    const { job_id } = at.tagging.all({ comic_id: 'harbor' })
    expect(await at.worked(job_id)).toMatchObject({ total: count, changed: count, failed: 0 })
    const pictures = (entries: [string, Buffer][]) => entries.filter(([name]) => name.endsWith('.png'))
    for (const { path } of put) expect(pictures(await rawEntries(path))).toEqual(pictures(before.get(path)!))
    const comicInfos = await Promise.all(put.map(({ path }) => documentIn(path)))
    expect(await schemaFaults(`ComicInfo-${version}`, comicInfos)).toEqual([])
    const metronInfos = await Promise.all(put.map(({ path }) => documentIn(path, 'MetronInfo.xml')))
    expect(await schemaFaults('MetronInfo-1.0', metronInfos)).toEqual([])
  },
  60_000,
)
