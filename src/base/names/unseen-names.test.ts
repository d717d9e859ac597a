import { expect, test } from 'bun:test'
import { readName } from './read-name.ts'

/** Names by the rule that reads them: name | series | issue | volume | year. */
const RULES: [rule: string, kind: 'comic' | 'manga', names: string][] = [
  [
    'the language and the edition at the end of a scene name do not belong to it',
    'manga',
    `
Blue.Orchard.INTEGRALE.FRENCH | Blue Orchard |  |  | 
Blue.Orchard.Integrale.MULTi | Blue Orchard |  |  | 
Blue.Orchard.COMPLETE.ENGLISH | Blue Orchard |  |  | 
Blue.Orchard.Complete.MULTI.CBZ-Moon | Blue Orchard |  |  | 
Blue.Orchard.FRENCH.INTEGRALE | Blue Orchard |  |  | 
Blue.Orchard.iTALiAN.RETAiL.CBZ-Moon | Blue Orchard |  |  | 
Blue.Orchard.GERMAN.2019.Digital-Moon | Blue Orchard |  |  | 2019
Blue.Orchard.Integrale.FRENCH.2019 | Blue Orchard |  |  | 2019
Blue.Orchard.COMPLETE-Moon | Blue Orchard |  |  | 
Blue.Orchard.INTEGRALE.VF | Blue Orchard |  |  | 
Blue_Orchard_INTEGRALE_FRENCH | Blue Orchard |  |  | 
BLUE.ORCHARD.INTEGRALE.FRENCH | BLUE ORCHARD |  |  | 
The.Complete.Orchard.ENGLISH | The Complete Orchard |  |  | `,
  ],
  [
    'words of a name stay in it, though they are also languages and editions',
    'comic',
    `
Copper.Lantern.French | Copper Lantern French |  |  | 
COPPER.FRENCH | COPPER FRENCH |  |  | 
Copper Lantern FRENCH | Copper Lantern FRENCH |  |  | 
Copper.Lantern.COLOR.FRENCH | Copper Lantern COLOR |  |  | 
Copper.Lantern.Complete | Copper Lantern Complete |  |  | 
Monday.Lantern.RAW | Monday Lantern RAW |  |  | `,
  ],
  [
    'the word for an album after a dash outweighs the number before it',
    'comic',
    `
Lantern 327 - Dossier 21.cbr | Lantern 327 - Dossier | 21 |  | 
Lantern 327 - Dossier 21 - Low Tide.cbr | Lantern 327 - Dossier | 21 |  | 
Lantern 327 - Album 5 (1999).cbr | Lantern 327 - Album | 5 |  | 1999
Lantern 51 - Dossier 2.cbr | Lantern 51 - Dossier | 2 |  | 
Lantern 327 - Deel 05.cbr | Lantern 327 |  | 5 | 
Lantern 327 - Tome 21.cbr | Lantern 327 |  | 21 | 
Lantern 012 - Dossier 3.cbr | Lantern | 12 |  | 
Lantern 405 - Dossier 3 Nights.cbr | Lantern | 405 |  | 
Lantern 12 - Week 3.cbr | Lantern | 12 |  | 
Lantern 180 - Epilogue 01.cbr | Lantern | 180 |  | 
Lantern 405 - 01 of 2.cbr | Lantern | 405 |  | `,
  ],
  [
    'a bare number in front of the word for its issues is the name',
    'comic',
    `
52 - Week 37 (2007) (c2c).cbr | 52 - Week | 37 |  | 2007
24 - Day 3 (2007).cbr | 24 - Day | 3 |  | 2007
13 - Dossier 4.cbr | 13 - Dossier | 4 |  | 
04 - Copper Lantern 5.cbr | Copper Lantern | 5 |  | 
04 - Week of Tides 5.cbr | Week of Tides | 5 |  | 
07-Lantern Annual 2016.cbr | Lantern Annual |  |  | 2016`,
  ],
  [
    'two digits and a title make the word for a volume in Polish one',
    'comic',
    `
Copper Tom 30 - Ja, Lampa (2007).cbr | Copper |  | 30 | 2007
Copper Tom 03 - Nad morzem.cbr | Copper |  | 3 | 
Peeping Tom 12 - Low Tide.cbr | Peeping Tom | 12 |  | 
Copper Tom 3.cbr | Copper Tom | 3 |  | 
Copper Tom 12 (2007).cbr | Copper Tom | 12 |  | 2007
Major Tom 005 - Low Tide.cbr | Major Tom | 5 |  | `,
  ],
  [
    'two digits that a hyphen ties to a word are a part of the name of a manga',
    'manga',
    `
07-Orchard - c045 (v08).cbz | 07-Orchard | 45 | 8 | 
07-Orchard c045.cbz | 07-Orchard | 45 |  | 
07-Orchard - Chapter 45.cbz | 07-Orchard | 45 |  | 
07-Orchard v13.cbz | 07-Orchard |  | 13 | 
3-gatsu no Orchard - c010 (v01).cbz | 3-gatsu no Orchard | 10 | 1 | 
20-Seiki Orchard c010.cbz | 20-Seiki Orchard | 10 |  | 
100-Man no Orchard v01.cbz | 100-Man no Orchard |  | 1 | 
07 - Orchard Rider c04.cbz | Orchard Rider | 4 |  | 
023-Orchard c004.cbz | Orchard | 4 |  | `,
  ],
  [
    'four padded digits in front are the order, where a number with its unit follows',
    'manga',
    `
0001 - 신의 탑 1화.cbz | 신의 탑 | 1 |  | 
0001. 신의 탑 1화.cbz | 신의 탑 | 1 |  | 
0001-신의 탑 1화.cbz | 신의 탑 | 1 |  | 
0012 - 鬼滅の刃 第12話.cbz | 鬼滅の刃 | 12 |  | 
0010 - Синий Сад 10 глава.cbz | Синий Сад | 10 |  | 
0010 - Синий Сад Глава 10.cbz | Синий Сад | 10 |  | 
0012 - Blue Orchard Episode 13.cbz | Blue Orchard | 13 |  | 
0012 - Blue Orchard Ch. 13.cbz | Blue Orchard | 13 |  | 
0005 - Blue Orchard Capitulo 5.cbz | Blue Orchard | 5 |  | 
0001 - Blue Orchard v01.cbz | Blue Orchard |  | 1 | 
00001 - 신의 탑 1화.cbz | 신의 탑 | 1 |  | 
1001 - Orchards c001.cbz | 1001 - Orchards | 1 |  | `,
  ],
  [
    'the name of a magazine may end in the word for its numbers',
    'comic',
    `
Back Issue 145 (2023) (Digital) (TwoMorrows).pdf | Back Issue | 145 |  | 2023
Back Issue #145 (2023).pdf | Back Issue | 145 |  | 2023
Back.Issue.145.2023.pdf | Back Issue | 145 |  | 2023
The Big Issue 1234 (2023).pdf | The Big Issue | 1234 |  | 2023
Copper Lantern Issue 145.pdf | Copper Lantern | 145 |  | `,
  ],
]

