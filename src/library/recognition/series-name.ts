import { parse } from 'node:path'
import { sameNumber } from '../../base/names/numbers'
import { type ReadName, readName } from '../../base/names/read-name'
import { matchKey } from '../../base/names/titles'
import { type ChapterFileName, readChapterName } from './chapter-names'
import { withoutCopyWord } from './copies'
import { tellingName } from './epub-info'
import { type FolderNameFacts, nameOfRoot, type ParseContext, withoutAnnual } from './folder-facts'
import type { InspectedFile, NameBasis } from './parsed-file'
import { withoutOrder } from './reading-order'
import { beforeCollectedWord, saysNothing, storyWord } from './story-words'

/** The series according to file and folder names. */
interface SeriesNaming {
  series: string
  basis: NameBasis
  nameKey: string
  astray: boolean
  title: string
  /** The word that marks a special of the folder's series. */
  special: string
  /** A number that looks like part of the name until the folder shows where the name ends. */
  number: string
}

/** The longest name; systems allow 255 bytes. */
const MOST_LETTERS = 255

/** A file name, parsed with the facts of its folder. */
interface ParsedFileName extends ChapterFileName {
  read: ReadName
  /** The file name begins with the name of the folder's series, which was replaced before reading. */
  behind?: string
  /** Words that mark a book about the series. */
  beside: string
}

/** Replaces the name of the series, so that its numbers and dashes are not read. */
const STAND_IN = 'Untold'

/** Reads the name alone; when it begins with the folder's series name, reads the rest. */
export function parseFileName(
  { name: printed, place, info }: InspectedFile,
  folder: FolderNameFacts,
  reading: ParseContext,
): ParsedFileName {
  const full = tellingName(printed, info?.book)
  const spoken = readChapterName(withoutOrder(withoutCopyWord(full), folder, reading), place, folder, reading)
  const read = readName(spoken.name, reading)
  const behind = matchKey(withoutAnnual(read.series)) === folder.key ? undefined : behindName(spoken.name, folder)
  const beside = behind === undefined ? aboutSeries(read.series, folder) : bookBeside(behind)
  if (behind === undefined) return { ...spoken, read, beside }
  if (beside !== '') return { ...spoken, read: { ...readName(STAND_IN, reading), series: read.series }, beside }
  const plain = readName(STAND_IN + behind, reading)
  const known = plain.series === STAND_IN ? plain : readName(STAND_IN + withPlainUnit(behind), reading)
  const says = known.issue !== '' || known.volume !== '' || folder.volumeId !== undefined || folder.json !== undefined
  if (known.series !== STAND_IN || !says) return { ...spoken, read, beside }
  return { ...spoken, behind, beside, read: { ...known, series: folder.series, alt_series: '', annual: read.annual } }
}

/** Words that count the items of a series, but are names or titles when no folder shows where the name ends. */
const UNITS: readonly [plain: string, pattern: RegExp][] = [
  [
    'Vol.',
    'vol(?:ume|umen)?s?|books?|bands?|toms?|tomes?|tomos?|tomi|deel|albums?|[áa]lbum|albo|diel|d[íi]l|cilt|bind|bok|boek|kniha|knjiga|księga|livre|libro|livro|buch|osa|svazek|jilid|kötet',
  ],
  [
    '#',
    'issues?|numbers?|num[eé]ro|n[uú]mero|nummer|numer|heft|hefte|ausgabe|zeszyt|sešit|häfte|hæfte|nro|weeks?|semaine|semana|settimana|woche|days?',
  ],
].map(([plain, words]) => [plain!, new RegExp(`^[\\s._–-]+(?:${words})[\\s._-]*#?(?=\\d)`, 'iu')])

/** " Tom 28" is " Vol. 28" after the name of the series. */
function withPlainUnit(behind: string): string {
  for (const [plain, pattern] of UNITS) {
    const said = pattern.exec(behind)?.[0]
    if (said !== undefined) return ` ${plain} ${behind.slice(said.length)}`
  }
  return behind
}

/** The rest of a file name after the name of the folder's series, from the sign that ends that name. */
function behindName(name: string, { key }: FolderNameFacts): string | undefined {
  for (const { index } of name.matchAll(/(?<=[\p{L}\p{N}])(?![\p{L}\p{N}])/gu)) {
    const before = matchKey(name.slice(0, index))
    if (before.length >= key.length) return before === key ? name.slice(index) : undefined
  }
  return undefined
}

/** Names of books outside the numbering of a series. */
const BESIDE =
  /^(?:(?:the )?(?:official|complete|special) )*(?:(?:art|fan|guide|data|source|sketch|picture|colou?ring)[ -]?(?:books?|works?)|illustrations?|illustration book|gallery|side stor(?:y|ies)(?: - .*)?|character book|guide|the art of)$/i

