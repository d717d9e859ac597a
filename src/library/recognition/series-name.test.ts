import { describe, expect, test } from 'bun:test'
import { type Input, parseFiles } from '../../testing/imports/parsed-files'
import type { ContentType } from '../series/states'
import type { SidecarFacts } from './folder-facts'

const json = (name: string) => ({ json: { name, collects: [] } }) as unknown as SidecarFacts
const parsed = (path: Input, beside: Record<string, SidecarFacts> = {}, kind: ContentType = 'comic') =>
  parseFiles([path], kind, { beside })[0]!
/** `Harbor Lights #3 both`, followed by the title if there is one. */
function named(path: string, beside: Record<string, SidecarFacts> = {}, kind: ContentType = 'comic'): string {
  const { series, number, basis, title } = parsed(path, beside, kind)
  return `${series} #${number} ${basis}${title === '' ? '' : `: ${title}`}`
}

describe('the series of a comic by its name and its folder', () => {
  test.each<[string, string, string]>([
    ['is that of both where they agree', 'Harbor Lights/Harbor Lights 3.cbz', 'Harbor Lights #3 both'],
    ['is that of the folder for a number', 'Harbor Lights/003.cbz', 'Harbor Lights #3 folder'],
    ['is that of the folder for a number that only brackets follow', 'Harbor Lights/5 (c2c).cbz', 'Harbor Lights #5 folder'],
    ['is a number when the folder is named by it', '300/300 (c2c).cbz', '300 # both'],
    ['is that of the folder after a group', 'Harbor Lights/[Moon Scans] 012.cbz', 'Harbor Lights #12 folder: Moon Scans'],
    ['is that of the name after a group and other words', 'Harbor Lights/[Moon Scans] Tin Sea 5.cbz', 'Tin Sea #5 name'],
    ['is that of the folder for its first letters', 'Harbor Lights/HL 1.cbz', 'Harbor Lights #1 initials'],
    ['is that of the name for the first letter of a single word', 'Harbor/H 1.cbz', 'H #1 name'],
    ['is that of the folder for a title after its name', 'Harbor Lights/Harbor Lights - Low Tide (2016).cbz', 'Harbor Lights # title: Low Tide'],
    ['is that of the name when the text after the name is numbered', 'Harbor Lights/Harbor Lights - Low Tide 3.cbz', 'Harbor Lights - Low Tide #3 name'],
    ['is that of the folder for a title after a padded number', 'Harbor Lights/001 - Low Tide.cbz', 'Harbor Lights #1 title: Low Tide'],
    ['is that of the name after a number without padding', 'Harbor Lights/1 - Low Tide.cbz', 'Low Tide #1 name: Low Tide'],
    ['is that of the name where another number counts it', 'Harbor Lights/001 - Low Tide 7.cbz', 'Low Tide #7 name'],
    ['is that of a folder with a year for a title', 'Harbor Lights (2015)/Low Tide.cbz', 'Harbor Lights # title: Low Tide'],
    ['is that of the name in a folder without one', 'Harbor Lights/Low Tide.cbz', 'Low Tide # name'],
    ['ends where the folder ends it, and the rest counts', 'Weekly 7 (1987)/Weekly 7 1988.cbz', 'Weekly 7 #1988 both'],
    ['ends before a number when the year of the folder follows it', 'Weekly 7 (1987)/Weekly 7 1987.cbz', 'Weekly #7 name'],
    ['is that of the folder for a special of it', 'Harbor Lights/Harbor Lights Special 1.cbz', 'Harbor Lights #Special 1 both'],
    ['is that of the folder for a special with no other data', 'Harbor Lights/Special 1.cbz', 'Harbor Lights #Special 1 folder'],
    ['is that of the name for a special of another one', 'Harbor Lights/Tin Sea Special 1.cbz', 'Tin Sea Special #1 name'],
  ])('%s', (_, path, expected) => expect(named(path)).toBe(expected)) // biome-ignore format: a table

  test('of a folder that ends in a number is known when something beside the files says so', () => {
    const path = 'Area 51/Area 51.cbz'
    expect(named(path)).toBe('Area #51 name')
    expect(named(path, { 'Area 51': { volumeId: '77' } })).toBe('Area 51 # both')
    expect(named(path, { 'Area 51': json('Area 51') })).toBe('Area 51 # json')
    expect(named('Area 51/Area 51 Vol. 3.cbz')).toBe('Area 51 #3 both')
  })
})