test.each(RULES)('%s (%s)', (_, kind, names) => {
  for (const row of names.slice(1).split('\n')) {
    const name = row.slice(0, row.indexOf(' | '))
    const { series, issue, volume, year } = readName(name, { kind, year: 2026 })
    expect([name, series, issue, volume, year].join(' | ')).toBe(row)
  }
})

test('the words at the end of a scene name are kept', () => {
  const read = (name: string) => readName(name, { kind: 'manga', year: 2026 })
  expect(read('Blue.Orchard.INTEGRALE.FRENCH')).toMatchObject({ language: 'fr', format: 'omnibus' })
  expect(read('Blue.Orchard.COMPLETE.ENGLISH')).toMatchObject({ language: 'en', complete: true })
  expect(read('Blue.Orchard.GERMAN.2019')).toMatchObject({ language: 'de', year: '2019' })
  expect(read('Blue.Orchard.INTEGRALE.MULTi').language).toBe('fr')
  expect(read('Blue.Orchard.MULTi.CBZ-Moon')).toMatchObject({ language: '', scan_group: 'Moon' })
})

test('a leading bare number is part of the alternative name', () => {
  expect(readName('52 - Week 37 (2007).cbr', { year: 2026 }).alt_series).toBe('52')
  expect(readName('Lantern 327 - Dossier 21.cbr', { year: 2026 }).alt_series).toBe('Lantern 327')
})
