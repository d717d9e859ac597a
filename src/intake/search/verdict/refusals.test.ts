import { describe, expect, test } from 'bun:test'
import type { VerdictCode } from './codes'
import { judgeRelease } from './judge'
import { targetOf, type WantedFacts } from './wanted'

const YEAR = 2026

const run: WantedFacts = {
  kind: 'comic',
  series: 'Copper Lantern',
  year: 2015,
  volume: 2,
  publisher: 'Northgate Comics',
  issue: '7',
  issue_date: '2016-02-10',
}
const recent: WantedFacts = { ...run, year: 2026, volume: null, issue: '3', issue_date: '2026-03-04' }
const announced: WantedFacts = { ...run, year: 2027, volume: null, issue: '3', issue_date: '2028-02-09' }
const undated: WantedFacts = { ...recent, issue_date: null }
const unknown: WantedFacts = { ...undated, year: null }
const annual: WantedFacts = {
  kind: 'comic',
  series: 'Copper Lantern 2022 Annual',
  year: 2022,
  booktype: 'annual',
  issue: '1',
  issue_date: '2022-08-03',
}
const annuals: WantedFacts = {
  ...annual,
  series: 'Copper Lantern Annual',
  year: 2018,
  issue: '3',
  issue_date: '2020-08-05',
}
const future: WantedFacts = { ...annual, series: 'Copper Lantern 2099 Annual', year: 1994, issue_date: '1994-06-01' }
const book: WantedFacts = { kind: 'comic', series: 'Salt Road', year: 2012, booktype: 'tpb', issue: '3', issue_date: '2014-05-07' } // biome-ignore format: one item
const novel: WantedFacts = { ...book, booktype: 'gn', issue: '1', issue_date: '2012-05-07' }
const packs: WantedFacts = { ...run, allow_packs: true, missing: ['5', '6', '7', '8', '20'] }
const chapter: WantedFacts = { kind: 'manga', series: 'Kumo no Hashi', year: 2014, unit: 'chapter', issue: '45', volume_count: 12 } // biome-ignore format: one item
const chapters: WantedFacts = { ...chapter, allow_packs: true, missing: ['44', '45', '46', '90'], in_volume: '5' }
const volume: WantedFacts = { ...chapter, unit: 'volume', issue: '6', allow_packs: true, missing: ['5', '6', '13'] }

type Row = [wanted: WantedFacts, title: string, code: VerdictCode, satisfies?: string[]]

function check(what: string, rows: Row[]): void {
  describe(what, () => {
    for (const [wanted, title, code, satisfies] of rows) {
      test(`${wanted.series} ${wanted.issue} ← ${title} is ${code}`, () => {
        const result = judgeRelease(targetOf(wanted, {}), { title }, YEAR)
        const filled = satisfies ?? (code === 'accepted.issue' ? [wanted.issue] : [])
        expect([result.reason_code, result.satisfies]).toEqual([code, filled])
      })
    }
  })
}

check('a future year is a year', [
  [announced, 'Copper Lantern 003 (2028) (Digital)', 'accepted.issue'],
  [recent, 'Copper Lantern 003 (2027)', 'accepted.issue'],
  [recent, 'Copper Lantern 003 (2028) (Digital)', 'rejected.year_mismatch'],
  [recent, 'Copper Lantern 003 (2036)', 'rejected.year_mismatch'],
  [recent, 'Copper Lantern (2029) 003', 'rejected.year_mismatch'],
  [recent, 'Copper.Lantern.003.2030.Digital-Group', 'rejected.year_mismatch'],
  [undated, 'Copper Lantern 003 (2027)', 'accepted.issue'],
  [undated, 'Copper Lantern 003 (2028)', 'rejected.year_mismatch'],
  [unknown, 'Copper Lantern (2027) 003', 'accepted.issue'],
  [unknown, 'Copper Lantern (2028) 003', 'rejected.year_mismatch'],
  [{ ...run, series: 'Copper Lantern 2033' }, 'Copper Lantern 2033 007 (2016)', 'accepted.issue'],
  [run, 'Copper Lantern 007 (1998, second printing)', 'rejected.year_mismatch'],
])

