import { expect, test } from 'bun:test'
import type { NameKind } from './kinds.ts'
import { readName } from './read-name.ts'

const read = (name: string, kind: NameKind = 'manga') => readName(name, { kind, year: 2026 })

test('two editions of one series are distinguished', () => {
  const editions = (names: string[]) => names.map((name) => `${read(name).series}|${read(name).edition}`)
  expect(
    editions([
      'Blue Orchard v05.cbz',
      'Blue Orchard (Color) v05.cbz',
      'Blue Orchard (Full Color) v05 (2020).cbz',
      'Blue Orchard [Digital Colored] - c045.cbz',
      'Blue Orchard v05 [Official Colored].cbz',
      'Blue Orchard v05 (Digital Colored Comics) [Moon].cbz',
      'Blue Orchard v05 Digital Colored (2019).cbz',
      'Verger Bleu T05 (couleurs).cbz',
      'Blue Orchard (Deluxe) v05.cbz',
      'Blue Orchard (Deluxe Edition) v05.cbz',
      "Blue Orchard v05 (Collector's Edition).cbz",
      'Verger Bleu T05 (Perfect Edition).cbz',
      'Blue Orchard v05 (Uncensored).cbz',
      '青い果樹園 第05巻 [完全版].zip',
      'Blue Orchard v05 (Kanzenban).cbz',
    ]),
  ).toEqual([
    'Blue Orchard|',
    'Blue Orchard|color',
    'Blue Orchard|color',
    'Blue Orchard|color',
    'Blue Orchard|color',
    'Blue Orchard|color',
    'Blue Orchard|color',
    'Verger Bleu|color',
    'Blue Orchard|deluxe',
    'Blue Orchard|deluxe',
    'Blue Orchard|collector',
    'Verger Bleu|perfect',
    'Blue Orchard|uncensored',
    '青い果樹園|完全版',
    'Blue Orchard|kanzenban',
  ])
})

test('two languages of one series are distinguished', () => {
  expect([read('Blue Orchard v01 (en).cbz'), read('Blue Orchard T01 (FR).cbz')]).toMatchObject([
    { series: 'Blue Orchard', volume: '1', language: 'en' },
    { series: 'Blue Orchard', volume: '1', language: 'fr' },
  ])
})

test('the name of a group is not an edition', () => {
  for (const group of ['Perfect Scans', 'Deluxe Scans', 'Black Box', "Jaimini's Box", 'Perfect', 'Color Team'])
    expect(read(`Blue Orchard - c012 [${group}].cbz`)).toMatchObject({ edition: '', format: '', scan_group: group })
  expect(read('[Deluxe Scans] Blue Orchard v01.cbz')).toMatchObject({ edition: '', scan_group: 'Deluxe Scans' })
})

test('a word for a part of a series is not the name of one', () => {
  for (const name of [
    'Prologue 1',
    'Side Story 1',
    'Side-Story 12',
    'Epilogue',
    'Afterword',
    'Q&A',
    '番外篇',
    'Hors-série 3',
    'HS 2',
    'Sonderband 1',
    'Gesamtausgabe 1',
    'Intégrale 2',
    '외전 3화',
    'Bonus Chapter',
    'Épilogue',
  ]) {
    const { series, generic, special } = read(`${name}.cbz`)
    expect({ name, generic, special }).toEqual({ name, generic: true, special: series })
  }
  expect(read('Orchard 1.cbz').generic).toBe(false)
  expect(read('The Finale 1.cbz').generic).toBe(false)
  expect(read('Blue Orchard - Prologue.cbz')).toMatchObject({ generic: false, series: 'Blue Orchard - Prologue' })
})

test('a name after its number is a title in the folder of a series', () => {
  expect(read('Vol 7 Blue Orchard.cbz')).toMatchObject({ series: 'Blue Orchard', volume: '7', leading: true })
  expect(readName('/manga/Blue Orchard/Volume 7 Low Tide.cbz', { year: 2026 })).toMatchObject({
    series: 'Blue Orchard',
    volume: '7',
    title: 'Low Tide',
  })
  expect(read('Blue Orchard v07.cbz').leading).toBe(false)
})
