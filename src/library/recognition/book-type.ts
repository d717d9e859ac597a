import type { ReadName } from '../../base/names/read-name'
import { bookTypeOfFolder, type SpecialFolder } from './folder-words'
import type { ParsedComicInfo } from './parsed-file'

/** Book types of a series; any other word in a name or a file means a regular issue. */
const TYPES: readonly [type: string, pattern: RegExp][] = [
  ['One-Shot', /^one[ -]?shot$/i],
  ['TPB', /^(?:tpb|trade ?paper ?back|soft ?cover)$/i],
  ['HC', /^(?:hc|hard[ -]?(?:cover|back))$/i],
  ['GN', /^(?:gn|ogn|(?:original )?graphic novel)$/i],
  ['Omnibus', /^omnibus(?: edition)?$/i],
]

/** The book type of a file: from its metadata, else its name, else the folder of books that contains it. */
export function bookTypeOf(
  info: ParsedComicInfo | undefined,
  { format, special, issue }: ReadName,
  { shelf, parts }: { shelf: SpecialFolder | undefined; parts: readonly string[] },
): string | undefined {
  const formatText = info?.format ?? (format || special)
  const type = TYPES.find(([, pattern]) => pattern.test(formatText.trim()))?.[0]
  if (type !== undefined || info?.format !== undefined) return type
  // The folder may contain a single issue as well.
  return shelf === 'one-shots' ? 'One-Shot' : issue === '' ? bookTypeOfFolder(parts) : undefined
}
