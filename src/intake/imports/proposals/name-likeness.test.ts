import { expect, test } from 'bun:test'
import { type Likeness, likeness } from './name-likeness'

test.each<[string, string[], string, string[], Likeness]>([
  ['the same letters', ['Harbor Lights'], 'harbor lights!', [], 'same'],
  ['the same as one of several names', ['Other', 'Harbor Lights'], 'Harbor Lights', [], 'same'],
  ['an alias', ['Harbor Lights'], 'Hafenlichter', ['Lichter', 'Harbor Lights'], 'alias'],
  ['an extra subtitle', ['Harbor Lights: The Long Night'], 'Harbor Lights', [], 'subtitle'],
  ['a subtitle behind a dash', ['Harbor Lights – The Long Night'], 'Harbor Lights', [], 'subtitle'],
  ['a missing subtitle', ['Harbor Lights'], 'Harbor Lights - The Long Night', [], 'subtitle'],
  ['another subtitle', ['Harbor Lights: Dawn'], 'Harbor Lights: A Very Long Winter', [], 'other'],
  ['an extra word without a separator', ['Harbor Lights'], 'Harbor Lights and the Northern Sea', [], 'other'],
  ['an extra letter', ['Harbour Lights'], 'Harbor Lights', [], 'alike'],
  ['an alias with a letter more', ['Harbour Lights'], 'Hafenlichter', ['Harbor Lights'], 'alike'],
  ['four pairs of five', ['abcdef'], 'abcdeg', [], 'alike'],
  ['three pairs of four', ['abcde'], 'abcdf', [], 'other'],
  ['a pair that comes twice in one and once in the other', ['ababab'], 'abcdab', [], 'other'],
  ['the pairs in another order', ['lightsharbor'], 'harborlights', [], 'alike'],
  ['two letters', ['ab'], 'ab', [], 'same'],
  ['one letter', ['a'], 'b', [], 'other'],
  ['one letter as an alias of two', ['a'], 'ab', ['b'], 'other'],
  ['nothing', [''], 'Harbor Lights', [], 'other'],
  ['nothing but a subtitle', ['The Long Night'], ': The Long Night', [], 'same'],
  ['pairs that come more often in the other one', ['abcd'], 'abababcd', [], 'other'],
  ['signs alone', ['...'], '!!!', [], 'other'],
])('%s', (_, names, name, aliases, is) => expect(likeness(names, { name, aliases })).toBe(is))

test('a series without a name or aliases is another', () => {
  expect(likeness(['Harbor Lights'], {})).toBe('other')
  expect(likeness([''], {})).toBe('other')
  expect(likeness([''], { name: ': The Long Night' })).toBe('other')
  expect(likeness([': The Long Night'], {})).toBe('other')
  expect(likeness([], { name: 'Harbor Lights' })).toBe('other')
})
