import { describe, expect, test } from 'bun:test'
import { sortKey } from '../../base/names/numbers'
import type { ParsedFile } from './parsed-file'
import { type LibrarySeries, numberKey, splitRuns } from './runs'

interface File {
  /** Folder; `F` by default. */
  in?: string
  number?: string
  year?: number
  /** Year and ordinal of its run. */
  run?: number
  v?: number
  cv?: string
  /** ComicVine id of the issue. */
  issueId?: string
  hash?: string
  folderId?: string
  kind?: 'issue' | 'annual'
  unit?: 'issue' | 'volume'
  libraryId?: string
}

/** A file with the fields that runs depend on, named as in the result. */
function file(name: string, made: File): ParsedFile {
  const { number = '1', year, run, v, cv, issueId, hash, folderId, kind = 'issue', unit = 'issue', libraryId } = made
  return {
    name,
    number,
    kind,
    unit,
    run: { year: run, ordinal: v },
    ids: {
      ...(cv === undefined ? {} : { comicvineVolume: cv }),
      ...(issueId === undefined ? {} : { comicvineIssue: issueId }),
    },
    hash,
    place: { path: made.in ?? 'F' },
    sort_key: sortKey(number),
    ...(year === undefined ? {} : { year }),
    ...(folderId === undefined ? {} : { folderId }),
    ...(libraryId === undefined ? {} : { libraryIssue: { comic_id: libraryId } }),
  } as unknown as ParsedFile
}
const series = (comic_id: string, year: number | null = null, volume: number | null = null): LibrarySeries => {
  return { comic_id, name: 'Harbor', key: 'harbor', year, volume }
}
/** Runs as `a b` or `comic_id: a b`, in the order of their first files. */
function split(files: Record<string, File>, library: LibrarySeries[] = []): string[] {
  const parsedFiles = Object.entries(files).map(([name, each]) => file(name, each))
  return splitRuns(parsedFiles, library)
    .map((run) => {
      const names = run.parsedFiles.map(({ name }) => name).sort()
      return `${run.series ? `${run.series.comic_id}: ` : ''}${names.join(' ')}`
    })
    .sort()
}

describe('files that do not state their run', () => {
  test.each<[string, Record<string, File>, string[]]>([
    ['are one', { a: {}, b: { number: '2' } }, ['a b']],
    ['are two when a number restarts two years later', { a: { year: 2011 }, b: { year: 2013 } }, ['a', 'b']],
    ['are one when two printings are a year apart', { a: { year: 2011 }, b: { year: 2012 } }, ['a b']],
    ['are one where numbers go on', { a: { year: 2011 }, b: { number: '2', year: 2016 } }, ['a b']],
    ['are one when years are the same, whatever the numbers', { a: { year: 2011 }, b: { number: '5', year: 2011 }, c: { number: '9', year: 2011 } }, ['a b c']],
    ['are split by a year as a whole', { a: { year: 2011 }, b: { number: '2', year: 2011 }, c: { year: 2016 }, d: { number: '9', year: 2016 } }, ['a b', 'c d']],
    ['without a year go with the only run', { a: { year: 2011 }, b: {} }, ['a b']],
    ['without a year stay apart of several', { a: { year: 2011 }, b: { year: 2016 }, c: {} }, ['a', 'b', 'c']],
    ['and without a number are apart from another year', { a: { number: '', year: 2011 }, b: { number: '', year: 2012 } }, ['a', 'b']],
    ['include their annuals', { a: { year: 2011 }, n: { kind: 'annual', year: 2016 } }, ['a n']],
  ])('%s', (_what, files, runs) => expect(split(files)).toEqual(runs)) // biome-ignore format: a table
})

