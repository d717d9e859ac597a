import { isReadExactly, LABELLED_NAMES, type LabelledName, labelledNames } from '../src/testing/imports/labelled-names'

/** `bun bench/name-figures.ts` prints the share of labelled names that are parsed exactly, by class, as a Markdown table. */

const has = (text: string | null) => text !== null && text !== ''

/** A name may be in several classes, by content and spelling. */
const CLASSES: Record<string, (row: LabelledName) => boolean> = {
  comics: ({ kind }) => kind === 'comic',
  manga: ({ kind }) => kind === 'manga',
  'issue or chapter alone': ({ issue, volume }) => has(issue) && !has(volume),
  'volume alone': ({ issue, volume }) => has(volume) && !has(issue),
  'volume and issue or chapter': ({ issue, volume }) => has(volume) && has(issue),
  'neither number': ({ issue, volume }) => !has(issue) && !has(volume),
  'range of issues or volumes': ({ issue_end, volume_end }) => has(issue_end) || has(volume_end),
  'decimal, fraction, negative or suffix': ({ issue }) => has(issue) && !/^\d+$/.test(issue!),
  'with a year': ({ year }) => has(year),
  annual: ({ annual }) => annual === true,
  'digits in the series': ({ series }) => /\d/.test(series ?? ''),
  'in folders': ({ name }) => /[/\\]/.test(name),
  'without blanks': ({ name }) => !name.includes(' '),
  'Cyrillic, Thai, Chinese, Japanese or Korean': ({ name }) =>
    /\p{sc=Cyrillic}|\p{sc=Thai}|\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Hangul}/u.test(name),
}

const cases = labelledNames()
if (!cases) {
  console.error(`The labelled names are missing: ${LABELLED_NAMES}`)
  process.exit(1)
}
console.log('| class | names | exact | share |\n|---|--:|--:|--:|')
for (const [title, isOf] of [...Object.entries(CLASSES), ['all', () => true] as const]) {
  const rows = cases.filter(isOf)
  const exact = rows.filter(isReadExactly).length
  console.log(`| ${title} | ${rows.length} | ${exact} | ${((exact / rows.length) * 100).toFixed(1)} % |`)
}
