import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import type { Database } from '../../base/storage/database'
import type { FileInspection } from '../../library/recognition/inspection'
import { findIssue, findSeries } from '../../library/series/store'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { identify } from './identify'
import type { Placement } from './store'

/** Compares the content of a single-file download with the wanted issue. */

let db: Database
beforeAll(() => {
  db = testDatabase()
  makeSeries(db, { year: 2015 })
  makeIssues(db, 'harbor', [
    ...['4', '5', '11'],
    { number: '10', release_date: '2015-12-02', issue_date: '2016-02', title: 'The Long Night' },
    { number: '1', kind: 'annual', issue_id: 'harbor-annual', release_date: '2015-08-01' },
  ])
  makeSeries(db, { comic_id: 'copper', name: 'Copper Winter', year: 2016 })
  makeIssues(db, 'copper', [{ number: '6', release_date: '2016-09-07' }, '7'])
  makeFile(db, { issues: ['copper-7'] })
  makeSeries(db, { comic_id: 'twins11', name: 'Twin Stars', year: 2011 })
  makeIssues(db, 'twins11', ['3'])
  makeSeries(db, { comic_id: 'twins22', name: 'Twin Stars', year: 2022 })
  makeIssues(db, 'twins22', ['3'])
  makeSeries(db, {
    comic_id: 'kumo',
    name: 'Kumo no Niwa',
    aliases: ['Cloud Garden'],
    content_type: 'manga',
    year: 2021,
  })
  makeIssues(db, 'kumo', [
    { number: '30', unit: 'chapter' },
    { number: '11', unit: 'chapter', volume_number: '2' },
    { number: '5', unit: 'volume', issue_id: 'kumo-v5' },
  ])
  makeSeries(db, { comic_id: 'asta', name: 'Asta', year: 1961, language: 'fr', publisher: 'Dargaud' })
  makeIssues(db, 'asta', ['5'])
  makeSeries(db, { comic_id: 'book', name: 'Salt Road', year: 2012, book_type: 'TPB' })
  makeIssues(db, 'book', [{ number: '3', release_date: '2014-05-07' }])
  const girls = { name: 'Copper Girls Vol. 3', aliases: ['Copper Girls'], year: 2017, book_type: 'TPB' }
  makeSeries(db, { comic_id: 'girls', ...girls })
  makeIssues(db, 'girls', [{ number: '1', release_date: '2017-08-02' }])
  makeSeries(db, { comic_id: '4321', name: 'Blue Ferry', year: 2018 })
  makeIssues(db, '4321', [{ number: '2', issue_id: '98765', release_date: '2018-03-01' }])
  makeSeries(db, { comic_id: 'mill', name: 'Stone Mill', year: 1992, publisher: 'Image' })
  makeIssues(db, 'mill', [{ number: '300', release_date: '2019-09-04' }, '301'])
  makeSeries(db, { comic_id: 'mill2', name: 'Stone Mill', year: 1997, volume: 2 })
  makeIssues(db, 'mill2', [{ number: '300', release_date: '2021-09-04' }, '301'])
  makeSeries(db, { comic_id: 'mill3', name: 'Stone Mill', year: 2019 })
  makeIssues(db, 'mill3', ['300', '301'])
  makeSeries(db, { comic_id: 'river', name: 'Cold River', year: 1988, book_type: 'One-Shot' })
  makeIssues(db, 'river', [{ number: '1', release_date: '1988-03-29' }])
  makeSeries(db, { comic_id: 'asta2', name: 'Les aventures de Marok', year: 1950, language: 'fr' })
  makeIssues(db, 'asta2', ['6', { number: '5', title: 'Le vent noir' }])
  makeSeries(db, { comic_id: 'orchard', name: 'Moon Orchard', year: 2010, content_type: 'manga' })
  makeIssues(db, 'orchard', [{ number: '3', unit: 'volume', issue_id: 'orchard-v3' }])
  makeSeries(db, { comic_id: 'colour', name: 'Moon Orchard (Color)', year: 2010, content_type: 'manga' })
  makeIssues(db, 'colour', [{ number: '3', unit: 'volume', issue_id: 'colour-v3' }])
  makeSeries(db, { comic_id: 'ferryland', name: 'Blue Ferry in Fog', year: 2012 })
  makeIssues(db, 'ferryland', [{ number: '2', issue_id: 'fog-2', release_date: '2013-12-01' }])
})
afterAll(() => db.close())

