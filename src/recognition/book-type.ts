import type { ReadName } from '../releases/names'
import type { SpecialFolder } from './folder-facts'
import type { ParsedComicInfo } from './parsed-file'

/** Types of books as series have them; whatever else a name or a file says is that of a plain issue. */
const TYPES: readonly [type: string, said: RegExp][] = [
  ['One-Shot', /^one[ -]?shot$/i],
  ['TPB', /^(?:tpb|trade ?paper ?back|soft ?cover)$/i],
  ['HC', /^(?:hc|hard[ -]?(?:cover|back))$/i],
  ['GN', /^(?:gn|ogn|(?:original )?graphic novel)$/i],
  ['Omnibus', /^omnibus(?: edition)?$/i],
]

/** The type of the book that a file is: as it says inside, else its name, else the folder of books that it is in. */
export function bookTypeOf(
  info: ParsedComicInfo | undefined,
  { format, special }: ReadName,
  shelf: SpecialFolder | undefined,
): string | undefined {
  const said = info?.format ?? (format || special)
  const type = TYPES.find(([, pattern]) => pattern.test(said.trim()))?.[0]
  return type ?? (shelf === 'one-shots' ? 'One-Shot' : undefined)
}
