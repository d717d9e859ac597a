import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seriesNamed } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { putFile, scanLibrary } from '../../../testing/imports/imports'

/** Evidence inside archives and in folders, other than ComicInfo. */

const PAGES = makePages(10)
let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-evidence-'))
  mkdirSync(join(folder, 'comics'))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  app = await testApp({ settings: { comic_dirs: join(folder, 'comics') }, ports: { processes } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (path: string, content: Uint8Array | string) => putFile(join(folder, 'comics', path), content)

const scan = () => scanLibrary(app)

const metron = (number: number) => `<?xml version="1.0"?><MetronInfo>
  <IDS><ID source="Comic Vine" primary="true">5550${number}</ID></IDS>
  <Publisher><Name>Northgate</Name><Imprint>Lamp</Imprint></Publisher>
  <Series id="4242" lang="en"><Name>Harbor Lights</Name><Volume>2</Volume><Format>Limited Series</Format>
    <StartYear>2015</StartYear><IssueCount>6</IssueCount></Series>
  <Number>${number}</Number><Stories><Story>Part ${number}</Story></Stories><StoreDate>2015-0${number}-06</StoreDate>
</MetronInfo>`
const tagged = (number: number, more = {}) => makeCbz({ ...PAGES, 'MetronInfo.xml': metron(number), ...more })
const seriesJson = (metadata: object) => JSON.stringify({ version: '1.0.2', metadata })
const SAID = {
  name: 'Harbor Lights',
  comicid: 77001,
  year: 2015,
  volume: 2,
  publisher: 'Northgate',
  booktype: 'Print',
  total_issues: 12,
  description_text: 'Lamps go out along the coast.',
}
const sumOf = (parts: { points: number }[]) => parts.reduce((sum, { points }) => sum + points, 0)

test('MetronInfo names the series, the run and the issue, and its ids stay with the group', async () => {
  for (const n of [1, 2]) put(`x${n}.cbz`, tagged(n))
  const [result] = (await scan()).results!
  expect(result).toMatchObject({
    series_name: 'Harbor Lights',
    match: { year: '2015', publisher: 'Northgate', issues: 2 },
    provider_ids: { comicvineVolume: '4242' },
    total_issues: 6,
    files: [
      { number: '1', title: 'Part 1', evidence: ['MetronInfo names its series'] },
      { number: '2', title: 'Part 2' },
    ],
  })
  expect(result!.evidence).toContain('MetronInfo names the series in 2 of 2 files')
  expect(result!.evidence).toContain('The files name its id at Comic Vine: 4242')
})

test('ComicInfo outranks MetronInfo, which fills the gaps', async () => {
  const comicInfo = '<ComicInfo><Series>Copper Orchard</Series><Number>7</Number></ComicInfo>'
  put('a.cbz', tagged(3, { 'ComicInfo.xml': comicInfo }))
  const [result] = (await scan()).results!
  expect(result).toMatchObject({ series_name: 'Copper Orchard', match: { publisher: 'Northgate' } })
  expect(result!.files[0]).toMatchObject({ number: '7', title: 'Part 3', evidence: ['ComicInfo names its series'] })
})

test('a broken MetronInfo loses its data, not the comic', async () => {
  put('Harbor Lights (2015)/Harbor Lights 1.cbz', makeCbz({ ...PAGES, 'MetronInfo.xml': '<html>' }))
  const [result] = (await scan()).results!
  expect(result!.files[0]!.evidence).toContain('MetronInfo.xml cannot be read')
})

test('series.json names the series of its folder and of the folders inside, and its data reaches the library', async () => {
  put('HL15/series.json', seriesJson(SAID))
  put('HL15/001.cbz', makeCbz(PAGES))
  put('HL15/Harbor Lights 002.cbz', makeCbz({ ...PAGES, 'n.txt': '2' }))
  put('HL15/Annuals/Annual 1.cbz', makeCbz({ ...PAGES, 'n.txt': '3' }))
  put('HL15/Copper Orchard 004 (2012).cbz', makeCbz({ ...PAGES, 'n.txt': '4' }))
  const view = await scan()
  const harbor = view.results!.find(({ series_name }) => series_name === 'Harbor Lights')!
  expect(view.results!.map(({ series_name }) => series_name)).toEqual(['Copper Orchard', 'Harbor Lights'])
  expect(harbor.files.map(({ path }) => path)).toEqual([
    'HL15/001.cbz',
    'HL15/Harbor Lights 002.cbz',
    'HL15/Annuals/Annual 1.cbz',
  ])
  expect(harbor).toMatchObject({
    match: { year: '2015', publisher: 'Northgate' },
    provider_ids: { comicvineVolume: '77001' },
    book_type: 'Print',
    total_issues: 12,
  })
  expect(harbor.evidence).toContain('The series.json of the folder names the series')
  expect(sumOf(harbor.confidence_parts)).toBeCloseTo(harbor.match!.confidence, -1)
  const body = { scan_id: view.scan_id, selected_ids: [harbor.match!.comicid] }
  await app.reader.json(200, app.reader.post('/api/import/comic/confirm', body))
  expect(seriesNamed(app.db.read, 'Harbor Lights')[0]).toMatchObject({
    year: 2015,
    volume: 2,
    book_type: 'Print',
    description: 'Lamps go out along the coast.',
  })
})

test('a series.json that is broken or in the library folder itself is ignored', async () => {
  put('series.json', seriesJson(SAID))
  put('Quiet Signal/series.json', '{ not json')
  put('Quiet Signal/Quiet Signal 1.cbz', makeCbz(PAGES))
  put('Copper Orchard 1.cbz', makeCbz({ ...PAGES, 'n.txt': '4' }))
  const view = await scan()
  expect(view.results!.map(({ series_name }) => series_name)).toEqual(['Copper Orchard', 'Quiet Signal'])
  expect(view.progress.errors).toEqual([
    `${join(folder, 'comics/Quiet Signal/series.json')} is left out. The document is not JSON.`,
  ])
})

test('the parts of a confidence are listed', async () => {
  put('Harbor Lights (2015)/Harbor Lights 1.cbz', makeCbz(makePages(12)))
  put('Harbor Lights (2015)/Harbor Lights 2.cbz', makeCbz({ ...makePages(12), 'n.txt': '2' }))
  put('Harbor Lights (2015)/Harbor Lights 3.cbz', makeCbz({ ...makePages(2), 'n.txt': '3' }))
  const [result] = (await scan()).results!
  const { confidence_parts: parts, evidence, match } = result!
  expect(parts[0]!.reason).toBe('File name and folder agree: 3 of 3 files')
  expect(parts.find(({ reason }) => reason === 'The names say that it began in 2015')!.points).toBeGreaterThan(0)
  const cover = 'Harbor Lights 3.cbz has 2 pages: a cover, not an issue'
  expect(parts.find(({ reason }) => reason === cover)!.points).toBeLessThan(-40)
  expect(evidence).toContain(cover)
  expect(Math.abs(sumOf(parts) - match!.confidence)).toBeLessThan(1)
})

const LIST = `<?xml version="1.0"?><ReadingList><Name>Night Falls</Name><Books>
  <Book Series="Harbor Lights" Number="4" Volume="2015" Year="2016">
    <Database Name="cv" Series="77001" Issue="900104" /></Book>
  <Book Series="Harbor Lights Annual" Number="1" Volume="2016" Year="2016">
    <Database Name="cv" Series="77999" Issue="900201" /></Book>
  <Book Series="Copper Orchard" Number="2" Volume="2012" Year="2012" FileName="C:\\Comics\\co-two.cbz" />
</Books></ReadingList>`

test('a reading list beside files gives the run, the id, and the identity of a file without metadata', async () => {
  put('Night Falls/Night Falls.cbl', LIST)
  put('Night Falls/Harbor Lights 004.cbz', makeCbz(PAGES))
  put('Night Falls/Harbor Lights Annual 1.cbz', makeCbz({ ...PAGES, 'n.txt': '2' }))
  put('Night Falls/more/co-two.cbz', makeCbz({ ...PAGES, 'n.txt': '3' }))
  const [copper, harbor] = (await scan()).results!
  expect(harbor).toMatchObject({ series_name: 'Harbor Lights', provider_ids: { comicvineVolume: '77001' } })
  expect(harbor!.match!.year).toBe('2015')
  expect(harbor!.files.map(({ kind, number }) => `${kind} ${number}`)).toEqual(['issue 4', 'annual 1'])
  expect(harbor!.files[0]!.evidence).toContain('The reading list Night Falls.cbl names it with number 4')
  expect(harbor!.evidence).toContain('The reading list Night Falls.cbl names 2 of 2 files')
  expect(copper).toMatchObject({ series_name: 'Copper Orchard', match: { year: '2012' } })
  expect(copper!.evidence).toContain('A reading list was made with these file names')
})

test.each([
  ['broken', '<ReadingList><Books'.repeat(3)],
  ['hostile', '<!DOCTYPE x [<!ENTITY a "b">]><ReadingList>&a;</ReadingList>'],
  ['another document', '<html></html>'],
  ['too large', `<ReadingList>${' '.repeat(1024 * 1024)}</ReadingList>`],
])('a reading list that is %s is reported, and the scan continues', async (_, content) => {
  put('Night Falls/Night Falls.cbl', content)
  put('Night Falls/Harbor Lights 004.cbz', makeCbz(PAGES))
  const view = await scan()
  expect(view.results!.map(({ series_name }) => series_name)).toEqual(['Harbor Lights'])
  expect(view.progress.errors).toHaveLength(1)
  expect(view.progress.errors[0]).toStartWith(`${join(folder, 'comics/Night Falls/Night Falls.cbl')} is left out. `)
})

test('cvinfo gives the id of the series in its folder and in the folders inside', async () => {
  put('Harbor Lights/cvinfo', 'https://comicvine.gamespot.com/harbor-lights/4050-77001/')
  put('Harbor Lights/001.cbz', makeCbz(PAGES))
  put('Harbor Lights/Annuals/Harbor Lights Annual 1.cbz', makeCbz({ ...PAGES, 'n.txt': '2' }))
  put('Harbor Lights/Copper Orchard 1.cbz', makeCbz({ ...PAGES, 'n.txt': '3' }))
  const [copper, harbor] = (await scan()).results!
  expect(copper!.provider_ids).toEqual({})
  expect(harbor).toMatchObject({ file_count: 2, provider_ids: { comicvineVolume: '77001' } })
  expect(harbor!.evidence).toContain('The files name its id at Comic Vine: 77001')
})

test('evidence against a name uses its own words', async () => {
  for (const n of [1, 2]) put(`Copper Orchard (2015)/Copper Orchard ${n + 4}.cbz`, tagged(n))
  const { evidence } = (await scan()).results![0]!
  expect(evidence).toContain('MetronInfo names another series than the file name')
  expect(evidence).toContain('MetronInfo and file name give different numbers in 2 of 2 files')
  expect(evidence).toContain('MetronInfo and names say that it began in 2015')
})

test('a number is taken from the one of both that has it', async () => {
  const comicInfo = '<ComicInfo><Series>Harbor Lights</Series></ComicInfo>'
  for (const n of [1, 2]) put(`Harbor Lights ${n + 4}.cbz`, tagged(n, { 'ComicInfo.xml': comicInfo, 'n.txt': `${n}` }))
  const { evidence } = (await scan()).results![0]!
  expect(evidence).toContain('ComicInfo names the series in 2 of 2 files')
  expect(evidence).toContain('MetronInfo and file name give different numbers in 2 of 2 files')
})