check('the year in its name distinguishes an annual from others', [
  [annual, 'Copper Lantern 2022 Annual 001 (2022) (Digital)', 'accepted.issue'],
  [annual, 'Copper Lantern 2022 Annual (2022)', 'accepted.issue'],
  [annual, 'Copper Lantern Annual 2022 (2022)', 'accepted.issue'],
  [annual, 'Copper Lantern Annual 001 (2022)', 'accepted.issue'],
  [annual, 'Copper Lantern 2023 Annual (2023)', 'rejected.annual_mismatch'],
  [annual, 'Copper Lantern 2021 Annual 001', 'rejected.annual_mismatch'],
  [annual, 'Copper Lantern Annual 2021 001 (2022)', 'rejected.annual_mismatch'],
  [{ ...annual, year: null, issue_date: null }, 'Copper Lantern 2021 Annual #1', 'rejected.annual_mismatch'],
  [{ ...annual, issue_date: '2021-12-29' }, 'Copper Lantern 2021 Annual #1 (2021)', 'rejected.annual_mismatch'],
  [annuals, 'Copper Lantern Annual 003 (2020)', 'accepted.issue'],
  [annuals, 'Copper Lantern 2020 Annual 003 (2020)', 'accepted.issue'],
  [annuals, 'Copper Lantern 2021 Annual 003', 'rejected.annual_mismatch'],
  [future, 'Copper Lantern 2099 Annual 001 (1994)', 'accepted.issue'],
  [future, 'Copper Lantern 2099 1994 Annual 001', 'accepted.issue'],
  [future, 'Copper Lantern Annual 001 (1994)', 'rejected.series_mismatch'],
  [{ ...annuals, year: 1994, issue: '1', issue_date: '1994-06-01' }, 'Copper Lantern 2099 Annual 001 (1994)', 'rejected.series_mismatch'],
  [run, 'Copper Lantern 2016 Annual 007 (2016)', 'rejected.annual_mismatch'],
]) // biome-ignore format: one release a line

check('numbers are those of the release, not of its position in a list', [
  [run, '012 Copper Lantern #7 (2016)', 'accepted.issue'],
  [{ ...run, issue: '12' }, '012 Copper Lantern #7 (2016)', 'rejected.issue_mismatch'],
  [{ ...run, series: '012 Copper Lantern' }, '012 Copper Lantern #7 (2016)', 'accepted.issue'],
  [run, 'Copper Lantern #7x (2016)', 'rejected.issue_mismatch'],
  [{ ...run, issue: '½' }, 'Copper Lantern #1/2 (2016)', 'accepted.issue'],
  [{ ...run, issue: '1' }, 'Copper Lantern #1/2 (2016)', 'rejected.issue_mismatch'],
  [{ ...run, series: 'Copper Lantern Season 2.5' }, 'Copper Lantern Season 2.5 007 (2016)', 'accepted.issue'],
  [run, 'Copper Lantern Season 7 001 (2016)', 'rejected.series_mismatch'],
  [run, 'Copper Lantern-V2-007 (2016)', 'accepted.issue'],
  [run, 'Copper Lantern V 1 007 (1998)', 'rejected.volume_mismatch'],
  [run, 'CopperLantern007 (2016)', 'accepted.issue'],
  [{ ...chapter, issue: '8' }, 'Kumo no Hashi 012_8c4077', 'rejected.issue_mismatch'],
])