/** The series by names alone: the file's, unless the folder's is better. */
export function findSeriesName(
  { place, name: full }: InspectedFile,
  file: ParsedFileName,
  folder: FolderNameFacts,
  reading: ParseContext,
): SeriesNaming {
  const { name, read: alone } = file
  const own = file.behind === undefined ? withoutAnnual(alone.series) : alone.series
  const key = matchKey(own) === matchKey(alone.special) ? '' : matchKey(own)
  const numberless = alone.issue === '' && alone.volume === ''
  const named = { series: folder.series, nameKey: key, astray: false, title: '', special: '', number: '' }
  const leading = leadingNumber(name)
  if (folder.key !== '' && leading !== '' && storyWord(own) !== '')
    return { ...named, nameKey: '', basis: 'title', title: parse(name).name.replace(LEADING, ''), number: leading }
  if (folder.shelf === 'one-shots' && key !== '') return { ...named, series: titleOf(alone), basis: 'name' }
  if (key === '') {
    const special = alone.special
    if (folder.key !== '') return { ...named, basis: 'folder', special }
    return { ...named, series: nameOfRoot(place, reading) || parse(full).name, basis: 'guess', special }
  }
  const collected = beforeCollectedWord(own)
  if (collected && matchKey(collected.series) !== folder.key && matchKey(own) !== folder.key) {
    const { series, word: special } = collected
    return { ...named, series, nameKey: matchKey(series), basis: 'name', special, astray: folder.ofSeries }
  }
  if (folder.key === '') return { ...named, series: own, basis: 'name' }
  if (file.byFolder || isLeadingGroup(name, key))
    return { ...named, nameKey: '', basis: 'folder', title: own, special: alone.special }
  if (saysNothing(own)) return { ...named, nameKey: '', basis: 'folder' }
  const word = wordOf(own, folder)
  if (word !== '') return { ...named, nameKey: '', basis: storyWord(own) === '' ? 'both' : 'folder', special: word }
  const only = onlyNumber(name)
  if (key === only && key !== folder.key) return { ...named, nameKey: '', basis: 'folder', special: '', number: only }
  if (isPlaceInFolder(own, key, alone) && key !== folder.key) return { ...named, nameKey: '', basis: 'folder' }
  if (key === folder.key) return { ...named, series: own, basis: 'both', special: countedSpecial(alone) }
  if (matchKey(own.replace(KIND_IN_FRONT, '')) === folder.key) return { ...named, nameKey: folder.key, basis: 'both' }
  if (alone.special !== '' && key.startsWith(folder.key)) return { ...named, basis: 'both', special: alone.special }
  const beside = besideOf(file, own, folder)
  if (beside !== '') return { ...named, basis: 'both', special: beside, title: own }
  const number = numberBehind(folder, name)
  if (number !== '') return { ...named, nameKey: folder.key, basis: 'both', number }
  if (numberless && matchKey(alone.alt_series) === folder.key)
    return { ...named, basis: 'title', title: own.slice(own.indexOf(' - ') + 3) }
  if (isAbbreviation(own, folder.series)) return { ...named, basis: 'initials' }
  if (numberless && folder.ofSeries) return { ...named, basis: 'title', title: own }
  if (isPaddedTitle(name, alone) || (alone.leading && alone.issue === ''))
    return { ...named, basis: 'title', title: own }
  return { ...named, series: own, basis: 'name', astray: folder.ofSeries }
}

/** "[Group] 012": when a folder names the series, a leading bracket does not. */
function isLeadingGroup(name: string, key: string): boolean {
  const group = /^\s*\[([^\]]*)\]/.exec(name)?.[1]
  return group !== undefined && matchKey(group) === key
}

/** "Prologue 1", "Harbor Lights - HS 1": a word for the file's place in the folder's series. */
function wordOf(own: string, folder: FolderNameFacts): string {
  if (matchKey(own) === folder.key) return ''
  const [short = ''] = /^[\p{L}\p{N}]+(?=\s)/u.exec(own) ?? []
  const behind = behindName(own, folder) ?? (isAbbreviation(short, folder.series) ? own.slice(short.length) : '')
  return storyWord(own) || storyWord(behind.replace(/^[\s._:–—-]+/, ''))
}

/** "SP01" counts specials; the words belong to the name. */
const countedSpecial = ({ special }: ReadName) => (/\d/.test(special) ? special : '')

/** The number of a book outside any series belongs to its title. */
const titleOf = ({ series, issue, bare }: ReadName) => (bare ? `${series} ${issue}` : series)

