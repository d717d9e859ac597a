import { expect, test } from 'bun:test'
import { readName } from './read-name.ts'

/** Names as collectors and scanners of several countries write them: name | series | issue | volume | year. */
const RULES: [rule: string, kind: 'comic' | 'manga', names: string][] = [
  [
    'a dot and a dash after the first number make it reading order',
    'comic',
    `
075.- Copper Lantern v2 067.cbr | Copper Lantern | 67 | 2 | 
049b.- Copper Lantern 12.cbr | Copper Lantern | 12 |  | 
012.-Copper Lantern #5.cbr | Copper Lantern | 5 |  | 
075.- Copper Lantern.cbr | Copper Lantern | 75 |  | `,
  ],
  [
    'a bracket glued to the end of a numbered name marks a copy',
    'comic',
    `
Copper Lantern Tomo 3(1).cbr | Copper Lantern |  | 3 | 
Copper Lantern 012(2).cbr | Copper Lantern | 12 |  | 
Copper Lantern(2).cbr | Copper Lantern | 2 |  | 
Copper Lantern 3 (of 5).cbr | Copper Lantern | 3 |  | `,
  ],
  [
    'a bracket of credits has no dates, no numbers, and ends the name',
    'comic',
    `
Copper Lantern 02 [por Ana_1981][ABC].cbr | Copper Lantern | 2 |  | 
Copper Lantern (por Ana) ABC 8º Aniversario.cbr | Copper Lantern |  |  | 
Copper Lantern 02 (scanned by Ana 2001) (1995).cbr | Copper Lantern | 2 |  | 1995`,
  ],
  [
    'credits after a dash end the name',
    'comic',
    `
Copper Lantern - Marea baja - por Ana(ABC).cbr | Copper Lantern - Marea baja |  |  | 
Copper Lantern - by Night (2015).cbr | Copper Lantern - by Night |  |  | 2015
Copper Lantern - Por la noche 003.cbr | Copper Lantern - Por la noche | 3 |  | `,
  ],
  [
    'how many there are is not which one it is',
    'comic',
    `
Copper Lantern - Integral 20 aniversario (Verlag).cbr | Copper Lantern - Integral 20 aniversario |  |  | 
Copper Lantern - Les 5 tomes (Re-Up) | Copper Lantern - Les 5 tomes |  |  | 
Copper Lantern - 3 Books of Tides 004.cbr | Copper Lantern - 3 Books of Tides | 4 |  | 
My 30s in Copper v01.cbz | My 30s in Copper |  | 1 | 
Copper Lantern 31s.cbz | Copper Lantern | 31s |  | `,
  ],
  [
    'a special of a volume has a number of its own',
    'comic',
    `
Copper Lantern Vol2 Especial 2 [ABC].cbz | Copper Lantern Especial | 2 | 2 | `,
  ],
  [
    'a letter and padded digits between dashes number an album',
    'comic',
    `
Harbor - A04 - De Reis 2.cbr | Harbor | A04 |  | 
Harbor - B1 - De Reis 2.cbr | Harbor - B1 - De Reis | 2 |  | `,
  ],
  [
    'a year in front of the format is that of a listing',
    'comic',
    `
(Adventure) [Digital] Copper Lantern - Low Tide - 2014, CBZ (pages), lossless | Copper Lantern - Low Tide |  |  | 2014
Copper Lantern - Low Tide - 2014 [CBZ] | Copper Lantern - Low Tide |  |  | 2014
Copper Lantern - Low Tide - 2014 [Anna] | Copper Lantern - Low Tide - 2014 |  |  | `,
  ],
  [
    'a year that opens the title after a volume belongs to the title',
    'manga',
    `
Blue Orchard v20 - 1931 Winter - Low Tide [ABC].epub | Blue Orchard |  | 20 | 
Blue Orchard v20 - 2014 Digital [ABC].cbz | Blue Orchard |  | 20 | 2014`,
  ],
  [
    'ranges of volumes in brackets, in the plural, and with the marker repeated',
    'manga',
    `
Blue Orchard Vol(1-10) [ABC] | Blue Orchard |  | 1-10 | 
Blue Orchard Vol.16 - Vol.17 | Blue Orchard |  | 16-17 | 
Blue Orchard Volumes 1 - 7, Parts 1-198 | Blue Orchard | 1-198 | 1-7 | 
Blue Orchard Volume 1 - Seven Nights | Blue Orchard |  | 1 | 
Blue Orchard LN.01-02 (2021).cbz | Blue Orchard LN. | 1-2 |  | 2021`,
  ],
  [
    'a group before a marked chapter is not a name, whatever underscores follow',
    'manga',
    `
Blue Orchard/Moon Scans_Ch.17 - Low Tide 101_ Harbor.cbz | Blue Orchard | 17 |  | 
Blue Orchard/_m_oon_Vol.1 Ch.3.5 - Day 14 Extra.cbz | Blue Orchard | 3.5 | 1 | 
Blue Orchard/Moon Scans_CHAPTER 12_ Room 404.cbz | Blue Orchard | 12 |  | 
Blue Orchard/Blue Orchard_ Low Tide Ch.12_ Room 404.cbz | Blue Orchard Low Tide | 12 |  | 
Manga/Moon Harbor_Ch.17 - Low Tide_ Harbor.cbz | Moon Harbor | 17 |  | `,
  ],
  [
    'a month and a year between the words of a title are no date',
    'manga',
    `
Blue Orchard 150 - The Garden March 2020 Special.cbz | Blue Orchard | 150 |  | 
Blue Orchard 150 - The Garden March 2020 Digital.cbz | Blue Orchard | 150 |  | 2020
Blue Orchard 150 March 2020 Special.cbz | Blue Orchard | 150 |  | 2020`,
  ],
  [
    'a date and a dash in front of a name order the files',
    'comic',
    `
2007-04 - Copper Lantern (Digital-1280) (ABC).cbr | Copper Lantern |  |  | 2007
2007-04 - Copper Lantern 5.cbr | Copper Lantern | 5 |  | 2007`,
  ],
  [
    'numbers of the East may be written out',
    'manga',
    `
青い果樹園 第十二卷.cbz | 青い果樹園 |  | 12 | 
青い果樹園 第一百零五話.cbz | 青い果樹園 | 105 |  | 
青い果樹園 第二〇章.cbz | 青い果樹園 | 20 |  | 
第三の男 第两卷.cbz | 第三の男 |  | 2 | `,
  ],
  [
    'three digits and a title are an issue of the folder',
    'comic',
    `
Copper Lantern/261 - Low Tide - Harbor Lights.cbr | Copper Lantern | 261 |  | 
Comics/261 - Low Tide.cbr | Low Tide | 261 |  | 
Copper Lantern/86 - Low Tide.cbr | Low Tide | 86 |  | 
Copper Lantern/100 Tides 003.cbr | 100 Tides | 3 |  | `,
  ],
  [
    'weeklies restart their issue numbers each year',
    'comic',
    `
Copper Lantern 1975-23.cbr | Copper Lantern | 23 |  | 1975
Copper Lantern 1975-12.cbr | Copper Lantern |  |  | 1975
Copper Lantern 01-33 (1996-98).cbr | Copper Lantern | 1-33 |  | 1996
Copper Lantern Vol. XL No. 5.cbr | Copper Lantern | 5 | 40 | 
Copper Lantern Vol. XXX No. 1 (2020).pdf | Copper Lantern | 1 | 30 | 2020
Copper Lantern v03n04 (1979-08).cbr | Copper Lantern | 4 | 3 | 1979
Copper Lantern v3 n4 (1979).cbr | Copper Lantern | 4 | 3 | 1979`,
  ],
  [
    'magazines of Japan count the issues of a year',
    'manga',
    `
青い果樹園 2024年51号.zip | 青い果樹園 | 51 |  | 2024
青い果樹園 第51号.zip | 青い果樹園 | 51 |  | 
青い果樹園 2023年05月号.cbz | 青い果樹園 |  |  | 2023
青い果樹8号 第5巻.cbz | 青い果樹8号 |  | 5 | 
1984年の果樹園 第2巻.zip | 1984年の果樹園 |  | 2 | 
Blue Orchard+ 2021-05.zip | Blue Orchard+ |  |  | 2021`,
  ],
  [
    'an ordinal names the run in Spanish and Portuguese',
    'comic',
    `
Copper Lantern 2ª Série - nº 34.cbr | Copper Lantern 2ª Série | 34 |  | 
Copper Lantern 2a edición #12.cbr | Copper Lantern 2a edición | 12 |  | 
Copper Lantern 2a - Low Tide.cbr | Copper Lantern | 2a |  | `,
  ],
  [
    'the event of a circle is no chapter',
    'manga',
    `
(C97) [Circle (Ana)] Blue Orchard (Some Game) [English].zip | Blue Orchard |  |  | 
(C97) [Circle (Ana)] Blue Orchard 2 (Some Game) [English].zip | Blue Orchard | 2 |  | 
(C97) Blue Orchard.zip | Blue Orchard | 97 |  | `,
  ],
  [
    'the language may be the last word',
    'manga',
    `
Blue Orchard 1100 VF.cbz | Blue Orchard | 1100 |  | 
Blue Orchard 05 FR.cbz | Blue Orchard | 5 |  | 
BD - Blue Orchard - 65 - Low Tide.cbr | Blue Orchard | 65 |  | `,
  ],
]

const range = (from: string, to: string) => (to === '' ? from : `${from}-${to}`)

for (const [rule, kind, names] of RULES) {
  test(rule, () => {
    for (const row of names.slice(1).split('\n')) {
      const name = row.slice(0, row.indexOf(' | '))
      const { series, issue, issue_end, volume, volume_end, year } = readName(name, { kind, year: 2026 })
      expect([name, series, range(issue, issue_end), range(volume, volume_end), year].join(' | ')).toBe(row)
    }
  })
}

test('a translation is in the language of its credits', () => {
  const read = (credit: string) => readName(`Copper Lantern 012 [${credit}][ABC].cbr`, { year: 2026 })
  expect(read('Traducido por Ana y Luis')).toMatchObject({ language: 'es', year: '', scan_group: 'ABC' })
  expect(read('traduit par Anne')).toMatchObject({ language: 'fr' })
  expect(read('translated by Anna')).toMatchObject({ language: '' })
})