describe('files that state their run', () => {
  test.each<[string, Record<string, File>, string[]]>([
    ['are of one by its year', { a: { run: 2011 }, b: { run: 2011, number: '2' }, c: { run: 2016 } }, ['a b', 'c']],
    ['are of one by its ordinal', { a: { v: 1, year: 2011 }, b: { v: 2, year: 2016 }, c: { v: 2, number: '2', year: 2016 } }, ['a', 'b c']],
    ['are two of ordinal 1 when a number repeats', { a: { v: 1, year: 2011 }, b: { v: 1, year: 2016 } }, ['a', 'b']],
    ['are one of ordinal 1 where numbers go on', { a: { v: 1, year: 2011 }, b: { v: 1, number: '2', year: 2013 } }, ['a b']],
    ['include files that state only a later year', { a: { run: 2011, year: 2011 }, b: { number: '2', year: 2012 } }, ['a b']],
    ['leave what came out before', { a: { run: 2011, year: 2011 }, b: { number: '2', year: 2009 } }, ['a', 'b']],
    ['include files published a year earlier', { a: { run: 2011, year: 2011 }, b: { number: '2', year: 2010 } }, ['a b']],
    ['include files without a year, as the only run', { a: { run: 2011, year: 2011 }, b: { number: '2' } }, ['a b']],
    ['include files without a year from elsewhere, as the only run', { a: { run: 2011, in: 'A' }, b: { number: '2', in: 'B' } }, ['a b']],
    ['of two that began in one year the first gets it', { a: { run: 2011, cv: '1' }, b: { run: 2011, cv: '2' }, c: { number: '2', year: 2012 } }, ['a c', 'b']],
    ['of two the later one gets a year', { a: { run: 2011 }, b: { run: 2016 }, c: { number: '3', year: 2017 } }, ['a', 'b c']],
    ['of two the one in the same folder gets no year', { a: { run: 2011, in: 'A' }, b: { run: 2016, in: 'B' }, c: { number: '3', in: 'A' } }, ['a c', 'b']],
    ['of two neither gets a file without a year from elsewhere', { a: { run: 2011, in: 'A' }, b: { run: 2016, in: 'B' }, c: { number: '3', in: 'C' } }, ['a', 'b', 'c']],
    ['by an ordinal alone are the run that began then', { a: { run: 2016, number: '2' }, b: { v: 2, year: 2016 } }, ['a b']],
    ['by an ordinal alone are no run that began years before', { a: { run: 2011, number: '2' }, b: { v: 2, year: 2016 } }, ['a', 'b']],
    ['by ordinal 1 are the only run', { a: { run: 2011, number: '2' }, b: { v: 1, year: 2016 } }, ['a b']],
    ['by another ordinal are one, however old', { a: { v: 2, year: 2016 }, b: { v: 2, number: '2', year: 2011 } }, ['a b']],
    ['by ordinal 1 are two where the one is older', { a: { v: 1, year: 2016 }, b: { v: 1, number: '2', year: 2011 } }, ['a', 'b']],
    ['of two that began alike go to the first', { a: { v: 2, year: 2011 }, b: { v: 2, year: 2013, in: 'B' }, c: { v: 2, number: '2', year: 2011, in: 'C' }, d: { v: 2, number: '3', year: 2012, in: 'D' } }, ['a d', 'b c']],
    ['by ordinal 1 are not what has an id alone', { a: { cv: '1', year: 2020 }, b: { v: 1, year: 2016 } }, ['a', 'b']],
    ['by an ordinal are no run that has another', { a: { run: 2016, v: 3, number: '2' }, b: { v: 2, year: 2016 } }, ['a', 'b']],
    ['by an ordinal alone are not the run of another id', { a: { run: 2016, cv: '1', number: '2' }, b: { v: 2, cv: '2', year: 2016 }, c: { v: 2, number: '3', year: 2016 } }, ['a', 'b c']],
    ['by an ordinal alone are the run that began a year before', { a: { run: 2015, number: '2' }, b: { v: 2, year: 2016 } }, ['a b']],
    ['by an ordinal alone are not the run of a folder with another id', { a: { run: 2016, folderId: 'x', number: '2' }, b: { v: 2, folderId: 'y', year: 2016 } }, ['a', 'b']],
    ['by an ordinal go to the run of a year that is known by it too', { a: { run: 2016 }, b: { run: 2016, v: 3, number: '2' }, c: { v: 3, number: '3', in: 'C' } }, ['a b c']],
    ['by ordinal 1 are separate from a run with a year when a number repeats', { a: { run: 2011, v: 1, year: 2011 }, b: { v: 1, year: 2016 } }, ['a', 'b']],
    ['leave what has a number of theirs from years after the first', { a: { run: 2011, year: 2012 }, b: { run: 2011, year: 2011 }, c: { year: 2013 } }, ['a b', 'c']],
    ['of two the later one gets an annual, whatever its id', { a: { run: 2011 }, b: { run: 2016 }, n: { kind: 'annual', cv: '9', year: 2019 } }, ['a', 'b n']],
    ['by ordinal 1 belong to neither of two', { a: { run: 2001, number: '2' }, b: { v: 1, year: 2016 }, c: { run: 2005, number: '2' } }, ['a', 'b', 'c']],
  ])('%s', (_what, files, runs) => expect(split(files)).toEqual(runs)) // biome-ignore format: a table
})

