import { expect, test } from 'bun:test'
import { languageCode } from './language-code'

test.each([
  ['de', 'de'],
  ['de-DE', 'de'],
  ['pt_BR', 'pt'],
  ['fra', 'fr'],
  ['fre', 'fr'],
  ['ger', 'de'],
  ['deu', 'de'],
  ['spa', 'es'],
  ['cze', 'cs'],
  ['ces', 'cs'],
  ['isl', 'is'],
  ['ice', 'is'],
  ['eng', 'en'],
  ['German', 'de'],
  [' Spanish ', 'es'],
  ['Icelandic', 'is'],
  ['Portuguese (Brazil)', 'pt'],
  ['jp', 'ja'],
  ['und', ''],
  ['mul', ''],
  ['', ''],
  ['raw', ''],
  ['no idea', ''],
])('%s means %s', (text, code) => {
  expect(languageCode(text)).toBe(code)
})
