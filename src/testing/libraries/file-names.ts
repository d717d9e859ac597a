import type { Dice } from './dice'
import type { TrueItem, TrueSeries } from './truth'

export interface NameStyle {
  form: keyof typeof FORMS
  /** The year of the item, in brackets. */
  year: boolean
  digits: number
  tail: string
  separator: ' ' | '_' | '.'
}

interface Parts {
  series: TrueSeries
  name: string
  number: string
  item: TrueItem
}

const FORMS = {
  plain: ({ name, number }: Parts) => `${name} ${number}`,
  hash: ({ name, number }: Parts) => `${name} #${number}`,
  dash: ({ name, number }: Parts) => `${name} - ${number}`,
  of: ({ name, number, series }: Parts) => `${name} ${number} (of ${String(series.items.length).padStart(2, '0')})`,
  titled: ({ name, number, item }: Parts) => `${name} ${number} - ${item.title}`,
  run: ({ name, number, series }: Parts) => `${name}${series.year ? ` (${series.year})` : ''} ${number}`,
  ordinal: ({ name, number, series }: Parts) => `${name}${series.ordinal ? ` v${series.ordinal}` : ''} ${number}`,
  volumeYear: ({ name, number, series }: Parts) => `${name}${series.year ? ` V${series.year}` : ''} #${number}`,
  number: ({ number }: Parts) => number,
  numberTitle: ({ number, item }: Parts) => `${number} - ${item.title}`,
  initials: ({ name, number }: Parts) => `${initialsOf(name)} ${number}`,
}

const TAILS = [
  '',
  '',
  ' (Digital) (Zone-Empire)',
  ' (digital)',
  ' (c2c) (Oroboros-DCP)',
  ' (Webrip) (The Last Kryptonian-DCP)',
]

export function nameStyle(dice: Dice, yearless: number, numbersOnly: number): NameStyle {
  const form = dice.chance(numbersOnly)
    ? dice.weighed({ number: 6, numberTitle: 2, initials: 2 })
    : dice.weighed({ plain: 10, hash: 3, dash: 1, of: 1, titled: 2, run: 2, ordinal: 1, volumeYear: 1 })
  const separator = dice.weighed({ ' ': 9, _: 1, '.': 0.5 })
  const tail = separator === ' ' && form !== 'number' ? dice.pick(TAILS) : ''
  return { form, year: !dice.chance(yearless), digits: dice.pick([1, 2, 3, 3, 3]), tail, separator }
}

const probe: Parts = {
  name: 'Probe Name',
  number: '',
  item: { kind: 'issue', unit: 'issue', number: '', title: '' },
  series: { id: '', name: '', ordinal: 0, publisher: '', volumeId: '', items: [] },
}

/** The name of a file without its extension; `typed` is how its series is spelled. */
export function fileName(style: NameStyle, series: TrueSeries, item: TrueItem, typed = series.name): string {
  const name = item.kind === 'annual' ? `${typed} Annual` : typed
  const number = item.number.padStart(style.digits, '0')
  // An annual is only recognisable by its name or folder, so the name has it.
  const form =
    item.number === '' || (item.kind === 'annual' && !FORMS[style.form](probe).includes('Probe Name'))
      ? 'plain'
      : style.form
  const parts = { series, name, number: item.number === '' ? '' : number, item }
  const year = style.year && form !== 'number' && item.year !== undefined ? ` (${item.year})` : ''
  const whole = `${FORMS[form](parts).trim()}${year}${style.tail}`
  return onDisk(style.separator === ' ' ? whole : whole.replaceAll(' ', style.separator))
}

const COLLECTED = [' (TPB)', ' TPB (Digital)', ' (Deluxe Edition)', '']

/** The name of a collected edition; without a label it looks like an issue. */
export function collectedName(dice: Dice, series: TrueSeries, item: TrueItem, isNamed: boolean): string {
  const number = item.number.padStart(2, '0')
  if (!isNamed) return onDisk(`${series.name} ${number} (${item.year})`)
  const volume = dice.pick([`v${number}`, `Vol. ${item.number}`, `Vol. ${number}`])
  return onDisk(`${series.name} ${volume} - ${item.title} (${item.year})${dice.pick(COLLECTED)}`)
}

export function mangaName(style: NameStyle, series: TrueSeries, item: TrueItem, marked: boolean): string {
  const letter = item.unit === 'volume' ? 'v' : 'c'
  const digits = marked || item.unit === 'volume' ? 2 : style.digits
  const number = `${marked ? letter : ''}${item.number.padStart(item.unit === 'chapter' && marked ? 3 : digits, '0')}`
  if (style.form === 'number') return number
  const year = style.year && item.unit === 'volume' ? ` (${item.year})` : ''
  return onDisk(`${series.name} ${number}${year}${style.tail && ' (Digital) (danke-Empire)'}`)
}

/** A typo: two letters swapped, or one left out. */
export function typedWrong(dice: Dice, name: string): string {
  const at = dice.whole(1, Math.max(1, name.length - 3))
  if (dice.chance(0.5)) return name.slice(0, at) + name.slice(at + 1)
  return name.slice(0, at) + (name[at + 1] ?? '') + name[at]! + name.slice(at + 2)
}

export const onDisk = (name: string) =>
  name
    .replaceAll(/[:/\\?*"<>|]/g, ' -')
    .replace(/\s+/g, ' ')
    .trim()

export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ['x']
  return words.length > 1 ? words.map((word) => word[0]).join('') : name
}
