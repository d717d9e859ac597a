import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeCollection } from '../e2e/collection'
import { makeCbr, makeCbz, makePng } from '../src/testing/archives/archives'
import { makeEpub, makePdf } from '../src/testing/archives/books'
import { makeCb7 } from '../src/testing/archives/cb7'
import { makeCbt } from '../src/testing/archives/cbt'

/** Folders for a scan that is killed: a household's files, every format, and awkward names. All invented. */

const pages = (n: number) => ({
  '1.png': makePng(60, 90, [n % 200, 90, 40], `${n}`),
  '2.png': makePng(60, 90, [n, 9, 9]),
})

/** More files than an import writes at once. */
const LONG = 130

/** Returns the library folder. */
export function makeScanFolders(root: string): string {
  const { comics } = makeCollection(root)
  const put = (path: string, bytes: Uint8Array) => {
    mkdirSync(dirname(join(comics, path)), { recursive: true })
    writeFileSync(join(comics, path), bytes)
  }
  for (let n = 1; n <= LONG; n++)
    put(`Long Harvest (2010)/Long Harvest ${`${n}`.padStart(3, '0')}.cbz`, makeCbz(pages(n)))
  const makers = [
    ['cb7', (n: number) => makeCb7(pages(n))],
    ['cbt', (n: number) => makeCbt(pages(n))],
    ['cbr', (n: number) => makeCbr(pages(n), { rar5: true })],
    ['epub', (n: number) => makeEpub(pages(n))],
    ['pdf', (n: number) => makePdf([{ draw: `0.${n % 10} g 0 0 300 450 re f` }, { draw: '0 g 9 9 9 9 re f' }])],
    // Files with a wrong extension.
    ['zip', (n: number) => makeCbz(pages(n))],
    ['tar', (n: number) => makeCbt(pages(n))],
  ] as const
  for (const [format, make] of makers)
    for (const n of [1, 2, 3]) put(`Tin Weather (2016)/Tin Weather ${n} ${format}.${format}`, make(n + 100))
  AWKWARD.forEach((name, at) => {
    put(`${name}/${name} ${at + 1}.cbz`, makeCbz(pages(at + 140)))
  })
  // The same content under two names, and one issue twice.
  put('Copies/Long Harvest 001 again.cbz', makeCbz(pages(1)))
  put('Long Harvest (2010)/Long Harvest 002 (digital).cbz', makeCbz(pages(2)))
  for (const n of [1, 2])
    put(`Swap Meet (2001)/Swap Meet ${n}.cbz`, makeCbz({ ...pages(n), 'n.txt': `${'n'.repeat(n)}` }))
  for (const n of [1, 2])
    put(`Hand Down (2002)/Hand Down ${n}.cbz`, makeCbz({ ...pages(n), 'm.txt': `${'m'.repeat(n * 3)}` }))
  return comics
}

const AWKWARD = [
  `Don't "Quote" Me (1999)`,
  'Percent %2F 100% & more; # (2004)',
  'Schöne Züge (2008)'.normalize('NFD'),
  '  Leading and trailing  ',
  'Emoji 🦊 Tales (2021)',
  '星の港',
  'Line\nBreak (2003)',
  `${'A very long name '.repeat(11)}(2007)`,
  'Dots... and... (2005)',
  '-rf (2006)',
]

/** Changes of the folders between two scans. */
export function rearrange(comics: string): void {
  const at = (path: string) => join(comics, path)
  renameSync(at('Long Harvest (2010)'), at('Long Harvest'))
  mkdirSync(at('Sorted'))
  renameSync(at('scans'), at('Sorted/Glass Atlas'))
  swap(at('Swap Meet (2001)/Swap Meet 1.cbz'), at('Swap Meet (2001)/Swap Meet 2.cbz'))
  renameSync(at('Hand Down (2002)/Hand Down 1.cbz'), at('Hand Down (2002)/Hand Down 2.cbz'))
  writeFileSync(at('Hand Down (2002)/Hand Down 1.cbz'), makeCbz({ ...pages(77), 'k.txt': 'new' }))
  for (const n of [1, 3, 5]) rmSync(at(`Quiet Signal (2019)/00${n}.cbz`))
  rmSync(at('Past Midnight (2003)'), { recursive: true })
  writeFileSync(at('Copper Orchard (1998)/Copper Orchard #1 (1998).cbz'), makeCbz({ ...pages(33), 'j.txt': 'other' }))
  writeFileSync(at('Copper Orchard (1998)/Copper Orchard #8 (1998).cbz'), makeCbz({ ...pages(34), 'j.txt': 'more' }))
}

function swap(one: string, other: string): void {
  renameSync(one, `${one}.aside`)
  renameSync(other, one)
  renameSync(`${one}.aside`, other)
}
