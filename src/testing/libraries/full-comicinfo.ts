import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCbz, makePages } from '../archives/archives'

/**
 * A library whose files have every element of ComicInfo 2.1: series of fifty issues by a pool of people, so that one
 * penciller drew 400 of 2,000 issues. The XML is written here and not by our own writer, which tests compare with it.
 */

export const ISSUES_EACH = 50
const PAGES = 6

const cycle = <T>(words: readonly T[], n: number): T => words[n % words.length]!
const HEROES = ['Ada Fenn', 'Captain Lull', 'The Heron', 'Marrow', 'Odile Tarn', 'Quill']
const TEAMS = ['Night Watch', 'The Tidewrights', 'Lantern Court']
const PLACES = ['Harbor City', 'Saltmarsh', 'The Under-Quay', 'Old Mole']
const GENRES = ['Mystery', 'Crime', 'Horror', 'Adventure']
const RATINGS = ['Everyone', 'Teen', 'MA15+', 'Mature 17+']
const LANGUAGES = ['en', 'fr', 'de', 'ja']

/** The content of one file, by element. Lists are as a reader of the document gets them. */
export interface FullComic {
  folder: string
  name: string
  texts: Record<string, string>
  lists: Record<string, string[]>
  pages: { image: number; type?: string; double?: true; bookmark?: string }[]
}

/** The `n`th file of the library, from 0. */
export function fullComic(n: number): FullComic {
  const [series, number] = [Math.trunc(n / ISSUES_EACH), (n % ISSUES_EACH) + 1]
  const name = `Lantern Parade ${series + 1}`
  const [year, month] = [1990 + (series % 30), (number % 12) + 1]
  const isTitled = `${name} (${year})`
  return {
    folder: isTitled,
    name: `${name} ${String(number).padStart(3, '0')} (${year}).cbz`,
    texts: {
      Title: `Part ${number}: Lights on the Quay`,
      Series: name,
      Number: String(number),
      Count: String(ISSUES_EACH),
      Volume: String((series % 5) + 1),
      AlternateSeries: `Fog Year ${series % 4}`,
      AlternateNumber: String(number + 100),
      AlternateCount: '200',
      Summary:
        `The lamps of ${cycle(PLACES, n)} go out one after the other, and ${cycle(HEROES, n)} counts them. `.repeat(4),
      Notes: `Scanned from a copy of ${isTitled}.`,
      Year: String(year),
      Month: String(month),
      Day: String((number % 27) + 1),
      Publisher: `Northgate ${series % 6}`,
      Imprint: `Small Hours ${series % 3}`,
      LanguageISO: cycle(LANGUAGES, series),
      Format: 'One-Shot',
      BlackAndWhite: number % 2 === 0 ? 'Yes' : 'No',
      Manga: 'No',
      MainCharacterOrTeam: cycle(HEROES, n),
      ScanInformation: `Scanner ${series % 9}`,
      StoryArc: `Harbor War ${series % 10}, The Long Tide`,
      StoryArcNumber: `${number}, ${number + 3}`,
      SeriesGroup: `Quayside ${series % 8}`,
      AgeRating: cycle(RATINGS, series),
      CommunityRating: String((n % 50) / 10),
      Review: `Worth reading by lamplight, part ${number}.`,
      GTIN: `97800000${String(n).padStart(5, '0')}`,
      PageCount: String(PAGES),
    },
    lists: {
      Writer: [`Wren ${series % 20}`, 'Marta Vael'],
      Penciller: [n % 5 === 0 ? 'Ivo Sandoval' : `Pen ${n % 40}`],
      Inker: [`Ink ${n % 30}`],
      Colorist: [`Color ${n % 20}`],
      Letterer: [`Letter ${n % 10}`],
      CoverArtist: [`Cover ${n % 60}`, 'Ivo Sandoval'],
      Editor: [`Editor ${series % 7}`],
      Translator: [`Translator ${series % 4}`],
      Genre: [cycle(GENRES, series), cycle(GENRES, series + 1)],
      Tags: [`lamp ${series % 11}`, 'fog'],
      Characters: [cycle(HEROES, n), cycle(HEROES, n + 1), `Extra ${n % 80}`],
      Teams: [cycle(TEAMS, n)],
      Locations: [cycle(PLACES, n), cycle(PLACES, n + 1)],
      Web: [`https://fans.example/lantern/${series + 1}/${number}`, `https://shop.example/${n}`],
    },
    pages: [
      { image: 0, type: 'FrontCover' },
      { image: 1, type: 'InnerCover' },
      { image: 2, type: 'Story', double: true },
      { image: 3, type: 'Story', bookmark: `Chapter ${number}` },
      { image: 4, type: 'Advertisement' },
      { image: 5, type: 'BackCover' },
    ],
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** With elements and attributes outside the schema, which other programs add. */
export function fullComicInfo({ texts, lists, pages }: FullComic): string {
  const elements = [
    ...Object.entries(texts).map(([name, text]) => [name, text] as const),
    ...Object.entries(lists).map(([name, words]) => [name, words.join(name === 'Web' ? ' ' : ', ')] as const),
  ].map(([name, text]) => `  <${name}>${escaped(text)}</${name}>`)
  const pageOf = ({ image, type, double, bookmark }: FullComic['pages'][number]) =>
    `    <Page Image="${image}"${type ? ` Type="${type}"` : ''}${double ? ' DoublePage="true"' : ''}` +
    `${bookmark ? ` Bookmark="${escaped(bookmark)}"` : ''} ImageSize="20${image}" Key="k${image}" />`
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    ...elements,
    `  <Pages>\n${pages.map(pageOf).join('\n')}\n  </Pages>`,
    '  <StoreNote shelf="3">Kept &amp; dry</StoreNote>',
    '</ComicInfo>',
  ].join('\n')
}

/** Writes the first `count` files below the folder. */
export function writeFullLibrary(folder: string, count: number): void {
  const pictures = makePages(PAGES, [120, 180])
  for (let n = 0; n < count; n++) {
    const comic = fullComic(n)
    mkdirSync(join(folder, comic.folder), { recursive: true })
    const archive = makeCbz({ ...pictures, 'n.txt': String(n) }, { comicInfo: fullComicInfo(comic) })
    writeFileSync(join(folder, comic.folder, comic.name), archive)
  }
}