describe('ids', () => {
  test.each<[string, Record<string, File>, string[]]>([
    ['that are equal are one run, whatever the ordinal', { a: { cv: '1', v: 1 }, b: { cv: '1', v: 2, number: '2' } }, ['a b']],
    ['that differ are two', { a: { cv: '1' }, b: { cv: '2', number: '2' } }, ['a', 'b']],
    ['that differ are one where the year is the same and no number twice', { a: { cv: '1', run: 2011 }, b: { cv: '2', run: 2011, number: '2' } }, ['a b']],
    ['that differ are two when the year is the same and a number repeats', { a: { cv: '1', run: 2011 }, b: { cv: '2', run: 2011 } }, ['a', 'b']],
    ['of annuals do not count for their series', { a: { cv: '1', year: 2011 }, n: { cv: '2', kind: 'annual', year: 2011 } }, ['a n']],
    ['of volumes do not count for their issues', { a: { cv: '1', year: 2011 }, n: { cv: '2', unit: 'volume', year: 2011 } }, ['a n']],
    ['alone go to the only run that they fit', { a: { run: 2011, year: 2011 }, b: { cv: '1', number: '2', year: 2012 } }, ['a b']],
    ['alone go to none that began after', { a: { run: 2011, year: 2011 }, b: { cv: '1', number: '2', year: 2005 } }, ['a', 'b']],
    ['alone go to none that has their number of another year', { a: { run: 2011, year: 2011 }, b: { cv: '1', year: 2016 } }, ['a', 'b']],
    ['alone go to the one of two that has their folder', { a: { run: 2011, in: 'A' }, b: { run: 2016, in: 'B' }, c: { cv: '1', number: '3', in: 'B' } }, ['a', 'b c']],
    ['alone go to neither of two from elsewhere', { a: { run: 2011, in: 'A' }, b: { run: 2016, in: 'B' }, c: { cv: '1', number: '3', in: 'C' } }, ['a', 'b', 'c']],
    ['of folders that differ keep apart', { a: { folderId: 'x', run: 2011 }, b: { folderId: 'y', run: 2011, number: '2' } }, ['a', 'b']],
    ['of folders that are the same are one', { a: { folderId: 'x', v: 1 }, b: { folderId: 'x', v: 2, number: '2' } }, ['a b']],
    ['that differ are two when one has an ordinal and the other its year too', { a: { cv: '1', run: 2011, v: 1 }, b: { cv: '2', v: 1, number: '2' } }, ['a', 'b']],
    ['alone join a run known by its ordinal, wherever they are', { b: { cv: '1', number: '3', year: 2012 }, a: { v: 1, year: 2011 } }, ['a b']],
    ['of files are the same where one folder has none', { a: { folderId: 'x', cv: '1' }, b: { cv: '1', number: '2' } }, ['a b']],
    ['of files are the same where the other folder has none', { a: { cv: '1' }, b: { folderId: 'x', cv: '1', number: '2' } }, ['a b']],
    ['of folders count before those of files', { a: { folderId: 'x', cv: '1' }, b: { folderId: 'x', cv: '2', number: '2' } }, ['a b']],
  ])('%s', (_what, files, runs) => expect(split(files)).toEqual(runs)) // biome-ignore format: a table
})