check('a publisher and fills are around the name', [
  [run, 'Northgate - Copper Lantern 007 2016 FILLS', 'accepted.issue'],
  [run, 'Northgate Comics - Copper Lantern 007 (2016)', 'accepted.issue'],
  [run, 'Southgate - Copper Lantern 007 (2016)', 'rejected.series_mismatch'],
  [run, 'Northgate Copper Lantern 007 (2016)', 'rejected.series_mismatch'],
  [{ ...run, publisher: 'DC Comics' }, 'DC - Copper Lantern 007 (2016) (Fills)', 'accepted.issue'],
  [{ ...run, publisher: 'DC Comics' }, 'DC.Comics-Copper.Lantern.007.2016.Digital-Group', 'accepted.issue'],
  [{ ...run, publisher: 'DC Comics' }, 'Marvel - Copper Lantern 007 (2016)', 'rejected.series_mismatch'],
  [run, 'Copper.Lantern.2016.02.10.007.Digital-Group', 'accepted.issue'],
])

check('titles are read completely, with slashes and without apostrophes', [
  [run, '[01/14] - "Copper Lantern 007 (2016) (Digital).cbr" yEnc (1/45)', 'accepted.issue'],
  [run, 'Copper Lantern 007 / Digital (2016)', 'accepted.issue'],
  [run, 'Copper Lantern 007 Directors Cut (2016)', 'rejected.book_type'],
  [run, "Copper Lantern 007 Director's Cut (2016)", 'rejected.book_type'],
  [run, 'Copper Lantern 007 Artists Edition (2016)', 'rejected.book_type'],
])

check('books are found in every spelling', [
  [book, 'Salt.Road.Vol.03.The.Well.2014.Digital-Group', 'accepted.issue'],
  [book, 'Salt.Road.Vol.03.The.Well.2009', 'rejected.year_mismatch'],
  [book, 'Salt Road Hard-Cover v03 (2014)', 'accepted.issue'],
  [novel, 'Salt Road - Original Graphic Novel (2012) (Digital)', 'accepted.issue'],
  [run, 'Copper.Lantern.Vol.07.Low.Tide.2016', 'rejected.book_type'],
  [run, 'Copper Lantern Original Graphic Novel (2016)', 'rejected.book_type'],
])

check('packs are of issues, of volumes, or of both', [
  [packs, 'Copper Lantern 005 - 008 (2016)', 'accepted.pack', ['5', '6', '7', '8']],
  [packs, 'Copper Lantern 5-6-7 (2016)', 'accepted.pack', ['5', '6', '7']],
  [packs, 'Copper Lantern 8 - 12 (2016)', 'rejected.pack_issue_absent'],
  [chapters, 'Kumo no Hashi v01-05 + c041-046', 'accepted.pack', ['44', '45', '46']],
  [chapters, 'Kumo no Hashi v01-05 + 041-046 (Digital)', 'accepted.pack', ['44', '45', '46']],
  [{ ...chapters, issue: '90' }, 'Kumo no Hashi v01-09 + c090', 'accepted.pack', ['90']],
  [chapters, 'Kumo no Hashi v01-09 + c081-095', 'accepted.pack', ['45']],
  [{ ...chapters, in_volume: null }, 'Kumo no Hashi v01-09 + c081-095', 'rejected.unit_mismatch'],
  [{ ...chapters, in_volume: null }, 'Kumo no Hashi v05 (c040-047)', 'accepted.pack', ['44', '45', '46']],
  [chapters, 'Kumo no Hashi v05 (c040-047)', 'accepted.issue'],
  [volume, 'Kumo no Hashi v01-09 + c081-095', 'accepted.pack', ['5', '6']],
  [{ ...volume, issue: '13' }, 'Kumo no Hashi v01-09 + c081-095', 'rejected.pack_issue_absent'],
  [{ ...volume, issue: '90' }, 'Kumo no Hashi v01-09 + c081-095', 'rejected.pack_issue_absent'],
])

test('the parts of a pack of volumes and chapters have no known sizes', () => {
  const release = { title: 'Kumo no Hashi v01-05 + c041-046', size_mb: 3000 }
  expect(judgeRelease(targetOf(chapters, { max_size_mb: 100 }), release, YEAR).reason_code).toBe('accepted.pack')
})
