import { expect, test } from 'bun:test'
import { readName } from './read-name.ts'

/** Names that need a rule, by that rule: name | series | issue | volume | year, ranges with a hyphen. */
const RULES: [rule: string, kind: 'comic' | 'manga', names: string][] = [
  [
    'the last letter of initials is not a marker',
    'comic',
    `
S.A.L.T. 003 (2015).cbz | S.A.L.T. | 3 |  | 2015
F.L.A.T. 012 (2016).cbr | F.L.A.T. | 12 |  | 2016
S.A.L.T. v2 004 (2018).cbz | S.A.L.T. | 4 | 2 | 2018
Copper Lantern T.12 (2004).cbz | Copper Lantern |  | 12 | 2004`,
  ],
  [
    'a padded number before a name with a number is reading order',
    'comic',
    `
003 Harbor Wars - Copper Lantern #12 (2018).cbz | Harbor Wars - Copper Lantern | 12 |  | 2018
017 Copper Lantern #4 (2011).cbz | Copper Lantern | 4 |  | 2011
001 Copper Lantern 001 (7 covers) (2011).cbz | Copper Lantern | 1 |  | 2011
001 - Copper Lantern #7.cbz | Copper Lantern | 7 |  | 
042 Copper Lantern v2 #5 (2010) (Digital).cbr | Copper Lantern | 5 | 2 | 2010
08. Iron Tide #3 (2014).cbz | Iron Tide | 3 |  | 2014
0012 Iron Tide Annual #1 (1999).cbz | Iron Tide Annual | 1 |  | 1999
004_Iron_Tide_#002_(2003).cbr | Iron Tide | 2 |  | 2003
100 Foxes #12 (2018).cbz | 100 Foxes | 12 |  | 2018
52 #7 (2006).cbz | 52 | 7 |  | 2006
003 The Long Night.cbz | The Long Night | 3 |  | `,
  ],
  [
    'of two bare numbers before a date the last is the issue, even when it resembles a year',
    'comic',
    `
Copper Lantern 2 014 (2012).cbz | Copper Lantern 2 | 14 |  | 2012
Sector 12 1985 (2015) (digital).cbr | Sector 12 | 1985 |  | 2015
Weekly Falcon 77 2012 (2017).cbz | Weekly Falcon 77 | 2012 |  | 2017
Sector 13 2487 [2026] | Sector 13 | 2487 |  | 2026
3000 AD 2000 (29-06-11).cbz | 3000 AD | 2000 |  | 2011
3000 AD 1998 (11-12-98).cbz | 3000 AD 1998 |  |  | 1998
Copper Lantern 7 2019 (2019).cbz | Copper Lantern | 7 |  | 2019
Copper Lantern 7 2018 (2019).cbz | Copper Lantern | 7 |  | 2019
Copper Lantern 012 2016 (2019).cbz | Copper Lantern | 12 |  | 2019
Copper Lantern 7 3 (2019).cbz | Copper Lantern 7 | 3 |  | 2019
Iron Tide 2 05 [2014-05].cbz | Iron Tide 2 | 5 |  | 2014
District 9 11 (May 2013).cbz | District 9 | 11 |  | 2013
Copper Lantern 1985 (2015).cbz | Copper Lantern 1985 |  |  | 2015
Iron Tide 2020 12 (2021).cbz | Iron Tide 2020 | 12 |  | 2021`,
  ],
  [
    'a marked number before another one is part of the name',
    'comic',
    `
Copper Lantern #2 014 (2012).cbz | Copper Lantern #2 | 14 |  | 2012
Agent #1 #5 (2009).cbz | Agent #1 | 5 |  | 2009
Agent #1, #5 (2009).cbz | Agent #1 | 5 |  | 2009
Enemy #1 003 (2010) (digital).cbr | Enemy #1 | 3 |  | 2010
Copper Lantern #4 (#104) (2018).cbz | Copper Lantern | 4 |  | 2018
Copper Lantern #4 2018.cbz | Copper Lantern | 4 |  | 2018
Copper Lantern #4 3 Cats on a Roof.cbz | Copper Lantern | 4 |  | 
Copper Lantern #4 36p.cbz | Copper Lantern | 4 |  | `,
  ],
  [
    'a season before a number stays in the name',
    'comic',
    `
Night Watch Season 8 012 (2008).cbz | Night Watch Season 8 | 12 |  | 2008
Night Watch Season 10 #03 (2014) (Digital).cbr | Night Watch Season 10 | 3 |  | 2014
Moon Patrol Season 2.5 04 (2017).cbz | Moon Patrol Season 2.5 | 4 |  | 2017
Night Watch Season 11 - Lantern 02 (of 06) (2013).cbz | Night Watch Season 11 - Lantern | 2 |  | 2013
Night Watch Season 8 v01 - Home (2009).cbz | Night Watch Season 8 |  | 1 | 2009
Night Watch Season 3.cbz | Night Watch |  |  | `,
  ],
  [
    'after # a glued letter belongs to the number',
    'comic',
    `
Copper Lantern #12x (2011).cbz | Copper Lantern | 12x |  | 2011
Copper Lantern #12X.cbz | Copper Lantern | 12X |  | 
Copper Lantern #7k (1999).cbz | Copper Lantern | 7k |  | 1999
Copper Lantern #18d - Home (2001).cbz | Copper Lantern | 18d |  | 2001
Copper Lantern #B01 - Home.cbz | Copper Lantern | B1 |  | 
Copper Lantern #012b (2001).cbz | Copper Lantern | 12b |  | 2001`,
  ],
  [
    '1/2 is ½',
    'comic',
    `
Copper Lantern #1/2 (1998).cbz | Copper Lantern | ½ |  | 1998
Copper Lantern 1/2 (1998).cbz | Copper Lantern | ½ |  | 1998
Copper Lantern 01/02 (1998).cbz | Copper Lantern | 1-2 |  | 1998
Copper Lantern 112/113 (1998).cbz | Copper Lantern | 112-113 |  | 1998
Copper Lantern #1-2 (1998).cbz | Copper Lantern | 1-2 |  | 1998`,
  ],
  [
    'ranges are read with blanks around the dash and in chains',
    'comic',
    `
Copper Lantern 112 - 115 (1991).cbz | Copper Lantern | 112-115 |  | 1991
Copper Lantern 1 - 12 (2004).cbz | Copper Lantern | 1-12 |  | 2004
Copper Lantern 01 - 06 (2004).cbz | Copper Lantern | 1-6 |  | 2004
Copper Lantern 03-04-05 (1991).cbz | Copper Lantern | 3-5 |  | 1991
Copper Lantern 003-004-005-006.cbz | Copper Lantern | 3-6 |  | 
Copper Lantern Chapter01-02-03.cbz | Copper Lantern | 1-3 |  | 
Copper Lantern 600 - 13 Angry Cats (2018).cbz | Copper Lantern | 600 |  | 2018
Copper Lantern 115 - 112 (1991).cbz | Copper Lantern | 115 |  | 1991
52 - 010 (2006).cbz | 52 | 10 |  | 2006`,
  ],
  [
    'ranges of manga may repeat their markers',
    'manga',
    `
Blue Orchard 12 - 15.cbz | Blue Orchard | 12-15 |  | 
Blue Orchard c012 - 015.cbz | Blue Orchard | 12-15 |  | 
Blue Orchard c012-013-014.cbz | Blue Orchard | 12-14 |  | 
Blue Orchard v01 - v03.cbz | Blue Orchard |  | 1-3 | 
Blue Orchard v01-05 + c021-030 (2016-2018).cbz | Blue Orchard | 21-30 | 1-5 | 2016
Blue Orchard v01-14 + 098-150 (2016-2018) (Digital) (1r0n) | Blue Orchard | 98-150 | 1-14 | 2016
Blue Orchard v18+1 (2020).cbz | Blue Orchard |  | 18+1 | 2020`,
  ],
  [
    'markers of volumes are read where they are glued to both sides',
    'comic',
    `
Copper Lantern-V1-001.cbz | Copper Lantern | 1 | 1 | 
Copper Lantern -V1-001.cbz | Copper Lantern | 1 | 1 | 
Copper-Lantern-V2-014.cbz | Copper Lantern | 14 | 2 | 
Copper Lantern-v2003-#5.cbz | Copper Lantern | 5 | 2003 | 
Copper Lantern-v2003-05.cbz | Copper Lantern | 5 | 2003 | 
Copper Lantern v01-12 (2004).cbz | Copper Lantern |  | 1-12 | 2004
Copper Lantern V 3 012 (1994).cbz | Copper Lantern | 12 | 3 | 1994
Copper Lantern V 3 #12.cbz | Copper Lantern | 12 | 3 | 
World War V 003 (2024).cbz | World War V | 3 |  | 2024
V 012 (2009).cbz | V | 12 |  | 2009
CopperLantern001.cbz | CopperLantern | 1 |  | 
Lantern012 (2004).cbr | Lantern | 12 |  | 2004
Lantern7 003 (2010).cbz | Lantern7 | 3 |  | 2010
Agent007 012 (2010).cbz | Agent007 | 12 |  | 2010
Agent007 v02 (2010).cbz | Agent007 |  | 2 | 2010`,
  ],
  [
    'a letter with a blank marks volumes and chapters',
    'manga',
    `
Blue Orchard V 03.cbz | Blue Orchard |  | 3 | 
Blue Orchard C 01.cbz | Blue Orchard | 1 |  | 
Blue Orchard V 02 C 011.cbz | Blue Orchard | 11 | 2 | 
Blue Orchard v 4 c 21.cbz | Blue Orchard | 21 | 4 | 
Vitamin C 012.cbz | Vitamin C | 12 |  | `,
  ],
  [
    'years are read among other remarks and after dots',
    'comic',
    `
Copper Lantern 003 (2021, second printing).cbz | Copper Lantern | 3 |  | 2021
Copper Lantern 003 (second printing, 2021).cbz | Copper Lantern | 3 |  | 2021
Copper Lantern 003 (1987, Northgate Comics, c2c).cbz | Copper Lantern | 3 |  | 1987
Copper Lantern 003 (Cover B) (2021; digital).cbz | Copper Lantern | 3 |  | 2021
Copper Lantern (2019 1st print) 003.cbz | Copper Lantern | 3 |  | 2019
Copper Lantern 003 (Miss 1987 Returns Home).cbz | Copper Lantern | 3 |  | 
Copper.2019.cbz | Copper |  |  | 2019
Copper.Lantern.2019.cbz | Copper Lantern |  |  | 2019
Copper.Lantern.2033.cbz | Copper Lantern 2033 |  |  | 
Copper Lantern 2019.cbz | Copper Lantern 2019 |  |  | 
Copper.Lantern.Vol.01.Night.Shift.2015.cbz | Copper Lantern |  | 1 | 2015
Copper.Lantern.v02.The.Long.Road.2015.Digital-Group | Copper Lantern |  | 2 | 2015
Copper.Lantern.Vol.01.Class.of.2015.Ends.cbz | Copper Lantern |  | 1 | `,
  ],
  [
    'years are accepted up to ten years in the future',
    'comic',
    `
Copper Lantern 003 (2028).cbz | Copper Lantern | 3 |  | 2028
Copper Lantern 003 (2036) (Digital).cbz | Copper Lantern | 3 |  | 2036
Copper Lantern 003 (2037).cbz | Copper Lantern | 3 |  | 
Copper Lantern (2030) 005.cbz | Copper Lantern | 5 |  | 2030
Copper.Lantern.003.2030.Digital-Group | Copper Lantern | 3 |  | 2030
Copper Lantern 2033 003 (2016).cbz | Copper Lantern 2033 | 3 |  | 2016
Copper Lantern 2099 003 (2028).cbz | Copper Lantern 2099 | 3 |  | 2028
Cyber Harbor 2029 digital.cbz | Cyber Harbor 2029 digital |  |  | `,
  ],
  [
    'tags of manga give no numbers',
    'manga',
    `
Blue Orchard [A1B2C3D4].cbz | Blue Orchard |  |  | 
[Moon4] Blue Orchard 012 [0F3B22A9].cbz | Blue Orchard | 12 |  | 
Moon Scans_Chapter 12_8c4077.cbz | Moon Scans | 12 |  | 
Blue Orchard_Ch.5_a1b2c3.cbz | Blue Orchard | 5 |  | 
Blue Orchard 12 a1b2c3d4.cbz | Blue Orchard | 12 |  | 
Blue Orchard_c012_123456.cbz | Blue Orchard | 12 |  | 
Blue Orchard c012 [Group 7].cbz | Blue Orchard | 12 |  | 
Blue Orchard v01 (2019) (Digital) (c1fi7).cbz | Blue Orchard |  | 1 | 2019
Blue Orchard - 01 [C2].epub | Blue Orchard | 1 |  | 
Blue Orchard Chapter 62_v2.cbz | Blue Orchard | 62 |  | 
Blue Orchard 031 - Ch. 31 Rain (2023).cbz | Blue Orchard | 31 |  | 2023
Return of the 8th Orchard - Season 1.cbz | Return of the 8th Orchard |  |  | 
Blue Orchard 第01 (2022).cbz | Blue Orchard | 1 |  | 2022
푸른 정원 제139화.cbz | 푸른 정원 | 139 |  | 
푸른 정원 제3권.cbz | 푸른 정원 |  | 3 | 
Blue Orchard Novel01-02 (2022).cbz | Blue Orchard Novel | 1-2 |  | 2022
[(BLUE ORCHARD)] v01 (2018).cbz | BLUE ORCHARD |  | 1 | 2018
Blue Orchard 020#1 (2021).cbz | Blue Orchard | 20 |  | 2021
Blue Orchard v14c053.cbz | Blue Orchard | 53 | 14 | 
Blue Orchard 404: 00:00.cbz | Blue Orchard | 404 |  | 
Blue Orchard SP01.cbz | Blue Orchard |  |  | 
Blue Orchard SP 01.cbz | Blue Orchard |  |  | `,
  ],
  [
    'copy marks and page counts are not numbers',
    'comic',
    `
Copper Lantern 003 (2019).1.cbr | Copper Lantern | 3 |  | 2019
Copper Lantern 003 (2019) (1).cbz | Copper Lantern | 3 |  | 2019
Copper Lantern (2019) (2).cbz | Copper Lantern |  |  | 2019
Copper Lantern (2) (2019).cbz | Copper Lantern | 2 |  | 2019
Copper Lantern (2005) Home (No. 5).cbz | Copper Lantern | 5 |  | 2005
Copper Lantern (2019) (02).cbz | Copper Lantern | 2 |  | 2019
Copper Lantern 003 (36 pages).cbz | Copper Lantern | 3 |  | 
Copper Lantern (2019) (128 pgs).cbz | Copper Lantern |  |  | 2019
Copper Lantern 003 52p (1971).cbz | Copper Lantern | 3 |  | 1971
Copper Lantern 003 (2019) (Digital) (Pyrate 3000-DCP).cbz | Copper Lantern | 3 |  | 2019`,
  ],
  [
    'publishers, fills and dates are read around the name',
    'comic',
    `
DC - Copper Lantern 005 2016 FILLS.cbz | Copper Lantern | 5 |  | 2016
Marvel - Copper Lantern 005 (2016) (Fills).cbz | Copper Lantern | 5 |  | 2016
Dark.Horse-The.Copper.Lantern.Omnibus.Vol.05.2025.Retail.Comic | The Copper Lantern |  | 5 | 2025
Copper Lantern 2016-05-04 005 (digital).cbz | Copper Lantern | 5 |  | 2016
Copper Lantern (2016-05-04) #5 (digital).cbz | Copper Lantern | 5 |  | 2016
Copper Lantern 1989-08 ( 08) (1989) (Digital).cbz | Copper Lantern | 8 |  | 1989
Copper Lantern 3 van 5 (2011).cbz | Copper Lantern | 3 |  | 2011
Copper Lantern 0371 - Dark Road (2 of 2).cbz | Copper Lantern | 371 |  | 
Copper Lantern 012 - Dark Road (#112) (2018).cbz | Copper Lantern | 12 |  | 2018
Copper Lantern 2 - Dark Road (1 of 2).cbz | Copper Lantern 2 - Dark Road | 1 |  | `,
  ],
  [
    'signs inside names are not numbers, and dates are read to their end',
    'comic',
    `
Copper Lantern / Iron Tide 005.cbz | Copper Lantern / Iron Tide | 5 |  | 
Copper+Lantern.cbz | Copper+Lantern |  |  | 
Lantern+012.cbz | Lantern | 12 |  | 
Copper Lantern ’66 (2014).cbz | Copper Lantern ’66 |  |  | 2014
Copper Lantern 012 (May 5, 2016).cbz | Copper Lantern | 12 |  | 2016
Copper Lantern 12: 13 Angry Cats (2018).cbz | Copper Lantern | 12 |  | 2018
The 3D Orchard (2018).cbz | The 3D Orchard |  |  | 2018`,
  ],
]