/** The word that marks a special: its folder is for specials, or it is named like a book about the series. */
function besideOf({ read, beside }: ParsedFileName, own: string, folder: FolderNameFacts): string {
  const numberless = read.issue === '' && read.volume === ''
  if (folder.shelf === 'specials' && (numberless || countedSpecial(read) !== ''))
    return read.special || own.slice(0, 100)
  return numberless ? beside : ''
}

function bookBeside(behind: string): string {
  const words = parse(behind)
    .name.replace(BRACKETS, '')
    .replace(/^[\s._–-]+/, '')
    .trim()
  return BESIDE.test(words) ? words : ''
}

/** "The Art of Harbor Lights" */
function aboutSeries(own: string, { key }: FolderNameFacts): string {
  const [, words = '', of = ''] = /^(the art of) (.+)$/i.exec(own) ?? []
  return matchKey(of) === key ? words : ''
}

/** "0001_[Season 1] Ep. 1": the apparent name is the file's position in its folder. */
function isPlaceInFolder(own: string, key: string, { issue, volume }: ReadName): boolean {
  const number = issue || volume
  return /^\d{1,5}$/.test(key) && number !== '' && (/^0\d/.test(own) || sameNumber(own, number))
}

/** "Scan Harbor Lights 12": the word describes the file, and is not part of the name. */
const KIND_IN_FRONT = /^(?:scans?|manga|manhwa|manhua|webtoon|comics?|bd)[\s_-]+/i

const LEADING = /^#?\s*(0\d{1,3}|\d{3})\s*[-–.]\s+(?=\p{L})/u
/** "005 - Side Story 1" is number 5 of its folder; empty when no padded number leads. */
const leadingNumber = (name: string) => LEADING.exec(name)?.[1] ?? ''

/** "001 - Low Tide", "#1 - Low Tide": such numbers count the files of the folder. */
function isPaddedTitle(name: string, { issue }: ReadName): boolean {
  const leading = /^(?:#\s*)?((?<=#\s*)\d{1,4}|0\d{1,3}|\d{3})[\s._]*[-–._][\s._-]*\p{L}/u.exec(name)?.[1]
  return leading !== undefined && sameNumber(leading, issue)
}

/** When the folder would name the series, or agrees, its series.json does. */
export function withSeriesJson(named: SeriesNaming, { json, series, key }: FolderNameFacts): SeriesNaming {
  const agrees =
    named.nameKey === key || named.basis === 'title' || named.basis === 'initials' || named.basis === 'folder'
  return json && (agrees || named.basis === 'both') ? { ...named, series, basis: 'json', astray: false } : named
}

const BRACKETS = /(?:\s*[([][^()[\]]*[)\]])+\s*$/

/**
 * The number after the folder's name: "Weekly 7 1999" in "Weekly 7" is issue 1999, and "Weekly 7 (1987) 02" issue 2.
 * Empty when other words are there.
 */
function numberBehind({ key, year }: FolderNameFacts, name: string): string {
  const plain = parse(name).name.slice(0, MOST_LETTERS).replace(BRACKETS, '')
  const [, before = '', digits = ''] = /^(.*?)[\s._#-]+(\d{1,5})$/.exec(plain) ?? []
  return matchKey(before.replace(BRACKETS, '')) === key && Number(digits) !== year ? digits : ''
}

/** "5 (c2c)" in a series folder is issue 5, not a series named "5". */
function onlyNumber(name: string): string {
  return /^0*(\d{1,4})\s*[([]/.exec(parse(name).name)?.[1] ?? ''
}

const DIGITS = new Map('one two three four five six seven eight nine'.split(' ').map((word, at) => [word, `${at + 1}`]))

/** "20hb" is "20th Harbor Boys", "UW1" is "Under World One", and "LTB" is "Lustiges Taschenbuch". */
function isAbbreviation(own: string, series: string): boolean {
  const words = series.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length < 2) return false
  const initials = words.map((word) => /^\d+/.exec(word)?.[0] ?? word[0]!).join('')
  const counted = words.map((word) => DIGITS.get(word) ?? /^\d+/.exec(word)?.[0] ?? word[0]!).join('')
  const key = matchKey(own)
  if (key === matchKey(initials) || key === matchKey(counted)) return true
  const letters = own.toLowerCase()
  return (
    /^\p{Lu}{3,5}$/u.test(own) &&
    letters[0] === initials[0] &&
    isWithin(initials, letters) &&
    isWithin(letters, words.join(''))
  )
}

/** Whether the letters of one appear in the other, in order. */
function isWithin(letters: string, text: string): boolean {
  let at = 0
  for (const letter of text) if (letter === letters[at]) at++
  return at === letters.length
}

/** ComicInfo names a series that neither the file nor its folder does. */
export function namesOtherSeries(key: string, named: SeriesNaming, alone: ReadName): boolean {
  return named.nameKey !== key && matchKey(named.series) !== key && matchKey(alone.alt_series) !== key
}
