import { expect, test } from 'bun:test'
import { readName } from './read-name.ts'

/** Names that need a rule, by that rule: name | series | issue | volume | year, ranges with a hyphen. */
const RULES: [rule: string, kind: 'comic' | 'manga', names: string][] = [
  [
    'a word makes a range after a marker, and nowhere else',
    'manga',
    `
Blue Orchard Volumes 1 to 13 | Blue Orchard |  | 1-13 | 
Blue Orchard Tomes 1 à 5 (2012) | Blue Orchard |  | 1-5 | 2012
Blue Orchard Bd. 1 bis 7 | Blue Orchard |  | 1-7 | 
Blue Orchard Chapters 4 through 9 | Blue Orchard | 4-9 |  | 
Blue Orchard v09 to Nowhere | Blue Orchard |  | 9 | 
Blue Orchard v09 to 2 Towns | Blue Orchard |  | 9 | `,
  ],
  [
    'the decimals of a volume are part of it, further digits are the issue after it',
    'manga',
    `
Blue Orchard v01-02.25.cbz | Blue Orchard |  | 1-2.25 | 
Blue Orchard v1-012.cbz | Blue Orchard | 12 | 1 | `,
  ],
  [
    'dashes with blanks also make a range when words for a pack follow',
    'comic',
    `
Copper Lantern #1 – 57 story arc bundle | Copper Lantern | 1-57 |  | 
Copper Lantern #3 - 9 full collection | Copper Lantern | 3-9 |  | 
Copper Lantern #3 - 9 Nights | Copper Lantern | 3 |  | `,
  ],
  [
    'an ampersand that was escaped more than once is one',
    'comic',
    `
Copper &amp; Lantern 007 (2014).cbz | Copper & Lantern | 7 |  | 2014
Copper &amp;amp; Lantern 007 (2014).cbz | Copper & Lantern | 7 |  | 2014
Copper&amp;amp;#39;s Lantern 007 (2014).cbz | Copper's Lantern | 7 |  | 2014`,
  ],
  [
    'several ranges in a row are one pack, named by the first',
    'manga',
    `
Blue Orchard 01-28,125-137.zip | Blue Orchard | 1-28 |  | `,
  ],
  [
    'a range in a bracket stays a range with other text beside it',
    'comic',
    `
Copper Lantern UK (01 - 22 +Extras) (1978 - 1982) | Copper Lantern UK | 1-22 |  | 1978
Copper Lantern (1-6 + Annual) (1988) | Copper Lantern | 1-6 |  | 1988`,
  ],
  [
    'a checksum in square brackets is not a chapter',
    'manga',
    `
Blue Orchard 012 [C0045813].cbz | Blue Orchard | 12 |  | 
[Moon] Blue Orchard - 03 [B0021437].cbz | Blue Orchard | 3 |  | 
Blue Orchard [C012].cbz | Blue Orchard | 12 |  | `,
  ],
  [
    'the number of a copy is not the issue',
    'comic',
    `
Copper Lantern 1089 (2024) (Digital) (Zone).1.cbr | Copper Lantern | 1089 |  | 2024
Copper Lantern 007 [Digital].2.cbz | Copper Lantern | 7 |  | 
Copper Lantern 07.1.cbz | Copper Lantern | 7.1 |  | `,
  ],
  [
    'an ordinal of an edition is not a chapter',
    'manga',
    `
Blue Orchard - Red & White 30th Anniversary Edition (2023) | Blue Orchard - Red & White 30th Anniversary Edition |  |  | 2023
Blue Orchard 2nd Edition (2023) | Blue Orchard 2nd Edition |  |  | 2023
Blue Orchard - The 3rd Night.cbz | Blue Orchard - The 3rd Night | 3 |  | `,
  ],
  [
    'two hyphens without blanks join a number to the name',
    'manga',
    `
47--FORTY-SEVEN - Night School (2024) (Digital).cbz | 47--FORTY-SEVEN - Night School |  |  | 2024
047--Night School.cbz | Night School | 47 |  | `,
  ],
  [
    'a book with a total is an issue of a mini series',
    'comic',
    `
Copper Lantern Book 2 (of 4) (2010).cbz | Copper Lantern | 2 |  | 2010
Copper Lantern - Tome 1 (of 3).cbz | Copper Lantern | 1 |  | 
Copper Lantern Book 2 (2010).cbz | Copper Lantern |  | 2 | 2010
Copper Lantern v2 (of 4) (2010).cbz | Copper Lantern |  | 2 | 2010`,
  ],
  [
    'in dotted names a year is before the number or at the end of the title',
    'comic',
    `
Copper.Lantern.2015.003.Digital-Group | Copper Lantern | 3 |  | 2015
Copper.Lantern.021.Very.Low.Tide.2014.Digital-Group | Copper Lantern | 21 |  | 2014
Copper.Lantern.2015.003.2017.Digital-Group | Copper Lantern 2015 | 3 |  | 2017
Copper.Lantern.2099.003.Digital-Group | Copper Lantern 2099 | 3 |  | 
Copper.Lantern.Class.of.2015.12.Digital-Group | Copper Lantern Class of 2015 | 12 |  | 
Copper Lantern 2015 003 (Digital).cbz | Copper Lantern 2015 | 3 |  | `,
  ],
  [
    'three numbers in a bracket are a date unless they are consecutive',
    'comic',
    `
Copper Lantern 1700 (01-09-10).cbz | Copper Lantern | 1700 |  | 2010
Copper Lantern (03-04-05) (1998).cbz | Copper Lantern | 3-5 |  | 1998`,
  ],
  [
    'a publisher of two words may precede the year',
    'comic',
    `
Copper Lantern 13.5 - Low Tide (Le Phare 1988) | Copper Lantern | 13.5 |  | 1988
Copper Lantern 012 (The Great Tide 1988).cbz | Copper Lantern | 12 |  | `,
  ],
  [
    'a number in the text after a dash is part of it when a volume follows',
    'manga',
    `
GHO - 14 Days in Porto v01-09 (Digital) | GHO - 14 Days in Porto |  | 1-9 | 
Blue Orchard - 014 v02.cbz | Blue Orchard | 14 | 2 | `,
  ],
  [
    'school years are part of the name',
    'manga',
    `
Orchard School - Year 2 [Northgate] | Orchard School - Year 2 |  |  | 
Orchard School - Year 2 v03 [Northgate] | Orchard School - Year 2 |  | 3 | `,
  ],
  [
    'a padded number with a dot is the position in a list of books',
    'comic',
    `
023. Copper Lantern v05 - Low Tide.zip | Copper Lantern |  | 5 | 
023. Copper Lantern 14.zip | Copper Lantern | 14 |  | 
023. Copper Lantern.zip | Copper Lantern | 23 |  | 
023 Copper Lantern (v05).zip | Copper Lantern | 23 | 5 | `,
  ],
  [
    'cap is short for chapter after a dash',
    'comic',
    `
Copper Lantern - Cap 1.cbz | Copper Lantern | 1 |  | 
Copper Lantern - Cap. 12.cbz | Copper Lantern | 12 |  | 
The Steel Cap 3.cbz | The Steel Cap | 3 |  | `,
  ],
  [
    'Band and Book end English titles',
    'comic',
    `
Copper - Blue Band 002 (2024) (Paper).cbz | Copper - Blue Band | 2 |  | 2024
Copper - Blue Band #2 (2024).cbz | Copper - Blue Band | 2 |  | 2024
Copper Blue Band 012 (of 12) (2024).cbz | Copper Blue Band | 12 |  | 2024
Copper Club - The Comic Book 01 (of 5) (2010).cbz | Copper Club - The Comic Book | 1 |  | 2010
The Rubber Band 3 (2020).cbz | The Rubber Band | 3 |  | 2020
Copper Band 2 (2012).cbz | Copper |  | 2 | 2012
Copper Band 012 - Der Weg.cbz | Copper |  | 12 | 
Copper Band 012 (2012) (German).cbz | Copper |  | 12 | 2012
Copper Book 02 - The Road (2012).cbz | Copper |  | 2 | 2012`,
  ],
  [
    'an X after the number belongs to it, at the end of the name',
    'comic',
    `
Copper Lantern 13X.cbz | Copper Lantern | 13X |  | 
Copper Lantern 013X (2013).cbz | Copper Lantern | 13X |  | 2013
Copper Lantern 2X Speed.cbz | Copper Lantern 2X Speed |  |  | `,
  ],
  [
    'the place in a list is no part of the name',
    'comic',
    `
022 .Copper Lantern v04 - Low Tide.zip | Copper Lantern |  | 4 | 
022.Copper Lantern v04 - Low Tide.zip | Copper Lantern |  | 4 | 
22) Copper Lantern #4 (2012).cbz | Copper Lantern | 4 |  | 2012
02 - NIGHT OF TIDES - Copper Lantern 016 (2013).cbz | Copper Lantern | 16 |  | 2013
02 - Night of Tides - Copper Lantern 016 (2013).cbz | Night of Tides - Copper Lantern | 16 |  | 2013
02 - NIGHT OF TIDES 016 (2013).cbz | NIGHT OF TIDES | 16 |  | 2013
2012-05-02 Copper Lantern 004.cbz | Copper Lantern | 4 |  | 2012
2012-05 - Copper Lantern 004.cbz | Copper Lantern | 4 |  | 2012`,
  ],
  [
    'a bracket in the middle of a name is a part of it',
    'comic',
    `
My (Not So) Copper Lantern 003 (2022).cbz | My (Not So) Copper Lantern | 3 |  | 2022
Copper (Un)Lit 003 (2022).cbz | Copper (Un)Lit | 3 |  | 2022
Copper Lantern (And Proud of It)! 003.cbz | Copper Lantern (And Proud of It)! | 3 |  | 
Copper Lantern (Low Tide) 003.cbz | Copper Lantern | 3 |  | 
Copper Lantern (2019) and Other Tales 004 (2020).cbz | Copper Lantern and Other Tales | 4 |  | 2020
Copper Lantern (Chapter 01) - Low Tide 005 (2026).cbz | Copper Lantern - Low Tide | 5 |  | 2026
Copper Lantern (Anna Berg-Northgate 2014) (edge).cbz | Copper Lantern |  |  | 2014
Copper Lantern 003 (Northgate Comics Group Dec 1994).cbz | Copper Lantern | 3 |  | 1994`,
  ],
  [
    'lists and counts are read in every spelling',
    'comic',
    `
Copper Lantern 1 & 2 (2012).cbz | Copper Lantern | 1-2 |  | 2012
Copper Lantern 01-of-04.cbz | Copper Lantern | 1 |  | 
Copper Lantern 14-17 + Copper Lantern 00.zip | Copper Lantern | 14-17 |  | 
Copper Lantern 01-04 + Annual 01.zip | Copper Lantern | 1-4 |  | 
Copper Lantern [1-12 END].cbz | Copper Lantern | 1-12 |  | `,
  ],
  [
    'chapters are listed beside their volumes, or have none yet',
    'manga',
    `
Blue Orchard 001-005 as v01 (Digital-Compilation) (Oak) | Blue Orchard | 1-5 | 1 | 
Blue Orchard 001-005 as v01 + 006-009 (Oak) | Blue Orchard | 1-5 | 1 | 
Blue Orchard (v01-12, 061-080) (2012).cbz | Blue Orchard | 61-80 | 1-12 | 2012
Blue Orchard 001~005.cbz | Blue Orchard | 1-5 |  | 
blue-orchard-ch-012-5.cbz | blue orchard | 12.5 |  | `,
  ],
  [
    'a season without a name beside it names no series',
    'manga',
    `
Season 2 Episode 12.cbz |  | 12 |  | 
(S2) Episode 12.cbz |  | 12 |  | 
S2 - 012.cbz |  | 12 |  | 
Blue Orchard S02E12.cbz | Blue Orchard | 12 |  | 
[S2] Blue Orchard - 12.cbz | Blue Orchard | 12 |  | 
Blue Orchard/Season 2/Episode 12.cbz | Blue Orchard | 12 |  | 
Blue Orchard/S2/012.cbz | Blue Orchard | 12 |  | `,
  ],
  [
    'in the folder of a manga a leading number counts its chapters',
    'manga',
    `
Blue Orchard/5 - Low Tide.cbz | Blue Orchard | 5 |  | 
Blue Orchard/#5 Low Tide.cbz | Blue Orchard | 5 |  | 
manga/5 - Low Tide.cbz | Low Tide | 5 |  | `,
  ],
  [
    'words of more languages count volumes, chapters and issues',
    'manga',
    `
Blue Orchard Bab 5.cbz | Blue Orchard | 5 |  | 
Blue Orchard Rozdział 5.cbz | Blue Orchard | 5 |  | 
Blue Orchard Kötet 5.cbz | Blue Orchard |  | 5 | 
Blue Orchard Svazek 5.cbz | Blue Orchard |  | 5 | 
Blue Orchard Ausgabe 5.cbz | Blue Orchard | 5 |  | 
Major Tom 005 (2012).cbz | Major Tom | 5 |  | 2012
Peeping Tom 2.cbz | Peeping Tom | 2 |  | 
Blue Orchard - Tom 2.cbz | Blue Orchard |  | 2 | 
Blue Orchard tom 5.cbz | Blue Orchard |  | 5 | `,
  ],
  [
    'an underscore may replace a bracket',
    'comic',
    `
Copper Lantern 02_-_Low_Tide__2019___Northgate___Digital-Group_.cbr | Copper Lantern | 2 |  | 2019
Copper_Lantern_01__2008___Some-Group_.cbz | Copper Lantern | 1 |  | 2008`,
  ],
  [
    'the last number after a run or a book is the issue',
    'comic',
    `
Copper Lantern #9 v3 004.cbz | Copper Lantern #9 | 4 | 3 | 
Copper Lantern, v2003,#5.cbz | Copper Lantern | 5 | 2003 | 
V1995 Copper Lantern #5.cbz | Copper Lantern | 5 | 1995 | 
Copper Lantern Book 2 001 (2019).cbz | Copper Lantern Book 2 | 1 |  | 2019
Copper Lantern/Copper Lantern 02 and the Long Night Copper Lantern #2.cbz | Copper Lantern | 2 |  | 
Agent 007 Undercover #7 (2012).cbz | Agent 007 Undercover | 7 |  | 2012`,
  ],
  [
    'the range of a pack numbers it, not a number in its title',
    'comic',
    `
Lantern 10 - Beyond the Tide (01-05) (2005).cbz | Lantern 10 - Beyond the Tide | 1-5 |  | 2005
Lantern 010 - Beyond the Tide (01-05) (2005).cbz | Lantern | 10 |  | 2005`,
  ],
  [
    'numbers tied to words are parts of the title in front of a volume',
    'manga',
    `
Blue Orchard - 13-Acre Department v01 (2020).cbz | Blue Orchard - 13-Acre Department |  | 1 | 2020
Angels of Blue Orchard Episode.0 v01 (2019).cbz | Angels of Blue Orchard Episode.0 |  | 1 | 2019
Blue Orchard Ep.5.cbz | Blue Orchard | 5 |  | 
Blue Orchard Volume 05 PREPUB [10/14] | Blue Orchard |  | 5 | `,
  ],
  [
    'counters of the East make ranges, each number with its own',
    'manga',
    `
青い果樹園 第01巻-第30巻.zip | 青い果樹園 |  | 1-30 | 
青い果樹園 第12話～第80話.zip | 青い果樹園 | 12-80 |  | 
青い果樹園 第12話-第3話.zip | 青い果樹園 | 12 |  | `,
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

test('a book type after a plus is more content, not the type of the pack', () => {
  const { format, also } = readName('Copper Lantern 1-12 + TPBs (2014)', { year: 2026 })
  expect({ format, also }).toEqual({ format: '', also: ['tpbs'] })
  expect(readName('Copper Lantern v02 TPB (2014)', { year: 2026 }).format).toBe('tpb')
  expect(readName('Copper Lantern TP v02 (2014)', { year: 2026 })).toMatchObject({
    series: 'Copper Lantern',
    format: 'tpb',
  })
  expect(readName('Copper Lantern v02 - Extraordinary Tide', { year: 2026 }).special).toBe('')
})

test("a publisher's name with a word for company is not a series", () => {
  for (const name of ['IDW Publishing', 'Dynamite Entertainment', 'Kodansha USA', 'Seven Seas Entertainment'])
    expect(readName(`Copper Lantern 007 (2014) (${name}).cbz`, { year: 2026 })).toMatchObject({
      series: 'Copper Lantern',
      publisher: name,
    })
})

test('the season of a file is known from its name or its folder', () => {
  for (const name of ['Blue Orchard S2E12', '(S2) Episode 12', 'Season 02/Episode 12', 'Blue Orchard/S2/012'])
    expect(readName(`${name}.cbz`, { kind: 'manga', year: 2026 })).toMatchObject({ season: '2', issue: '12' })
})