describe('books about a series', () => {
  test.each<[string, string, string]>([
    ['are named after its name', 'Harbor Lights/Harbor Lights Art Book.cbz', 'Harbor Lights #Art Book both: Harbor Lights Art Book'],
    ['are named before its name', 'Harbor Lights/The Art of Harbor Lights.cbz', 'Harbor Lights #The Art of both: The Art of Harbor Lights'],
    ['do not belong to another series', 'Harbor Lights/The Art of Tin Sea.cbz', 'The Art of Tin Sea # name'],
    ['do not count when they are numbered', 'Harbor Lights/The Art of Harbor Lights 2.cbz', 'The Art of Harbor Lights #2 name'],
  ])('%s', (_, path, expected) => expect(named(path)).toBe(expected)) // biome-ignore format: a table

  test('keep the year of their names', () => {
    expect(parsed('Harbor Lights/The Art of Harbor Lights (2016).cbz').year).toBe(2016)
  })
})

describe('in a folder of specials', () => {
  const inside = (name: string) => named(`Harbor Lights/Specials/${name}.cbz`)

  test('a title is the number, and so is a word that counts', () => {
    expect(inside('Fog')).toBe('Harbor Lights #Fog both: Fog')
    expect(inside('Fog SP02 003')).toBe('Harbor Lights #SP02 both: Fog SP')
    expect(inside('Holiday Special')).toBe('Harbor Lights #Special both: Holiday Special')
  })

  test('a counted title is a series of its own', () => {
    expect(inside('Fog 3')).toBe('Fog #3 name')
    expect(inside('Fog v2')).toBe('Fog #2 name')
  })

  test('a number of the series is one of its issues', () => {
    expect(inside('Harbor Lights 3')).toBe('Harbor Lights #3 both')
  })

  test('a long title is cut', () => {
    const { number } = parsed(`Harbor Lights/Specials/${'Fog '.repeat(40).trim()}.cbz`)
    expect(number).toBe('Fog '.repeat(25).trim())
  })
})

describe('in a folder of one-shots', () => {
  test('each file is a series, and its number part of its title', () => {
    expect(named('One-Shots/Low Tide (2016).cbz')).toBe('Low Tide # name')
    expect(named('One-Shots/Low Tide 3.cbz')).toBe('Low Tide 3 # name')
  })

  test('a number alone names nothing', () => expect(named('One-Shots/003.cbz')).toBe('comics # guess'))
})

describe('a series.json', () => {
  const beside = { 'Harbor Lights': json('The Harbor Lights') }

  test.each<[string, string, string]>([
    ['names files of the folder’s name', 'Harbor Lights 1', 'The Harbor Lights #1 json'],
    ['names numbers', '001', 'The Harbor Lights #1 json'],
    ['names first letters', 'THL 1', 'The Harbor Lights #1 json'],
    ['names titles', '001 - Low Tide', 'The Harbor Lights #1 json: Low Tide'],
    ['names specials', 'Harbor Lights Special 1', 'The Harbor Lights #Special 1 json'],
    ['names no file of another series', 'Tin Sea 1', 'Tin Sea #1 name'],
  ])('%s', (_, name, expected) => expect(named(`Harbor Lights/${name}.cbz`, beside)).toBe(expected)) // biome-ignore format: a table

  test('names the one-shot that it describes', () => {
    expect(named('One-Shots/LOW TIDE.cbz', { 'One-Shots': json('Low Tide') })).toBe('Low Tide # json')
  })
})

test('files at the root of a disk have their own names', () => {
  const place = (root: string) => parseFiles(['003.cbz'], 'comic', { root })[0]!.series
  expect([place('/comics'), place('/')]).toEqual(['comics', '003'])
})

test('metadata is contradicted by the name of another series, unless the name has it as another reading', () => {
  const disputed = (path: string, series: string) => parsed([path, { series, number: '1' }]).disputed
  expect(disputed('x/Tin Sea 1.cbz', 'Harbor Lights')).toBe(true)
  expect(disputed('x/Harbor Lights 1.cbz', 'Harbor Lights')).toBe(false)
  expect(disputed('x/Harbor Lights - Low Tide 1.cbz', 'Harbor Lights')).toBe(false)
  expect(disputed('Harbor Lights/HL 1.cbz', 'Harbor Lights')).toBe(false)
  expect(disputed('Harbor Lights/HL 1.cbz', 'HL')).toBe(false)
  expect(disputed('Harbor Lights/HL 1.cbz', 'Tin Sea')).toBe(true)
})
