import { expect, test } from 'bun:test'
import { downloadOutcomeOf } from './download-outcome'
import type { PlacementReason, PlacementState } from './states'
import type { Placement } from './store'

type Row = PlacementState | [PlacementState, PlacementReason]

const rowsOf = (states: readonly Row[]) =>
  states.map((each, position) => {
    const [state, decision = null] = Array.isArray(each) ? each : [each]
    return { position, state, decision, detail: `The ${state} one.` } as Placement
  })

const CASES: [name: string, rows: Row[], isAllThere: boolean, is: string][] = [
  ['everything is in its place', ['placed', 'placed'], true, 'placed'],
  ['one of two is in its place', ['placed', 'damaged'], false, 'placed'],
  ['one is in its place, and the others are unknown', ['unmatched', 'placed', 'unmatched'], true, 'placed'],
  ['the disk is full in the middle', ['placed', 'failed'], false, 'postprocess_error'],
  ['the download is empty', [], false, 'damaged'],
  ['all are damaged', ['damaged', 'damaged'], false, 'damaged'],
  ['one is damaged, and the other is unknown', ['unmatched', 'damaged'], false, 'damaged'],
  ['the library has the same files', [['kept', 'duplicate']], true, 'placed'],
  ['the library has the same file, and something is still missing', [['kept', 'duplicate']], false, 'not_an_upgrade'],
  ['the library has a better file', [['kept', 'worse']], true, 'not_an_upgrade'],
  ['it is not wanted', [['kept', 'unwanted']], true, 'done_signal_without_library_placement'],
  ['the library has one of them, and a better one of the other', [['kept', 'duplicate'], ['kept', 'worse']], true, 'not_an_upgrade'],
  ['one is not wanted, and the library has a better one of the other', [['kept', 'unwanted'], ['kept', 'worse']], true, 'not_an_upgrade'],
  ['the library has the same file, and the other is unknown', [['kept', 'duplicate'], 'unmatched'], true, 'placed'],
  ['one is damaged, and the disk failed at the other', ['damaged', 'failed'], false, 'postprocess_error'],
  ['one is not wanted, and the other is unknown', ['unmatched', ['kept', 'unwanted']], false, 'done_signal_without_library_placement'],
  ['it is unknown', ['unmatched'], false, 'no_match_in_library'],
  ['it is unknown, and nothing is missing', ['unmatched'], true, 'no_match_in_library'],
] // biome-ignore format: a table

test.each(CASES)('%s', (_, rows, isAllThere, is) => {
  const outcome = downloadOutcomeOf(rowsOf(rows), isAllThere)
  expect('reason' in outcome ? outcome.reason : outcome.to).toBe(is as never)
})

test('a file that could not be placed says why, and how much space is free', () => {
  expect(downloadOutcomeOf(rowsOf(['placed', 'failed', 'placed']), false)).toMatchObject({
    detail: 'The failed one. 2 of 3 files are in the library.',
  })
})

test('the sentence is that of the deciding file', () => {
  const detailOf = (...rows: Row[]) => (downloadOutcomeOf(rowsOf(rows), false) as { detail?: string }).detail
  expect(detailOf('failed', 'damaged')).toBe('The failed one.')
  expect(detailOf('unmatched', 'damaged')).toBe('The damaged one.')
  expect(detailOf('unmatched', ['kept', 'worse'])).toBe('The kept one.')
  expect(detailOf('unmatched')).toBe('The unmatched one.')
})
