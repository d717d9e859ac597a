import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { damage, makeBomb, makeCbr, makeCbz, makePng } from '../src/testing/archives/archives'

/**
 * The folders of a household: three hundred files with names as people, scanners and shops write them. All invented.
 */

export interface ExpectedSeries {
  name: string
  year?: number
  /** Issues, including annuals. */
  issues: number
}

export interface Collection {
  comics: string
  manga: string
  /** All files, including damaged ones. */
  files: number
  series: { comic: ExpectedSeries[]; manga: ExpectedSeries[] }
  /** Names of files that cannot be read. */
  damaged: string[]
}

interface Shelf {
  files: number
  put(path: string, bytes: Uint8Array): void
}

const PAGES_EACH = 3

/** Writes the collection below `root`. */
export function makeCollection(root: string): Collection {
  const comics = join(root, 'Comics')
  const manga = join(root, 'Manga')
  const shelf: Shelf = {
    files: 0,
    put(path, bytes) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, bytes)
      this.files += 1
    },
  }
  const comicSeries = putComics(shelf, comics)
  const mangaSeries = putManga(shelf, manga)
  const damaged = putDamaged(shelf, comics)
  return { comics, manga, files: shelf.files, series: { comic: comicSeries, manga: mangaSeries }, damaged }
}

const three = (n: number) => String(n).padStart(3, '0')
const two = (n: number) => String(n).padStart(2, '0')
const count = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

function pages(label: string, seed: number): Record<string, Uint8Array> {
  const colour = [(seed * 67) % 200, (seed * 131 + 60) % 200, (seed * 29 + 120) % 256] as const
  return Object.fromEntries(
    count(PAGES_EACH).map((n) => [`page ${two(n)}.png`, makePng(140, 210, colour, n === 1 ? label : `${n}`)]),
  )
}

interface Info {
  series: string
  number?: string
  year?: number
  more?: string
}

function comicInfo({ series, number, year, more = '' }: Info): string {
  const field = (name: string, value: unknown) => (value === undefined ? '' : `<${name}>${value}</${name}>`)
  return `<?xml version="1.0" encoding="utf-8"?>\n<ComicInfo>${field('Series', series)}${field('Number', number)}${field('Year', year)}${more}</ComicInfo>`
}

let seed = 0
function cbz(label: string, info?: Info): Uint8Array {
  seed += 1
  return makeCbz(pages(label, seed), info ? { comicInfo: comicInfo(info) } : {})
}

function cbr(label: string, rar5 = false): Uint8Array {
  seed += 1
  return makeCbr(pages(label, seed), { rar5 })
}

function putComics(shelf: Shelf, root: string): ExpectedSeries[] {
  const at = (...path: string[]) => join(root, ...path)
  for (const n of count(40)) {
    const info = { series: 'Harbor Lights', number: `${n}`, year: 2015 + Math.trunc(n / 12) }
    shelf.put(
      at('Harbor Lights (2015)', `Harbor Lights ${three(n)} (${info.year}) (Digital) (Some-Group).cbz`),
      cbz(`HL ${n}`, {
        ...info,
        more: '<Volume>2015</Volume><Publisher>Northgate</Publisher><Writer>A. Writer</Writer>',
      }),
    )
  }
  shelf.put(at('Harbor Lights (2015)', 'Harbor Lights Annual 01 (2016).cbz'), cbz('ANN 1'))
  shelf.put(at('Harbor Lights (2015)', 'Harbor Lights Annual 02 (2017).cbz'), cbz('ANN 2'))
  // The same name thirty years earlier, without metadata.
  for (const n of count(12))
    shelf.put(at('Harbor Lights (1987)', `Harbor Lights ${two(n)} (1987).cbr`), cbr(`OLD ${n}`))
  for (const n of count(20)) {
    shelf.put(at('Saga of the Ünïcode Élan (2011)', `Saga of the Ünïcode Élan #${n} (2011).cbz`), cbz(`UE ${n}`))
  }
  for (const number of ['½', '1', '2', '3', '3.5', '4']) {
    shelf.put(at('Past Midnight (2003)', `Past Midnight ${number} (2003).cbz`), cbz('PM'))
  }
  for (const number of ['1', '2', '3', '4', '5', '6', '1,000,000']) {
    shelf.put(at('Copper Orchard (1998)', `Copper Orchard #${number} (1998).cbz`), cbz('CO'))
  }
  for (const n of count(15)) shelf.put(at('Quiet Signal (2019)', `${three(n)}.cbz`), cbz(`QS ${n}`))
  for (const n of count(10)) {
    shelf.put(at('scans', `scan${7000 + n}.cbz`), cbz(`GA ${n}`, { series: 'Glass Atlas', number: `${n}`, year: 2020 }))
  }
  for (const n of count(20))
    shelf.put(at('Iron Choir (2009)', `Iron Choir ${three(n)} (2009).cbr`), cbr(`IC ${n}`, true))
  for (const n of count(25)) {
    shelf.put(at('Northgate', 'Paper Wolves (2012)', `Paper Wolves ${three(n)} (of 25) (2012).cbz`), cbz(`PW ${n}`))
  }
  for (const number of ['-1', '0', '1', '1.5', '1.MU', '2', '10A', '11']) {
    shelf.put(at('Winter Engine (2014)', `Winter Engine ${number} (2014).cbz`), cbz('WE'))
  }
  for (const n of count(60)) {
    shelf.put(at('Amber Divers (1995)', `Amber_Divers_v1_${three(n)}_(1995)_(c2c).cbz`), cbz(`AD ${n}`))
  }
  shelf.put(at('The Lamp (2001).cbz'), cbz('LAMP'))
  return [
    { name: 'Harbor Lights', year: 2015, issues: 42 },
    { name: 'Harbor Lights', year: 1987, issues: 12 },
    { name: 'Saga of the Ünïcode Élan', year: 2011, issues: 20 },
    { name: 'Past Midnight', year: 2003, issues: 6 },
    { name: 'Copper Orchard', year: 1998, issues: 7 },
    { name: 'Quiet Signal', year: 2019, issues: 15 },
    { name: 'Glass Atlas', year: 2020, issues: 10 },
    { name: 'Iron Choir', year: 2009, issues: 20 },
    { name: 'Paper Wolves', year: 2012, issues: 25 },
    { name: 'Winter Engine', year: 2014, issues: 8 },
    { name: 'Amber Divers', year: 1995, issues: 60 },
    { name: 'The Lamp', year: 2001, issues: 1 },
  ]
}

