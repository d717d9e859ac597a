import type { Unit } from '../series/states'
import type { IssueRow, SeriesRow } from '../series/store'
import { bytesOf, LONGEST_BYTES, legalPart, legalText, truncateBytes } from './legal'
import { type ArcTemplateField, fillTemplate, type TemplateValues, templateParts, templateUses } from './templates'

/** How the settings build names. */
export interface NamingSettings {
  folder_format: string
  file_format: string
  replace_spaces: boolean
  /** Replaces spaces in names. */
  replace_char: string
  zero_level_n: 'none' | '0x' | '00x'
  lowercase_filenames: boolean
}

export type SeriesNameFields = Pick<SeriesRow, 'name' | 'publisher' | 'imprint' | 'year' | 'volume' | 'book_type'>
export type IssueNameFields = Pick<
  IssueRow,
  'number' | 'sort_key' | 'kind' | 'unit' | 'volume_number' | 'title' | 'release_date' | 'issue_date'
>

const WIDTH = { none: 1, '0x': 2, '00x': 3 } as const
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
/** Bytes reserved for ` (12)` after a name that is taken. */
const SPARE_BYTES = 8
/** A title or series name is not cut shorter than this. */
const LEAST_BYTES = 24

/** Parts of the path of a series below its library folder. At least one. */
export function folderParts(series: SeriesNameFields, naming: NamingSettings): string[] {
  const values = { ...ofSeries(series), ...NO_ISSUE }
  const parts = templateParts(naming.folder_format).map((part) => named(part, 'folder', values, naming, LONGEST_BYTES))
  const folders = parts.filter((part) => part !== '')
  return folders.length > 0 ? folders : [truncateBytes(legalPart(series.name), LONGEST_BYTES) || 'Unnamed']
}

/** Parts of the path of a story arc below the folder of all arcs. At least one. */
export function arcFolderParts(
  template: string,
  facts: Record<ArcTemplateField, string>,
  naming: NamingSettings,
): string[] {
  const values = { arc: legalText(facts.arc), spanyears: facts.spanyears, publisher: legalText(facts.publisher) }
  const parts = templateParts(template).map((part) => truncateBytes(spaced(legalPart(fillTemplate(legalText(part), 'arc', values)), naming), LONGEST_BYTES)) // biome-ignore format: one line
  const folders = parts.filter((part) => part !== '')
  return folders.length > 0 ? folders : [truncateBytes(legalPart(facts.arc), LONGEST_BYTES) || 'Unnamed']
}

const spaced = (name: string, { replace_spaces, replace_char }: NamingSettings) =>
  replace_spaces ? name.replaceAll(' ', replace_char) : name

/**
 * Parts of the path of a file below the folder of its series: folders from the template, then the name with its
 * extension. `issues` are the issues in the file; `room` is the number of bytes available for the name.
 */
export function fileParts(
  series: SeriesNameFields,
  issues: readonly IssueNameFields[],
  naming: NamingSettings,
  { extension, room = LONGEST_BYTES }: { extension: string; room?: number },
): string[] {
  const values = { ...ofSeries(series), ...ofIssues(series, issues, naming) }
  const parts = templateParts(naming.file_format)
  const lower = (text: string) => (naming.lowercase_filenames ? text.toLowerCase() : text)
  const folders = parts.slice(0, -1).map((part) => lower(named(part, 'file', values, naming, LONGEST_BYTES)))
  const most = Math.min(room, LONGEST_BYTES) - bytesOf(extension) - SPARE_BYTES
  const stem = named(parts.at(-1) as string, 'file', values, naming, most)
  const plain = () => named('$Series $Issue', 'file', values, naming, most) || 'Unnamed'
  return [...folders.filter((part) => part !== ''), lower((stem || plain()) + extension)]
}

/** When the name is too long, the title is cut first, then the series name, and the number only as the last resort. */
function named(
  part: string,
  kind: 'folder' | 'file',
  values: TemplateValues,
  naming: NamingSettings,
  most: number,
): string {
  const make = (all: TemplateValues) => spaced(legalPart(fillTemplate(legalText(part), kind, all)), naming)
  let shorter = values
  for (const word of ['Title', 'Series', 'series'] as const) {
    const over = bytesOf(make(shorter)) - most
    const text = shorter[word]
    shorter = { ...shorter, [word]: truncateBytes(text, Math.max(LEAST_BYTES, bytesOf(text) - over)) }
  }
  return truncateBytes(make(shorter), most)
}

