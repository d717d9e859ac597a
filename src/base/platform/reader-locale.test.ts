import { expect, test } from 'bun:test'
import { inLocaleOf } from './reader-locale'
import { dayWords, megabyteWords, numberWords } from './words'

const written = () => [dayWords('2015-05-06'), numberWords(5000), megabyteWords(1250)]
const OWN = ['6 May 2015', '5,000', '1.3 GB']
const GERMAN = ['6. Mai 2015', '5.000', '1,3 GB']

const languages: [string | null, string[]][] = [
  [null, OWN],
  ['', OWN],
  ['*', OWN],
  ['en-US,en;q=0.9', ['May 6, 2015', '5,000', '1.3 GB']],
  ['de-DE, de;q=0.9, en;q=0.8', GERMAN],
  ['en;q=0.2, de;q=0.8', GERMAN],
  ['de;q=0, en-US', ['May 6, 2015', '5,000', '1.3 GB']],
  ['tlh, de', GERMAN],
  ['not a language, \u0000, de', GERMAN],
  ['de-u-nu-arab', GERMAN],
  ['de;q=often, en-GB', OWN],
  [`${'x'.repeat(400)}, de`, GERMAN],
  [`${'zz, '.repeat(10)}de`, OWN],
]

test.each(languages)("sentences for %p use its readers' formats", (header, expected) => {
  expect(inLocaleOf(header, written)).toEqual(expected)
})

test('later sentences for the same request keep its formats, and so do others at the same time', async () => {
  const later = async () => {
    await Promise.resolve()
    return numberWords(5000)
  }
  const both = Promise.all([inLocaleOf('de', later), inLocaleOf('en', later), later()])
  expect(await both).toEqual(['5.000', '5,000', '5,000'])
})

test('a stranger with many made-up languages affects nobody else', () => {
  for (let region = 100; region < 400; region++) inLocaleOf(`de-${region}`, written)
  expect(inLocaleOf('de', written)).toEqual(GERMAN)
  expect(written()).toEqual(OWN)
})