type Info = Partial<ComicInfo>
interface Wanted {
  issue: string
  title?: string
  languages?: string[]
  /** Archives that the file is packed in. */
  within?: string[]
}

async function held(name: string, info: Info | undefined, { issue, title = '', languages = [], within }: Wanted) {
  const [source, ...packed] = within ?? [name]
  const inside = within ? { inner: name, packed_in: packed.length > 0 ? packed : null } : { inner: '', packed_in: null }
  const row = { source_path: `/done/${source}`, ...inside, size: 1, modified_ms: 1, placement_id: 'one' } as Placement
  const document = info && { providerIds: {}, ...info }
  const inspection = { format: 'cbz', pages: 24, coverPage: 0, info: document } as unknown as FileInspection
  const wanted = findIssue(db.read, issue)!
  const series = findSeries(db.read, wanted.comic_id)
  const expected = { series, issues: [wanted], title, grabbed: title !== '', certain: false }
  const library = { db: db.read, today: '2026-11-21', limits: { languages }, usual: 'comic' } as const
  return (await identify([{ row, inspection }], 1, expected, library)).get('one')!
}

const TEN = { issue: 'harbor-10' }
const SURVIVE = { series: 'Survive', number: '1', year: 2024 }
const HARBOR = { series: 'Harbor Lights', number: '10' }
const TWIN = { issue: 'twins22-3' }
const CHAPTER = { issue: 'kumo-11' }
const VOLUME = { issue: 'kumo-v5' }
const ANNUAL = { issue: 'harbor-annual' }
const MILL = { issue: 'mill-300' }
const MILL_INFO = { series: 'Stone Mill', number: '300' }
const KUMO = 'Kumo no Niwa'

