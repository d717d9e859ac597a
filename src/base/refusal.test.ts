import { expect, test } from 'bun:test'
import { legacy, Refusal } from './refusal'

test.each([
  ['There is no issue 3.', 'There is no issue 3.'],
  ['This release cannot be downloaded. Wrong number: 99', 'This release cannot be downloaded. Wrong number: 99.'],
  ['The release is now rejected (Wrong year: 2012)', 'The release is now rejected (Wrong year: 2012).'],
  ['Is it there?', 'Is it there?'],
  ['Cut off…', 'Cut off…'],
  ['', ''],
])('a refusal of %p says %p', (given, said) => {
  expect(new Refusal('invalid', given)).toMatchObject({ detail: said, message: said })
  expect(legacy('invalid', given)).toMatchObject({ detail: said, extra: { success: false, error: said } })
})