function putManga(shelf: Shelf, root: string): ExpectedSeries[] {
  const at = (...path: string[]) => join(root, ...path)
  for (const n of count(5)) shelf.put(at('Moon Parade', `Moon Parade v${two(n)} (2018) (Digital).cbz`), cbz(`MP V${n}`))
  for (const n of count(20)) shelf.put(at('Moon Parade', `Moon Parade c${three(n + 30)}.cbz`), cbz(`MP C${n + 30}`))
  for (const n of count(10)) shelf.put(at('雨の庭', `雨の庭 第${two(n)}巻.cbz`), cbz(`RAIN ${n}`))
  for (const n of count(27)) {
    const more = `<Manga>YesAndRightToLeft</Manga><LanguageISO>en</LanguageISO>`
    shelf.put(
      at('Hollow Garden', `Hollow Garden - Ch. ${three(n)} [Group].cbz`),
      cbz(`HG ${n}`, { series: 'Hollow Garden', number: `${n}`, more }),
    )
  }
  return [
    { name: 'Moon Parade', issues: 25 },
    { name: '雨の庭', issues: 10 },
    { name: 'Hollow Garden', issues: 27 },
  ]
}

/** A dozen damaged files among the comics of a good series. */
function putDamaged(shelf: Shelf, root: string): string[] {
  const whole = makeCbz(pages('BAD', 999), { store: true })
  const single = makeCbz({ 'p1.png': makePng(400, 600, [90, 20, 20], 'FLIP') }, { store: true })
  const bad: Record<string, Uint8Array> = {
    'Broken Parade 001 (2020).cbz': damage(whole, 'cut'),
    'Broken Parade 002 (2020).cbz': damage(single, 'flip'),
    'Broken Parade 003 (2020).cbz': damage(whole, 'empty'),
    'Broken Parade 004 (2020).cbz': damage(whole, 'web page'),
    'Broken Parade 005 (2020).cbr': damage(makeCbr(pages('BAD', 998)), 'cut'),
    'Broken Parade 006 (2020).cbr': damage(makeCbr(pages('BAD', 997), { rar5: true }), 'cut'),
    'Broken Parade 007 (2020).cbr': makeCbr(pages('BAD', 996), { volume: true }),
    'Broken Parade 008 (2020).cbz': makeCbz({ 'readme.txt': 'no pages here', 'ComicInfo.xml': '<ComicInfo/>' }),
    'Broken Parade 009 (2020).cbz': makeCbz([
      { name: 'p1.png', data: makePng(40, 60, [1, 2, 3]), encrypted: true },
      { name: 'p2.png', data: makePng(40, 60, [1, 2, 3]), encrypted: true },
    ]),
    'Broken Parade 010 (2020).cbz': makeCbz({ 'p1.jpg': 'this is not a picture', 'p2.jpg': 'nor is this' }),
    'Broken Parade 011 (2020).cbz': makeBomb(),
    'Broken Parade 012 (2020).cbz': new Uint8Array(5000).fill(0x41),
  }
  for (const [name, bytes] of Object.entries(bad)) shelf.put(join(root, 'Broken Parade (2020)', name), bytes)
  return Object.keys(bad)
}