const ACCEPTED: [why: string, name: string, info?: Info, wanted?: Wanted][] = [
  ['an obfuscated name', 'a4c567edbcbf27.cbz'],
  ['an obfuscated name with dots', 'b2.bef89a622e4a23f07b0d3757ad5e8a.a0.cbz'],
  ['an obfuscated name of letters', 'kJsDjKwQxvZ.cbz'],
  ['an obfuscated name with a number', 'kJ8s9dJk2 004.cbz'],
  ['a bare number', '10.cbz'],
  ['a bare number of another issue', '004.cbz'],
  ['a generic word', 'scan.cbz'],
  ['a generic word with a number', 'scan 010.cbz'],
  ['words without a number', 'hl.final.cbz'],
  ['its own name', 'Harbor Lights 010 (2015) (Digital) (Zone-Empire).cbz'],
  ['its own name without a year', 'Harbor Lights 010.cbz'],
  ['its own name with dots', 'Harbor.Lights.010.2015.Digital.cbz'],
  ['its own name with an article', 'The Harbor Lights 010 (2016).cbz'],
  ['the year on its cover', 'Harbor Lights 010 (2016).cbz'],
  ['a year after the one on its cover', 'Harbor Lights 010 (2017).cbz'],
  ['the year of its run', 'Harbor Lights (2015) 010.cbz'],
  ['the year of its run as its volume', 'Harbor Lights v2015 010.cbz'],
  ['its position in a mini series', 'Harbor Lights 10 (of 12) (2015).cbz'],
  ['its number in its legacy name', 'Harbor Lights 810 (LGY 10) (2015).cbz'],
  ['its number beside its legacy number', 'Harbor Lights 010 LGY 810 (2015).cbz'],
  ['its initials', 'HL 010.cbz'],
  ['its initials and a year', 'HL 010 (2015).cbz'],
  ['its title after its number', '010 - The Long Night.cbz'],
  ['its title after its number, and a year', '010 - The Long Night (2015).cbz'],
  ['its title alone', 'The Long Night (2015).cbz'],
  ['a reading order in front of it', '42 Harbor Lights 010 (2015).cbz'],
  ['a double issue with it', 'Harbor Lights 010-011 (2015).cbz'],
  ['the series alone', 'Harbor Lights (2015).cbz'],
  ['a fixed release', 'Harbor Lights 010 (2015) (f).cbz'],
  ['its own ComicInfo', 'x.cbz', HARBOR],
  ['the start year of the run after the name', 'x.cbz', { ...HARBOR, series: 'Harbor Lights (2015)' }],
  ['the start year of the run as its volume', 'x.cbz', { ...HARBOR, volume: 2015, year: 2016 }],
  ['the year of the issue as its volume', 'x.cbz', { ...HARBOR, volume: 2016, year: 2016 }],
  ['volume 1 if the run has none', 'x.cbz', { ...HARBOR, volume: 1 }],
  ['a harmless format', 'x.cbz', { ...HARBOR, format: 'Digital' }],
  ['its number as the alternate one', 'x.cbz', { ...HARBOR, number: '810', alternateNumber: '10' }],
  ['its name as the alternate one', 'x.cbz', { ...HARBOR, series: 'Hafenlichter', alternateSeries: 'Harbor Lights' }],
  ['a ComicInfo without a series', 'x.cbz', { number: '1', year: 1987, title: 'Survive' }],
  ['metadata in an uncomparable script', 'x.cbz', { series: '雲の庭', number: '5' }, VOLUME],
  ['blank fields in the metadata', 'x.cbz', { series: '', number: ' ' }],
  ['a foreign name of the series, if its ComicInfo agrees', 'Hafenlichter 010 (2015).cbz', HARBOR],
  ['the language of the user', 'Harbor Lights 010 (German).cbz', { ...HARBOR, languageISO: 'de' }, { ...TEN, languages: ['de'] }],
  ['the language of a place', 'x.cbz', { ...HARBOR, languageISO: 'en-US' }],
  ['the annual by its year', 'Harbor Lights Annual 2015.cbz', undefined, { issue: 'harbor-annual' }],
  ['the annual by its number', 'Harbor Lights Annual 001 (2015).cbz', undefined, { issue: 'harbor-annual' }],
  ['the annual in a ComicInfo', 'x.cbz', { series: 'Harbor Lights', number: '1', format: 'Annual' }, { issue: 'harbor-annual' }],
  ['the run of its year', 'Twin Stars 003 (2022).cbz', undefined, TWIN],
  ['a later year of its run', 'Twin Stars 003 (2023).cbz', undefined, TWIN],
  ['a chapter by its other name', 'Cloud Garden c011.cbz', undefined, CHAPTER],
  ['the volume that holds the chapter', 'Kumo no Niwa v02 (2022).cbz', undefined, CHAPTER],
  ['the volume that holds the chapter, in its ComicInfo', 'x.cbz', { series: 'Kumo no Niwa', volume: 2 }, CHAPTER],
  ['a bare number of a volume', 'Kumo no Niwa 005.cbz', undefined, VOLUME],
  ['its volume as its number', 'x.cbz', { series: 'Cloud Garden', number: '5' }, VOLUME],
  ['its volume as its volume, and no number', 'x.cbz', { series: 'Cloud Garden', volume: 5, format: 'TPB' }, VOLUME],
  ['any year of a manga', 'Kumo no Niwa v05 (2009).cbz', undefined, VOLUME],
  ['an uncomparable script', '雲の庭 v05.cbz', undefined, VOLUME],
  ['the name under which its release was accepted', 'Wolkengarten v05 (2022).cbz', undefined, { ...VOLUME, title: 'Wolkengarten v05 (2022)' }],
  ['a language that its release was chosen in', 'Harbor Lights 010 (German).cbz', undefined, { ...TEN, title: 'Harbor Lights 010 (German)' }],
  ['an album of a series in French', 'Asta T05 (FR).cbz', undefined, { issue: 'asta-5' }],
  ['an album of a series in French, in English', 'Asta 005 (en).cbz', undefined, { issue: 'asta-5' }],
  ['a book by its volume', 'Salt Road v03 (TPB) (2014).cbz', undefined, { issue: 'book-3' }],
  ['a book by its volume in ComicInfo', 'x.cbz', { series: 'Salt Road', volume: 3, format: 'TPB' }, { issue: 'book-3' }],
  ['a book by the volume in its own name', 'Copper Girls v03 (2017) (Digital).cbz', undefined, { issue: 'girls-1' }],
  ['a book by the volume in its own name, in ComicInfo', 'x.cbz', { series: 'Copper Girls', volume: 3, format: 'TPB' }, { issue: 'girls-1' }],
  ['a book by its own name in ComicInfo', 'x.cbz', { series: 'Copper Girls Vol. 3', number: '1' }, { issue: 'girls-1' }],
  ['a book whose volume is the year of its run', 'x.cbz', { series: 'Salt Road', volume: 2012, format: 'TPB' }, { issue: 'book-3' }],
  ['the id of the issue, under any series name', 'x.cbz', { series: 'Blauwe veerboot', number: '2', providerIds: { comicvineIssue: '98765' } }, { issue: '98765' }],
  ['an id that the library does not know', 'x.cbz', { ...HARBOR, providerIds: { comicvineIssue: '11', comicvineVolume: '12' } }],
  ['an obfuscated name in an archive of its name', 'x.cbz', undefined, { ...TEN, within: ['Harbor Lights 010 (2015).zip'] }],
  ['a run as written by stores', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill (1992-)' }, MILL],
  ['a run until now', 'x.cbz', { ...MILL_INFO, series: 'The Stone Mill (1992 - Present)', year: 2019 }, MILL],
  ['a run with its last year', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill (1992-2022)' }, MILL],
  ['the year of the run in square brackets', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill [1992]' }, MILL],
  ['the year of the run after a comma', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill, 1992' }, MILL],
  ['the first volume of the run', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill Vol. 1' }, MILL],
  ['the first volume of the run, in short', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill v1' }, MILL],
  ['the first volume of the run, in brackets', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill (Volume 1)' }, MILL],
  ['the volume of the run after its name', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill, Vol. 2' }, { issue: 'mill2-300' }],
  ['its number after the name of the series', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill #300' }, MILL],
  ['its number and its year after the name of the series', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill #300 (2019)' }, MILL],
  ['its number without a sign after the name of the series', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill 300' }, MILL],
  ['the publisher after the name of the series', 'x.cbz', { ...MILL_INFO, series: 'STONE MILL (Image Comics)' }, MILL],
  ['years that mean unknown', 'x.cbz', { ...MILL_INFO, year: -1, volume: -1 }, MILL],
  ['a one-shot marked so after its name', 'x.cbz', { series: 'Cold River (One-Shot)', number: '1' }, { issue: 'river-1' }],
  ['its volume after the name of the series', 'x.cbz', { series: `${KUMO}, Vol. 5`, number: '5' }, VOLUME],
  ['its volume after the name, and no number', 'x.cbz', { series: `${KUMO} Volume 5` }, VOLUME],
  ['its volume after the name, as a first issue', 'x.cbz', { series: `${KUMO} v05`, number: '1' }, VOLUME],
  ['its volume as its volume, as a first issue', 'x.cbz', { series: KUMO, number: '1', volume: 5 }, VOLUME],
  ['its chapter in another volume than known', 'x.cbz', { series: KUMO, number: '11', volume: 3 }, CHAPTER],
  ['a volume, when the volume of the chapter is unknown', 'x.cbz', { series: KUMO, volume: 3 }, { issue: 'kumo-30' }],
  ['the annual in its number', 'x.cbz', { series: 'Harbor Lights', number: 'Annual 1', year: 2015 }, ANNUAL],
  ['the annual in the name of its series', 'x.cbz', { series: 'Harbor Lights Annual', number: '1' }, ANNUAL],
  ['the annual only in the file name', 'Harbor Lights Annual 001.cbz', { series: 'Harbor Lights', number: '1' }, ANNUAL],
  ['the annual only in the name of its release', 'x.cbz', { series: 'Harbor Lights', number: '1' }, { ...ANNUAL, title: 'Harbor Lights Annual 001 (2015)' }],
  ['its language by three letters', 'x.cbz', { ...HARBOR, languageISO: 'eng' }],
  ['its language by its name', 'x.cbz', { ...HARBOR, languageISO: 'English' }],
  ['an unknown language', 'x.cbz', { ...HARBOR, languageISO: 'und' }],
  ['generic words', 'my comic.cbz'],
  ['other generic words', 'Complete Digital Edition.cbz'],
  ['one word', 'Wolverine.cbz'],
  ['a part of its title', 'Long Night Falls.cbz'],
  ['a title with a word of its series', 'Harbor Tales.cbz'],
  ['the group of its release', 'Zone-Empire.cbz', undefined, { ...TEN, title: 'Harbor Lights 010 (2015) (Zone-Empire)' }],
  ['a title alone, if its ComicInfo agrees', 'Ein dunkles Meer.cbz', HARBOR],
  ['a title alone in an archive of its name', 'Stille Wasser.cbz', undefined, { ...TEN, within: ['Harbor Lights 010 (2015).zip'] }],
  ['a part of its name with its own title', 'Marok - T05 - Le vent noir.cbz', undefined, { issue: 'asta2-5' }],
  ['the edition of the series after the number', 'Moon Orchard v03 (Color).cbz', undefined, { issue: 'colour-v3' }],
  ['the end of its name after the number, if its ComicInfo agrees', 'Blue Ferry 002 - In Fog (2013).cbz', { series: 'Blue Ferry in Fog', number: '2' }, { issue: 'fog-2' }],
] // biome-ignore format: a table

test.each(ACCEPTED)('accepted: %s (%s)', async (_, name, info, wanted = TEN) => {
  const identity = await held(name, info, wanted)
  expect('problem' in identity ? identity.problem : identity.issue_ids).toContain(wanted.issue)
})

type Blocked = [why: string, name: string, info: Info | undefined, wanted: Wanted, reason: string, offer?: string]
const BLOCKED: Blocked[] = [
  ['another series', 'Survive 001 (2024).cbz', undefined, TEN, 'Its name: wrong series: Survive; wrong number: 1'],
  ['another series with the same number', 'Survive 010 (2015).cbz', undefined, TEN, 'wrong series: Survive.'],
  ['another series of the library', 'Copper Winter 006 (2016).cbz', undefined, TEN, 'wrong series: Copper Winter', 'copper-6'],
  ['another series of the library, which has the issue', 'Copper Winter 007 (2016).cbz', undefined, TEN, 'wrong series: Copper Winter'],
  ['another series of the library, without a number', 'Copper Winter.cbz', undefined, TEN, 'wrong series: Copper Winter'],
  ['another series inside', 'a4c567edbcbf27.cbz', SURVIVE, TEN, 'Its ComicInfo: wrong series: Survive; wrong number: 1'],
  ['another series inside, under its own name', 'Harbor Lights 010 (2015).cbz', SURVIVE, TEN, 'Its ComicInfo: wrong series: Survive'],
  ['another series of the library inside, with the same number', 'Harbor Lights 010 (2015).cbz', { series: 'Copper Winter', number: '10' }, TEN, 'Its ComicInfo: wrong series: Copper Winter'],
  ['another series of the library by its name, its own inside', 'Copper Winter 010.cbz', HARBOR, TEN, 'Its name: wrong series: Copper Winter'],
  ['another number and another year', 'Harbor Lights 015 (1987).cbz', undefined, TEN, 'wrong number: 15 (wanted: 10); wrong year: 1987'],
  ['the beginning of its name, which may be another series', 'Harbor 010.cbz', undefined, TEN, 'wrong series: Harbor.'],
  ['another series inside, under its own name and number', 'Harbor Lights 010 (2015).cbz', { series: 'Survive', number: '10' }, TEN, 'Its ComicInfo: wrong series: Survive.'],
  ['a longer name of a series inside', 'Harbor Lights 010 (2015).cbz', { series: 'Harbor Lights: Rebirth', number: '10' }, TEN, 'Its ComicInfo: wrong series: Harbor Lights: Rebirth.'],
  ['a trade paperback by that word alone', 'TPB 5.cbz', undefined, { issue: 'harbor-5' }, 'collected edition'],
  ['another series with tags of a release', 'Survive (Digital) (Zone-Empire).cbz', undefined, TEN, 'wrong series: Survive'],
  ['another number', 'Harbor Lights 011 (2015).cbz', undefined, TEN, 'wrong number: 11', 'harbor-11'],
  ['another number in initials', 'HL 011.cbz', undefined, TEN, 'wrong number: 11'],
  ['another number with its unit', 'Issue 4.cbz', undefined, TEN, 'wrong number: 4'],
  ['another number inside', 'x.cbz', { ...HARBOR, number: '11' }, TEN, 'Its ComicInfo: wrong number: 11', 'harbor-11'],
  ['another year', 'Harbor Lights 010 (1987).cbz', undefined, TEN, 'wrong year: 1987 (wanted: 2015 or 2016)'],
  ['another year after a bare number', '010 (1987).cbz', undefined, TEN, 'wrong year: 1987'],
  ['another run in the name', 'Harbor Lights (2003) 010.cbz', undefined, TEN, 'wrong year: 2003'],
  ['another run as its volume', 'Harbor Lights v2003 010.cbz', undefined, TEN, 'wrong volume: 2003'],
  ['another run inside', 'x.cbz', { ...HARBOR, volume: 1987 }, TEN, 'Its ComicInfo: wrong year: 1987'],
  ['another year inside', 'x.cbz', { ...HARBOR, year: 1987 }, TEN, 'Its ComicInfo: wrong year: 1987'],
  ['a trade paperback without a series', 'v05 (TPB).cbz', undefined, { issue: 'harbor-5' }, 'collected edition'],
  ['a trade paperback', 'Harbor Lights v05 (TPB) (2016).cbz', undefined, { issue: 'harbor-5' }, 'collected edition'],
  ['a volume', 'Harbor Lights Volume 5.cbz', undefined, { issue: 'harbor-5' }, 'collected edition'],
  ['a trade paperback inside', 'x.cbz', { ...HARBOR, format: 'Trade Paperback' }, TEN, 'Its ComicInfo: collected edition'],
  ['an omnibus', 'Harbor Lights Omnibus v01 (2018).cbz', undefined, TEN, 'collected edition; a single issue is wanted; wrong year: 2018'],
  ['a German file', 'Harbor Lights 010 (German).cbz', undefined, TEN, 'wrong language: German'],
  ['a German file without a series', '010 (German).cbz', undefined, TEN, 'wrong language: German'],
  ['a German file inside', 'Harbor Lights 010.cbz', { ...HARBOR, languageISO: 'de' }, TEN, 'Its ComicInfo: wrong language: German'],
  ["an English file, when the user's language is German", 'Harbor Lights 010.cbz', { ...HARBOR, languageISO: 'en' }, { ...TEN, languages: ['de'] }, 'wrong language: English'],
  ['an annual', 'Harbor Lights Annual 2015.cbz', undefined, TEN, 'annual; a regular issue is wanted'],
  ['an annual inside', 'x.cbz', { ...HARBOR, series: 'Harbor Lights Annual', number: '1' }, TEN, 'annual; a regular issue is wanted; wrong number: 1', 'harbor-annual'],
  ['an issue for the annual', 'Harbor Lights 001 (2015).cbz', undefined, { issue: 'harbor-annual' }, 'regular issue; the annual is wanted'],
  ['an annual of another year', 'Harbor Lights Annual 2019.cbz', undefined, { issue: 'harbor-annual' }, 'annual of 2019'],
  ['the older run of the name', 'Twin Stars 003 (2011).cbz', undefined, TWIN, 'wrong year: 2011', 'twins11-3'],
  ['the newer run of the name', 'Twin Stars 003 (2022).cbz', undefined, { issue: 'twins11-3' }, 'wrong year: 2022', 'twins22-3'],
  ['the older run of the name inside', 'x.cbz', { series: 'Twin Stars', number: '3', volume: 2011 }, TWIN, 'wrong year: 2011', 'twins11-3'],
  ['a chapter for the volume', 'Kumo no Niwa c005.cbz', undefined, VOLUME, 'wrong unit: chapter'],
  ['another chapter', 'Kumo no Niwa c012.cbz', undefined, CHAPTER, 'wrong number: 12'],
  ['a volume without the chapter', 'Kumo no Niwa v03.cbz', undefined, CHAPTER, 'wrong unit: volume'],
  ['another edition of the volume', 'Kumo no Niwa v05 (Colored).cbz', undefined, VOLUME, 'different edition'],
  ['another number in other letters', '雲の庭 v06.cbz', undefined, VOLUME, 'wrong number: 6'],
  ['another series of manga', 'Night Orchard v05 (2021) (Digital).cbz', undefined, VOLUME, 'wrong series: Night Orchard'],
  ['another series than its release names', 'Survive 010 (2015).cbz', undefined, { ...TEN, title: 'Hafenlichter 010 (2015)' }, 'wrong series: Survive'],
  ['an issue for the book', 'Salt Road 003 (2014).cbz', undefined, { issue: 'book-3' }, 'single issue; the book is wanted'],
  ['another book than the one whose name holds its volume', 'Copper Girls v01 (2016).cbz', undefined, { issue: 'girls-1' }, 'wrong volume: 1 (wanted: 3)'],
  ['another book inside', 'x.cbz', { series: 'Copper Girls', volume: 1, format: 'TPB' }, { issue: 'girls-1' }, 'Its ComicInfo: wrong series: Copper Girls'],
  ['another volume inside, without a number', 'x.cbz', { series: 'Kumo no Niwa', volume: 6 }, VOLUME, 'wrong number: 6'],
  ['another volume of the book inside', 'x.cbz', { series: 'Salt Road', volume: 4, format: 'TPB' }, { issue: 'book-3' }, 'wrong number: 4'],
  ['another number inside, with that of the issue as its volume', 'x.cbz', { ...HARBOR, number: '11', volume: 10 }, TEN, 'wrong number: 11', 'harbor-11'],
  ['the id of another series', 'x.cbz', { ...HARBOR, providerIds: { comicvineIssue: '98765' } }, TEN, 'Its ComicInfo: tagged as Blue Ferry #2'],
  ['an obfuscated name in an archive of another series', 'x.cbz', undefined, { ...TEN, within: ['Survive 001 (2024).zip'] }, 'wrong series: Survive'],
  ['an obfuscated name in two archives, the outer of another series', 'x.cbz', undefined, { ...TEN, within: ['Survive 001 (2024).zip', 'y.zip'] }, 'wrong series: Survive'],
  ['another run after the name', 'x.cbz', { series: 'Twin Stars (2011)', number: '3' }, TWIN, 'Its ComicInfo: wrong year: 2011', 'twins11-3'],
  ['a newer run after the name', 'x.cbz', { series: 'Twin Stars (2022)', number: '3' }, { issue: 'twins11-3' }, 'Its ComicInfo: wrong year: 2022', 'twins22-3'],
  ['another run after the name, which the library lacks', 'x.cbz', { ...HARBOR, series: 'Harbor Lights (1977)' }, TEN, 'Its ComicInfo: wrong year: 1977'],
  ['another run as written by stores', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill (1997 - Present)' }, MILL, 'Its ComicInfo: wrong year: 1997'],
  ['a run that began in the year of the issue', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill (2019-)' }, MILL, 'Its ComicInfo: wrong year: 2019 (wanted: 1992)'],
  ['another year after the number after the name', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill #300 (1987)' }, MILL, 'Its ComicInfo: wrong year: 1987'],
  ['another volume of the run after its name', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill Vol. 2' }, MILL, 'Its ComicInfo: wrong volume: 2'],
  ['the first volume for a later run', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill Vol. 1' }, { issue: 'mill2-300' }, 'Its ComicInfo: wrong volume: 1 (wanted: 2)'],
  ['another number after the name of the series', 'x.cbz', { ...MILL_INFO, series: 'Stone Mill #299' }, MILL, 'Its ComicInfo: wrong series'],
  ['a sequel with its number in its name', 'x.cbz', { series: 'Harbor Lights 4', number: '4' }, { issue: 'harbor-4' }, 'Its ComicInfo: wrong series: Harbor Lights 4'],
  ['a publisher of another country', 'x.cbz', { ...HARBOR, series: 'Harbor Lights (Panini)' }, TEN, 'Its ComicInfo: wrong series'],
  ['a collection inside', 'x.cbz', { series: 'Harbor Lights', volume: 3, format: 'Collection' }, TEN, 'Its ComicInfo: collected edition'],
  ['an issue for the annual inside', 'x.cbz', { series: 'Harbor Lights', number: '1' }, ANNUAL, 'Its ComicInfo: regular issue; the annual is wanted'],
  ['an annual in the number', 'x.cbz', { series: 'Harbor Lights', number: 'Annual 10' }, TEN, 'Its ComicInfo: annual; a regular issue is wanted'],
  ['a volume inside without the chapter', 'x.cbz', { series: KUMO, volume: 3 }, CHAPTER, 'Its ComicInfo: wrong unit: volume 3'],
  ['a volume inside with the number of the chapter', 'x.cbz', { series: KUMO, volume: 11 }, CHAPTER, 'Its ComicInfo: wrong unit: volume 11'],
  ['a volume inside with the number of the chapter in both', 'x.cbz', { series: `${KUMO}, Vol. 11`, number: '11' }, CHAPTER, 'Its ComicInfo: wrong unit: volume 11'],
  ['a chapter inside with the number of the volume of the chapter', 'x.cbz', { series: KUMO, number: '2' }, CHAPTER, 'Its ComicInfo: wrong number: 2'],
  ['a chapter inside with the number of the volume', 'x.cbz', { series: KUMO, number: '5', volume: 2 }, VOLUME, 'Its ComicInfo: wrong unit: chapter'],
  ['a chapter of the volume inside', 'x.cbz', { series: KUMO, number: '21', volume: 5 }, VOLUME, 'Its ComicInfo: wrong unit: chapter'],
  ['a chapter by its title inside', 'x.cbz', { series: KUMO, number: '5', title: 'Chapter 5' }, VOLUME, 'Its ComicInfo: wrong unit: chapter'],
  ['another volume after the name of the series', 'x.cbz', { series: `${KUMO} Vol. 6`, number: '5' }, VOLUME, 'Its ComicInfo: wrong unit: chapter'],
  ['another language by three letters', 'x.cbz', { ...HARBOR, languageISO: 'fra' }, TEN, 'Its ComicInfo: wrong language: French'],
  ['another language by its library code', 'x.cbz', { ...HARBOR, languageISO: 'ger' }, TEN, 'Its ComicInfo: wrong language: German'],
  ['another language by its name', 'x.cbz', { ...HARBOR, languageISO: 'Spanish' }, TEN, 'Its ComicInfo: wrong language: Spanish'],
  ['a language in lower case after the number', 'Harbor Lights 010 esp.cbz', undefined, TEN, 'wrong language: Spanish'],
  ['an abbreviated language', 'Harbor Lights 010 (cast).cbz', undefined, TEN, 'wrong language: Spanish'],
  ['a language by its country', 'Harbor Lights 010 (CZ).cbz', undefined, TEN, 'wrong language: Czech'],
  ['a title of another series', 'Wolverine and the X-Men.cbz', undefined, TEN, 'Its name: wrong series: Wolverine and the X-Men'],
  ['a title of another series as a book', 'Tintin in Tibet.epub', undefined, TEN, 'wrong series: Tintin in Tibet'],
  ['a title of another series in lower case', 'tintin_in_tibet.cbz', undefined, TEN, 'wrong series: tintin in tibet'],
  ['a title of two words in one', 'Kick-Ass.cbz', undefined, TEN, 'wrong series: Kick-Ass'],
  ['a title of another series in an archive without a name', 'Tintin in Tibet.cbz', undefined, { ...TEN, within: ['y.zip'] }, 'wrong series: '],
  ['a part of its name with another title', 'Marok - T05 - Le vent blanc.cbz', undefined, { issue: 'asta2-5' }, 'wrong series: Marok'],
  ['a part of its name with its own title and another number', 'Marok - T06 - Le vent noir.cbz', undefined, { issue: 'asta2-5' }, 'wrong series: Marok'],
  ['the plain edition for the coloured one', 'Moon Orchard v03.cbz', undefined, { issue: 'colour-v3' }, 'wrong series: Moon Orchard', 'orchard-v3'],
  ['the coloured edition for the plain one', 'Moon Orchard v03 (Color).cbz', undefined, { issue: 'orchard-v3' }, 'different edition'],
  ['the edition of the series after another number', 'Moon Orchard v04 (Color).cbz', undefined, { issue: 'colour-v3' }, 'wrong number: 4'],
  ['the end of its name after the number, without a ComicInfo', 'Blue Ferry 002 - In Fog (2013).cbz', undefined, { issue: 'fog-2' }, 'wrong series: Blue Ferry'],
  ['a run of the library that began in the year of the issue, as its volume', 'x.cbz', { ...MILL_INFO, volume: 2019 }, MILL, 'Its ComicInfo: wrong year: 2019', 'mill3-300'],
] // biome-ignore format: a table

test.each(BLOCKED.map((row) => [...row, undefined].slice(0, 6) as Required<Blocked>))(
  'blocked: %s (%s)',
  async (...row) => {
    const [, name, info, wanted, reason, offer] = row
    const identity = await held(name, info, wanted)
    if (!('problem' in identity)) throw new Error(`It was filed as ${identity.issue_ids}.`)
    expect(identity.problem).toContain(reason)
    expect(identity.contrary).toBe(true)
    expect(identity.offer?.issue_ids.join()).toBe(offer)
  },
)

describe('the sentence about it', () => {
  test('names the wanted issue, the evidence, and the offered issue', async () => {
    expect(await held('Twin Stars 003 (2011).cbz', undefined, TWIN)).toMatchObject({
      problem:
        'The file does not match Twin Stars #3. Its name: wrong year: 2011 (wanted: 2022). It can be imported as Twin Stars (2011) #3 instead.',
    })
  })
})