const range = (first: string, last: string) => (last === '' ? first : `${first}-${last}`)

test.each(RULES)('%s (%s)', (_, kind, names) => {
  for (const row of names.slice(1).split('\n')) {
    const name = row.slice(0, row.indexOf(' | '))
    const { series, issue, issue_end, volume, volume_end, year } = readName(name, { kind, year: 2026 })
    expect([name, series, range(issue, issue_end), range(volume, volume_end), year].join(' | ')).toBe(row)
  }
})

test('a number that was dropped as reading order is kept in the alternative name', () => {
  expect(readName('007 Lantern #3 (2011).cbz', { year: 2026 }).alt_series).toBe('007 Lantern')
})

test('an annual keeps the year in its name', () => {
  const yearOf = (name: string) => readName(name, { year: 2026 }).annual_year
  expect(yearOf('Copper Lantern 2022 Annual 001 (2023).cbz')).toBe('2022')
  expect(yearOf('Copper Lantern Annual 2022 (2023).cbz')).toBe('2022')
  expect(yearOf('Copper Lantern Annual 001 (2023).cbz')).toBe('')
  expect(yearOf('Copper Lantern 2099 Annual 001 (1994).cbz')).toBe('')
})

/** The fields for the kind of book: name | series | format | special. */
const KINDS = `
Copper Lantern Omnibus (2014).cbz | Copper Lantern | omnibus | 
Copper Lantern Omnibus v02 (2014).cbz | Copper Lantern | omnibus | 
Copper Lantern (Omnibus) (2014).cbz | Copper Lantern | omnibus | 
Copper Lantern One-Shot (2014).cbz | Copper Lantern | one-shot | 
Copper Lantern - One-Shot (2014).cbz | Copper Lantern | one-shot | 
Copper Lantern One Shot 001 (2014).cbz | Copper Lantern | one-shot | 
Copper Lantern (One-Shot) (2014).cbz | Copper Lantern | one-shot | 
Copper Lantern 001 (One-Shot) (2014).cbz | Copper Lantern | one-shot | 
Copper Lantern Hard-Cover (2014).cbz | Copper Lantern | hc | 
Copper Lantern v02 Hard-Cover (2014).cbz | Copper Lantern | hc | 
Copper Lantern Hardcover (2014).cbz | Copper Lantern | hc | 
Copper Lantern HC v02 (2014).cbz | Copper Lantern | hc | 
Copper Lantern - Original Graphic Novel (2011).cbz | Copper Lantern | gn | 
Copper Lantern Original Graphic Novel (2011).cbz | Copper Lantern | gn | 
Copper Lantern OGN (2011).cbz | Copper Lantern | gn | 
Blue Orchard SP01.cbz | Blue Orchard |  | SP01
Blue Orchard SP 01.cbz | Blue Orchard |  | SP01
Blue Orchard v01 SP03.cbz | Blue Orchard |  | SP03`

test('the kind of book is read in every spelling', () => {
  for (const row of KINDS.slice(1).split('\n')) {
    const name = row.slice(0, row.indexOf(' | '))
    const { series, format, special } = readName(name, { year: 2026 })
    expect([name, series, format, special].join(' | ')).toBe(row)
  }
})