/** A volume may repeat its chapters: then the file is named by the volume's own number. */
const UNITS: readonly Unit[] = ['volume', 'issue', 'chapter']
const NO_ISSUE = { Issue: '', Annual: '', Title: '', month: '', monthname: '' } as const

function ofSeries({
  name,
  publisher,
  imprint,
  year,
  volume,
  book_type,
}: SeriesNameFields): Omit<TemplateValues, keyof typeof NO_ISSUE> {
  const isPlain = book_type === 'Print'
  return {
    Series: legalText(name),
    series: legalText(name).toLowerCase(),
    Publisher: legalText(publisher ?? ''),
    publisher: legalText(publisher ?? '').toLowerCase(),
    Imprint: legalText(imprint ?? ''),
    Year: year === null ? '' : String(year),
    VolumeY: year === null ? '' : `V${year}`,
    VolumeN: volume === null ? '' : `V${volume}`,
    Type: isPlain ? '' : legalText(book_type),
  }
}

function ofIssues(
  series: SeriesNameFields,
  issues: readonly IssueNameFields[],
  naming: NamingSettings,
): Partial<TemplateValues> & Record<keyof typeof NO_ISSUE, string> {
  const [best] = [...issues].sort((a, b) => UNITS.indexOf(a.unit) - UNITS.indexOf(b.unit))
  const alike = issues.filter(({ unit, kind }) => unit === best?.unit && kind === best.kind)
  const inOrder = alike.sort((a, b) => (a.sort_key < b.sort_key ? -1 : 1))
  const [first] = inOrder
  if (!first) return NO_ISSUE
  const date = first.issue_date ?? first.release_date
  const year = date?.slice(0, 4) ?? (series.year === null ? '' : String(series.year))
  const month = date?.slice(5, 7) ?? ''
  const isAnnual = first.kind === 'annual'
  const number = numberOf(first, inOrder, naming)
  // An annual must not get the name of the regular issue with its number.
  const isTold = templateUses(naming.file_format, 'file', 'Annual')
  return {
    Year: year,
    Issue: isAnnual && !isTold ? `Annual ${number}`.trim() : number,
    Annual: isAnnual ? 'Annual' : '',
    Title: issues.length === 1 ? legalText(first.title ?? '') : '',
    month,
    monthname: MONTHS[Number(month) - 1] ?? '',
  }
}

/** `012`, `012-013` for a double issue, `c012` for chapters and `v03` for volumes. */
function numberOf(
  first: IssueNameFields,
  issues: readonly IssueNameFields[],
  { zero_level_n }: NamingSettings,
): string {
  const width = first.unit === 'volume' ? Math.min(2, WIDTH[zero_level_n]) : WIDTH[zero_level_n]
  const numbers = issues.map(({ number }) => padNumber(legalText(number), width)).filter((text) => text !== '')
  if (numbers.length === 0) return ''
  const range = numbers.length === 1 ? numbers[0] : `${numbers[0]}-${numbers.at(-1)}`
  if (first.unit === 'volume') return `v${range}`
  if (first.unit === 'issue') return range as string
  const volume =
    issues.length === 1 && first.volume_number
      ? padNumber(legalText(first.volume_number), Math.min(2, WIDTH[zero_level_n]))
      : ''
  return volume === '' ? `c${range}` : `v${volume} c${range}`
}

/** `7` is `007`, `-1` is `-001`, `1.MU` is `001.MU`; `½` and `Alpha` stay as printed. */
export function padNumber(printed: string, width: number): string {
  const found = /^([-−]?)(\d+)(.*)$/s.exec(printed)
  if (!found) return printed
  const [, sign, digits = '', rest] = found
  return `${sign}${digits.padStart(width, '0')}${rest}`
}

/** The first free name of `name`, `name (2)`, `name (3)` … */
export function freeName(name: string, extension: string, isTaken: (name: string) => boolean): string {
  const stem = name.slice(0, name.length - extension.length)
  for (let count = 1; ; count++) {
    const tried = count === 1 ? name : `${stem} (${count})${extension}`
    if (!isTaken(tried)) return tried
  }
}
