import { expect, test } from 'bun:test'
import { readName } from './read-name.ts'

/** Names from downloaders, channels and older collections: name | series | issue | volume | year, a hyphen for ranges. */
const RULES: [rule: string, kind: 'comic' | 'manga', names: string][] = [
  [
    'a chapter with a name of its own and a fraction belong to the title in front of a volume',
    'manga',
    `
Blue Orchard, Chapter 4 - The Long Tide v05 (2023).cbz | Blue Orchard, Chapter 4 - The Long Tide |  | 5 | 2023
Blue Orchard - Chapter 4 - Low Tide (v05).cbz | Blue Orchard | 4 | 5 | 
Blue ½ v05.cbz | Blue ½ |  | 5 | 
07-Orchard v13.cbz | 07-Orchard |  | 13 | 
023-Orchard v13.cbz | Orchard |  | 13 | `,
  ],
  [
    'a volume is no range with its chapter, and an unknown one is no name',
    'manga',
    `
Blue Orchard - v14 - c90.cbz | Blue Orchard | 90 | 14 | 
Blue Orchard v14-c90.cbz | Blue Orchard | 90 | 14 | 
Blue Orchard v14 - v16.cbz | Blue Orchard |  | 14-16 | 
Blue Orchard/Vol.TBD Ch.200.cbz | Blue Orchard | 200 |  | 
Blue Orchard/Blue Orchard - Vol 01 (Digital)/ch003.cbz | Blue Orchard | 3 | 1 | 
Blue Orchard/Blue Orchard v01-05/ch003.cbz | Blue Orchard | 3 |  | `,
  ],
  [
    'markers may be repeated, and follow a # or a dot',
    'manga',
    `
Blue Orchard #Ch05.cbz | Blue Orchard | 5 |  | 
Blue Orchard #B05.cbz | Blue Orchard | B5 |  | 
Blue Orchard [T001.T104] | Blue Orchard |  | 1-104 | 
Blue Orchard Tome 01 à Tome 05 | Blue Orchard |  | 1-5 | 
Blue Orchard - T01 a T34 [PDF] Fr | Blue Orchard |  | 1-34 | 
Blue Orchard T01 a Tide.cbz | Blue Orchard |  | 1 | 
Blue Orchard Chap. 10,5.cbz | Blue Orchard | 10.5 |  | 
Blue Orchard ch12,13.cbz | Blue Orchard | 12-13 |  | `,
  ],
  [
    'numbers that repeat or only order the files are not names',
    'manga',
    `
Blue Orchard - 0012 [Ch. 0012].cbz | Blue Orchard | 12 |  | 
Blue Orchard - 0013 [Ch. 0012].cbz | Blue Orchard - 0013 | 12 |  | 
0012 [Vol. 3 Ch. 12.5 - Low Tide].cbz |  | 12.5 | 3 | 
Orchard no8 - Tome 9.cbz | Orchard no8 |  | 9 | 
Orchard no8.cbz | Orchard | 8 |  | 
青い果樹園 第 1015 话.cbz | 青い果樹園 | 1015 |  | 
青い果樹園 第 12 卷 完结.cbz | 青い果樹園 |  | 12 | `,
  ],
  [
    'dates, positions and posts in front of a name',
    'comic',
    `
20050518 Copper Lantern 001.cbz | Copper Lantern | 1 |  | 2005
198900 Copper Lantern 001.cbz | Copper Lantern | 1 |  | 1989
Fills [01/01] Copper Lantern 001 (2020).cbz | Copper Lantern | 1 |  | 2020
Repost - Copper Lantern 001 (2020).cbz | Copper Lantern | 1 |  | 2020
part 05 Repost - Copper Lantern 006 (2013).cbz | Copper Lantern | 6 |  | 2013
BD.FR.- Copper Lantern Tome 05 (2021).cbz | Copper Lantern |  | 5 | 2021`,
  ],
  [
    'albums, complete works and issues that only their folder names',
    'comic',
    `
Copper Lantern/T01.cbz | Copper Lantern |  | 1 | 
Copper Lantern/T12 - Low Tide.cbz | Copper Lantern |  | 12 | 
Copper Lantern/T-34.cbz | T-34 |  |  | 
Copper Lantern/INT01.cbz | Copper Lantern |  | 1 | 
Copper Lantern INT02 (2011).cbz | Copper Lantern |  | 2 | 2011
Copper Lantern 012 (2011) (INT).cbz | Copper Lantern | 12 |  | 2011
Copper Lantern (1994)/Issue 1 - Low Tide.cbz | Copper Lantern | 1 |  | 1994
Issue 1 - Copper Lantern (1994).cbz | Copper Lantern | 1 |  | 1994
Copper Lantern 30 (2022)@moon_fr.cbz | Copper Lantern | 30 |  | 2022
Copper Lantern - 30 @moon_fr.cbz | Copper Lantern | 30 |  | 
Copper Lantern Part 4 - Harbor Lights/Volume 01 - Low Tide.cbz | Copper Lantern Part 4 - Harbor Lights |  | 1 | 
Part 5 - Harbor Lights/v47.cbz | Part 5 - Harbor Lights |  | 47 | `,
  ],
  [
    'dashes on both sides, parts of stories and words beside a year',
    'comic',
    `
Copper Lantern -21- Low Tide.cbr | Copper Lantern | 21 |  | 
Copper Lantern -1 (1997).cbr | Copper Lantern | -1 |  | 1997
Copper Lantern v09 - Low Tide Part 1 (2008).cbz | Copper Lantern |  | 9 | 2008
Copper Lantern (2001 comic adaptation).cbz | Copper Lantern |  |  | 2001
Copper Lantern/Volume 01 (2003)/Copper Lantern 001.cbr | Copper Lantern | 1 | 1 | 2003`,
  ],
  [
    'words and dots between numbers make ranges where the name ends',
    'comic',
    `
Copper Lantern v2 210 a 211.cbr | Copper Lantern | 210-211 | 2 | 
Copper Lantern 25 à 36 [FR] [CBZ] | Copper Lantern | 25-36 |  | 
Copper Lantern 170 al 173 (2012).cbr | Copper Lantern | 170-173 |  | 2012
Copper Lantern 12 a 5.cbr | Copper Lantern 12 a | 5 |  | 
Copper Lantern 012 a 13 Low Tides.cbr | Copper Lantern | 12 |  | 
5 a 9.cbr | 5 a | 9 |  | 
Copper.Lantern.Tomes.01.a.24.FRENCH.CBZ-Moon | Copper Lantern |  | 1-24 | 
Copper Lantern Tome 1 a Tide.cbz | Copper Lantern |  | 1 | 
Copper.Lantern.[T01.T105].1997.FR | Copper Lantern |  | 1-105 | 1997`,
  ],
  [
    "the number after the run's is the issue, and stories have their own numbers",
    'comic',
    `
Copper Lantern v3 46 - Tide & Moon 02.cbz | Copper Lantern | 46 | 3 | 
Copper Lantern v3 - Tide 02.cbz | Copper Lantern | 2 | 3 | 
078. Copper Lantern Annual 2016.cbz | Copper Lantern Annual |  |  | 2016
078. Copper Lantern Annual 02.cbz | Copper Lantern Annual | 2 |  | `,
  ],
  [
    'the width of pages is no year',
    'manga',
    `
Blue Orchard T01 (Moon) [Digital-1920] [Manga FR] | Blue Orchard |  | 1 | 
Blue Orchard T01 (2012) [Digital-1920].cbz | Blue Orchard |  | 1 | 2012
Blue Orchard v01 (Digital 2012).cbz | Blue Orchard |  | 1 | 2012`,
  ],
  [
    'three digits in front of a dash are those of the chapter in the folder of a volume',
    'manga',
    `
Blue Orchard/Blue Orchard - Volume 15/183 - Blue Tide 80 Days.zip | Blue Orchard | 183 | 15 | 
183 - Blue Orchard 012.zip | Blue Orchard | 12 |  | `,
  ],
  [
    'two volumes in a row are joined by a word as well, and a range has padding at both ends or its start',
    'manga',
    `
Blue Orchard - Tomes 1 et 2 - Ana et Luis | Blue Orchard |  | 1-2 | 
Blue Orchard Volumes 1 and 2 | Blue Orchard |  | 1-2 | 
Blue Orchard v1 and 3 Tides.cbz | Blue Orchard |  | 1 | 
Blue Orchard Tomo 01-100 [CBZ] | Blue Orchard |  | 1-100 | 
Blue Orchard v01-012.cbz | Blue Orchard | 12 | 1 | 
Blue.Orchard.volume2-03.2008-11.noads | Blue Orchard | 3 | 2 | 2008`,
  ],
  [
    'an episode tied to the name by a dot belongs to it in front of the years of the run',
    'manga',
    `
Blue Orchard Episode.0 (2019-2024) (Digital) | Blue Orchard Episode.0 |  |  | 2019
Blue Orchard Episode.0 (2019).cbz | Blue Orchard | 0 |  | 2019
Blue Orchard Episode 5 (2019-2024) (Digital) | Blue Orchard | 5 |  | 2019`,
  ],
  [
    'hyphens count an issue of a mini series, and what the art is of is no edition',
    'comic',
    `
Copper Lantern 4-of-4 (2010) | Copper Lantern | 4 |  | 2010
Copper Lantern 3-of-a-Kind 002 (2010).cbz | Copper Lantern 3-of-a-Kind | 2 |  | 2010`,
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
