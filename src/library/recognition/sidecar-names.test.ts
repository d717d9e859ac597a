import { describe, expect, test } from 'bun:test'
import { runSteps } from '../../testing/harness/run-steps'
import { type Input, parseFiles } from '../../testing/imports/parsed-files'
import type { ContentType } from '../series/states'
import type { SidecarFacts } from './folder-facts'
import { groupSteps, type LibraryView } from './match'

type Beside = Record<string, SidecarFacts>
const library: LibraryView = { named: () => [], find: () => undefined, bareNumbers: () => 'auto' }

/** `Harbor Lights (2015) TPB: 1, 2`, by name. */
function read(files: Input[], kind: ContentType = 'comic', beside: Beside = {}): string[] {
  return runSteps(groupSteps(parseFiles(files, kind, { beside }), kind, library))
    .map(({ name, year, bookType, files: own }) => {
      const numbers = [...own.values()].map((one) => `${one.kind === 'annual' ? 'annual ' : ''}${one.number || '-'}`)
      return `${name}${year ? ` (${year})` : ''}${bookType ? ` ${bookType}` : ''}: ${numbers.join(', ')}`
    })
    .sort()
}

const json = (name: string, comicId: string, more: object = {}) => ({ json: { name, comicId, collects: [], ...more } })

describe('series whose folders have different ids', () => {
  test('stay apart, annuals with theirs too', () => {
    const files = ['Harbor/Harbor Lights 1.cbz', 'Harbor A/Harbor Lights Annual 1.cbz']
    const beside = { Harbor: json('Harbor Lights', '1'), 'Harbor A': json('Harbor Lights Annual', '2', { year: 2016 }) }
    expect(read(files, 'comic', beside)).toEqual(['Harbor Lights Annual (2016): annual 1', 'Harbor Lights: 1'])
    const withInfo: Input = ['Harbor A/a.cbz', { series: 'Harbor Lights Annual', number: '1' }]
    expect(read([withInfo], 'comic', { 'Harbor A': beside['Harbor A'] })[0]).toStartWith('Harbor Lights Annual')
  })
})

describe('the type of a book', () => {
  const series = 'Harbor Lights (2015)'
  const file = (name: string) => `${series}/${name}.cbz`

  test('is that of all of its files, or none', () => {
    expect(read([file('Harbor Lights v01 TPB'), file('Harbor Lights v02 TPB')])[0]).toContain(' TPB: ')
    expect(read([file('Harbor Lights v01 TPB'), file('Harbor Lights 001')])[0]).not.toContain('TPB')
  })

  test('is that of series.json, unless that is Print', () => {
    const beside = (booktype: string) => ({ [series]: json('Harbor Lights', '1', { booktype }) })
    const files = [file('Harbor Lights v01 TPB')]
    expect(read(files, 'comic', beside('HC'))[0]).toContain(' HC: ')
    expect(read(files, 'comic', beside('Print'))[0]).toContain(' TPB: ')
    expect(read([file('Harbor Lights 001')], 'comic', beside('Print'))[0]).toContain(' Print: ')
  })

  test('leaves a one-shot without the number of its run', () => {
    expect(read([file('Harbor Lights (2015) Volume 01 One-Shot')])).toEqual(['Harbor Lights (2015) One-Shot: -'])
  })
})

describe('a group before a chapter', () => {
  const chapters = (...names: string[]) => read(names, 'manga')

  test('is dropped below the folder of a source, or before a hash', () => {
    expect(chapters('Source/Glass Tide/Moon Pier_Chapter 3.cbz')).toEqual(['Glass Tide: 3'])
    expect(chapters('Glass Tide/Moon Pier_Chapter 3_8c4077.cbz')).toEqual(['Glass Tide: 3'])
  })

  test('may be the series in a folder of many, or when words are joined with underscores', () => {
    expect(chapters('Scans/Moon Pier_Chapter 3.cbz')).toEqual(['Moon Pier: 3'])
    expect(chapters('Source/Unsorted/Moon_Pier_Ch_3.cbz')).toEqual(['Moon Pier: 3'])
  })

  test('is not part of the name of a comic', () => {
    expect(read(['Source/Glass Tide/Moon Pier_Chapter 3_8c4077.cbz'])).not.toEqual(['Glass Tide: 3'])
  })
})

describe('a folder of specials', () => {
  test('keeps files without a number or with one, and gives no name to a numbered series', () => {
    const inside = (name: string) => `Harbor Lights/Specials/${name}.cbz`
    expect(read([inside('Fan Guide SP02'), 'Harbor Lights/Harbor Lights v1.cbz'], 'manga')).toEqual([
      'Harbor Lights: SP02, 1',
    ])
    expect(read([inside('Copper Orchard 003')])).toEqual(['Copper Orchard: 3'])
  })
})