describe('series of the library', () => {
  const old = series('old', 2011)
  const fresh = series('new', 2016)
  const first = series('first', null, 1)
  const third = series('third', null, 3)

  test.each<[string, Record<string, File>, LibrarySeries[], string[]]>([
    ['keep the files that they have', { a: { libraryId: 'old', year: 2016 }, b: { libraryId: 'new', year: 2016 } }, [old, fresh], ['new: b', 'old: a']],
    ['include files that state their year', { a: { run: 2016 }, b: { run: 2011 } }, [old, fresh], ['new: a', 'old: b']],
    ['include files beside their own', { a: { libraryId: 'old', in: 'A' }, b: { in: 'A', number: '2' } }, [old, fresh], ['old: a b']],
    ['leave what has a number of theirs from another year', { a: { libraryId: 'old', in: 'A', year: 2011 }, b: { in: 'A', year: 2018 } }, [old], ['b', 'old: a']],
    ['include files beside their own with a first ordinal', { a: { libraryId: 'old', in: 'A' }, b: { in: 'A', v: 3, number: '2' } }, [old], ['old: a b']],
    ['exclude files beside their own with another year', { a: { libraryId: 'old', in: 'A' }, b: { in: 'A', run: 2018, number: '2' } }, [old], ['b', 'old: a']],
    ['are separated by a folder with another id', { a: { libraryId: 'old', in: 'A', folderId: 'x' }, b: { in: 'A', folderId: 'y', number: '2' } }, [old], ['b', 'old: a']],
    ['known by an ordinal keep apart from a run of its year', { a: { libraryId: 'third', year: 2016 }, b: { run: 2016, number: '2', year: 2016, in: 'B' } }, [third], ['b', 'third: a']],
    ['include files that state their ordinal', { a: { v: 3 } }, [first, third], ['third: a']],
    ['known by an ordinal include files that state it, whatever the year', { a: { run: 2016, v: 3 } }, [third], ['third: a']],
    ['known by an ordinal get the year of files that state both', { a: { run: 2016, v: 3 }, b: { run: 2016, number: '2', in: 'B' } }, [third], ['third: a b']],
    ['known by an ordinal include files beside their own with a year', { a: { libraryId: 'third', in: 'A' }, b: { in: 'A', run: 2018, number: '2' } }, [third], ['third: a b']],
    ['include files beside their own, though published earlier', { a: { libraryId: 'old', in: 'A', number: '5' }, b: { in: 'A', number: '2', year: 2005 } }, [old], ['old: a b']],
    ['exclude files published earlier from elsewhere', { a: { libraryId: 'old', in: 'A', number: '5' }, b: { in: 'B', number: '2', year: 2005 } }, [old], ['b', 'old: a']],
    ['that share a folder get no file without a year', { a: { libraryId: 'old', in: 'A' }, b: { libraryId: 'new', in: 'A' }, c: { in: 'A', number: '3' } }, [old, fresh], ['c', 'new: b', 'old: a']],
    ['that are gone keep nothing', { a: { libraryId: 'gone', year: 2020 } }, [], ['a']],
    ['without files are no runs', { a: { run: 1990 } }, [old, fresh], ['a']],
  ])('%s', (_what, files, library, runs) => expect(split(files, library)).toEqual(runs)) // biome-ignore format: a table
})

test('files that joined a run without stating it are recorded', () => {
  const [withRun, silent] = [file('a', { run: 2011, year: 2011 }), file('b', { number: '2', year: 2012 })]
  const [run] = splitRuns([withRun, silent], [])
  expect([run!.joined.has(withRun), run!.joined.has(silent)]).toEqual([false, true])
  expect([run!.began, run!.firstYear]).toEqual([2011, 2011])
})

test('a run that is found by its ordinal is identified by it', () => {
  const [run] = splitRuns([file('a', { run: 2016, number: '2' }), file('b', { v: 2, year: 2016 })], [])
  expect([run!.year, run!.ordinal]).toEqual([2016, 2])
})

test('annuals alone join no run, and began with the first of them', () => {
  const annuals = [file('n', { kind: 'annual', year: 2013 }), file('m', { kind: 'annual', number: '2', year: 2012 })]
  const [run] = splitRuns(annuals, [])
  expect([run!.parsedFiles.length, run!.joined.size, run!.began]).toEqual([2, 0, 2012])
})

test('equal numbers have one key, however they are written', () => {
  const key = (number: string, more: object = {}) =>
    numberKey({ kind: 'issue', unit: 'issue', number, ...more } as never)
  expect(key('1')).toBe(key('001'))
  expect(key('1')).not.toBe(key('1', { unit: 'volume' }))
  expect(key('1')).not.toBe(key('1', { kind: 'annual' }))
})

describe('files of one number that a service lists as two issues', () => {
  test.each<[string, Record<string, File>, string[]]>([
    ['are of two series', { a: { issueId: '7' }, b: { issueId: '9' } }, ['a', 'b']],
    [
      'are of two series where their year is the same',
      { a: { run: 2011, issueId: '7' }, b: { run: 2011, issueId: '9' } },
      ['a', 'b'],
    ],
    [
      'are of two series, each with the files of its folder',
      {
        a: { in: 'A', run: 2011, issueId: '7' },
        b: { in: 'B', run: 2011, issueId: '9' },
        c: { in: 'B', run: 2011, number: '2', issueId: '10' },
      },
      ['a', 'b c'],
    ],
    [
      'are one thing where their bytes are the same',
      { a: { issueId: '7', hash: 'x' }, b: { issueId: '9', hash: 'x' } },
      ['a b'],
    ],
    ['are one thing where one has no id', { a: { issueId: '7' }, b: {} }, ['a b']],
    ['are one thing where the ids are one', { a: { issueId: '7' }, b: { issueId: '7' } }, ['a b']],
  ])('%s', (_, files, runs) => expect(split(files)).toEqual(runs))
})
