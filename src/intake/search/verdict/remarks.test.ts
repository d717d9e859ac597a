import { expect, test } from 'bun:test'
import { judgeRelease } from './judge'
import { targetOf, type VerdictTarget, type WantedFacts } from './wanted'

const issue: WantedFacts = { kind: 'comic', series: 'Copper Lantern', year: 2015, issue: '7', issue_date: '2019-05-15' }
const volume: WantedFacts = { kind: 'manga', series: 'Kumo no Hashi', unit: 'volume', issue: '7' }
const chapter: WantedFacts = { ...volume, unit: 'chapter' }
const ITEMS = [
  { wanted: issue, number: '007 (2019)' },
  { wanted: volume, number: 'v07' },
  { wanted: chapter, number: 'c007' },
].map((item) => ({ ...item, target: targetOf(item.wanted, {}) }))

const OTHER_LANGUAGES = [
  'French', 'FR', 'FRENCH', 'fr', 'Français', 'VF', 'German', 'GER', 'Deutsch', 'Spanish', 'ESP', 'Español', 'Castellano', 'Italian',
  'ITA', 'iTA', 'Portuguese', 'PT-BR', 'pt-br', 'Polish', 'Russian', 'RUS', 'Japanese', 'RAW', 'Chinese', 'Korean', 'Dutch', 'Turkish',
  'Indonesian', 'Vietnamese', 'Arabic', 'Hungarian', 'Czech', 'Swedish', 'Ukrainian', 'Catalan', 'Brazilian Portuguese', 'Manga FR',
  'CBZ FR', 'FR-CBZ', 'Latin American Spanish', 'Traduction française', 'Scan VF', 'Sub Ita', 'French Edition', 'Edición Española',
] // biome-ignore format: a list
const OTHER_WORKS = [
  'Light Novel', 'LN', 'Novel', 'Audiobook', 'Soundtrack', 'OST', 'Preview', 'Sample', 'Covers Only', '1080p', 'MP3', 'Reprint',
] // biome-ignore format: a list
const OTHER_EDITIONS = [
  'Omnibus', 'Deluxe', 'Deluxe Edition', 'Full Color', 'Colored', 'Colorized', 'Artbook', 'Box Set', '3-in-1', '2-in-1', 'Kanzenban',
  'Fan Book', 'Guidebook', 'Anthology', 'Doujinshi', 'Perfect Edition', "Collector's Edition",
] // biome-ignore format: a list
const HARMLESS = [
  'Digital', 'Digital-Empire', 'c2c', 'HQ', 'Webrip', 'Scan', 'English', 'ENG', 'en', 'CBZ', 'PDF', '2048px', '1920px', '300dpi', 'F', 'f2',
  'fixed', 'ABC-Group', 'Upscaled', 'noads', '3 covers', 'variant cover', 'Kindle', 'Retail', 'Official', 'Complete', 'END', '2nd Printing',
  'First Edition', 'Digital Edition', 'English Edition', 'ABC Scans', 'Anna Berg', 'Yen Press', 'repack', 'Dark Horse', 'May 2019', '36p',
] // biome-ignore format: a list

const inBrackets = (remark: string) => [`[${remark}]`, `(${remark})`, `{${remark}}`]

/** After and before the name, in every kind of bracket. */
const placed = (remarks: string[]) =>
  ITEMS.flatMap(({ wanted, number, target }) =>
    remarks.flatMap(inBrackets).flatMap((remark) => {
      const name = `${wanted.series} ${number}`
      const titles = [`${name} ${remark}`, `${remark} ${name}`, `${name} (Digital) ${remark} (ABC-Group)`]
      return [...titles, `${name} ${remark}`.replaceAll(' ', '_')].map((title) => ({ target, title }))
    }),
  )
const isAccepted = ({ target, title }: { target: VerdictTarget; title: string }) =>
  judgeRelease(target, { title }, 2026).accepted

test('another language or another work is rejected wherever a title names it', () => {
  const grabbed = placed([...OTHER_LANGUAGES, ...OTHER_WORKS]).filter(isAccepted)
  expect(grabbed.map(({ title }) => title)).toEqual([])
})

test('another edition of a manga is rejected wherever a title names it', () => {
  const grabbed = placed(OTHER_EDITIONS).filter((each) => each.target.wanted.kind === 'manga' && isAccepted(each))
  expect(grabbed.map(({ title }) => title)).toEqual([])
})

test('tags about the file hide nothing', () => {
  const missed = placed(HARMLESS).filter((each) => !isAccepted(each))
  expect(missed.map(({ title }) => title)).toEqual([])
})

test('a language without brackets is found after the number', () => {
  const titles = ITEMS.flatMap(({ wanted, number, target }) =>
    OTHER_LANGUAGES.filter((word) => word.length > 2).map((word) => ({ target, title: `${wanted.series} ${number} - ${word}` })),
  ) // biome-ignore format: one product
  expect(titles.filter(isAccepted).map(({ title }) => title)).toEqual([])
})

const MORE_WORDS = [
  'Low Tide', 'Corps', 'Beyond', 'vs. Iron Lantern', 'and Friends', 'Zero', '2099', 'Year One', 'II', 'Black and White', 'Special', '1602',
  "'66", 'Presents', 'X', '100', 'Jr.', 'Halloween Special', 'Handbook', 'Free Comic Book Day',
] // biome-ignore format: a list
const SEPARATORS = [' ', ' - ', ': ', '- ', '_', '.', ' – ', ', ', ' ~ ']
const NUMBERS = ['007 (2019) (Digital)', '#7 (2019)', '07 (of 12) (2019)', '7', '(2015) #7', 'v1 007 (2019)', 'No. 7 (2019)', 'Issue 7', 'Vol. 7', 'v07', 'c007', 'Ch. 7'] // biome-ignore format: a list

test('a longer name is another series, with any separators between its words', () => {
  const titles = ITEMS.flatMap(({ wanted, target }) =>
    MORE_WORDS.flatMap((words) => SEPARATORS.flatMap((sign) => NUMBERS.map((number) => `${wanted.series}${sign}${words} ${number}`)))
      .flatMap((title) => [title, title.replaceAll(' ', '.'), title.replaceAll(' ', '_')])
      .map((title) => ({ target, title })),
  ) // biome-ignore format: one product
  expect(titles.filter(isAccepted).map(({ title }) => title)).toEqual([])
})
