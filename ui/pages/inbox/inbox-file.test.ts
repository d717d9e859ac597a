import { expect, test } from 'bun:test'
import {
  amountOf,
  bySeries,
  fileNumber,
  fileWords,
  foundName,
  guessReason,
  isImportable,
  isReady,
  isSuggested,
} from './inbox-file'
import type { InboxFile } from './wire'

const file = (more: object = {}): InboxFile =>
  ({
    ComicFilename: 'Harbor 003.cbz',
    kind: 'issue',
    unit: 'issue',
    IssueNumber: '3',
    number_end: null,
    Status: 'Not Imported',
    problem: null,
    IgnoreFile: 0,
    SuggestedComicID: 'h',
    MatchSource: 'filename',
    size: 60_000_000,
    ...more,
  }) as unknown as InboxFile

test.each([
  [{}, '#3'],
  [{ unit: 'chapter', number_end: '9' }, 'Chapter 3 to 9'],
  [{ unit: 'volume' }, 'Volume 3'],
  [{ kind: 'annual' }, 'Annual #3'],
  [{ kind: 'annual', IssueNumber: null }, 'Annual'],
  [{ IssueNumber: null }, 'No number'],
])('%j has the number %p', (more, words) => {
  expect(fileNumber(file(more))).toBe(words)
})

test.each([
  [{}, true, true, false],
  [{ Status: 'Failed', problem: 'It broke.' }, true, true, false],
  [{ problem: 'It is being written.' }, false, false, false],
  [{ Status: 'Importing' }, false, false, false],
  [{ IgnoreFile: 1 }, false, false, false],
  [{ Status: 'Failed', IgnoreFile: 1 }, false, false, false],
  [{ SuggestedComicID: null }, true, false, false],
  [{ MatchSource: 'ai' }, true, false, true],
  [{ MatchSource: 'ai', IgnoreFile: 1 }, false, false, false],
])('%j is open %p, ready %p, suggested %p', (more, open, ready, suggested) => {
  expect([isImportable(file(more)), isReady(file(more)), isSuggested(file(more))]).toEqual([open, ready, suggested])
})

test('a guess shows its evidence', () => {
  expect(guessReason(file())).toBe('The file name names the series')
  expect(guessReason(file({ MatchSource: 'manual' }))).toBe('Chosen by you')
  expect(guessReason(file({ SuggestedComicID: null }))).toBe('Your library has no series of this name')
})

test('files are shown with their count, their size and their series', () => {
  expect(amountOf([file(), file()])).toBe('2 files, 120 MB')
  expect([fileWords([file()]), fileWords([file(), file()]), fileWords([])]).toEqual([
    'Harbor 003.cbz',
    '2 files',
    '0 files',
  ])
  expect(foundName({ ComicName: 'Harbor', ComicYear: '2015' } as never)).toBe('Harbor (2015)')
  expect(foundName({ ComicName: 'Harbor', ComicYear: null } as never)).toBe('Harbor')
})

test('files are grouped by the proposed series; files without one, or not open, are left out', () => {
  const all = [
    file(),
    file({ SuggestedComicID: 'r' }),
    file({ MatchSource: 'ai' }),
    file({ SuggestedComicID: null }),
    file({ IgnoreFile: 1 }),
  ]
  expect([...bySeries(all)].map(([id, own]) => [id, own.length])).toEqual([
    ['h', 2],
    ['r', 1],
  ])
})
