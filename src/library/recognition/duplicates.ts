import { join } from 'node:path'
import { isMarkedCopy } from './copies'
import type { NumberOfFile } from './numbering'
import type { ParsedFile } from './parsed-file'
import { numberKey } from './runs'

const pathOf = ({ place, name }: ParsedFile) => join(...place.parts, name)

/**
 * Marks files with the content of another one. The library's file counts as the first, then the first by path without a
 * copy mark. `elsewhere` knows files outside of the scan.
 */
export async function findDuplicates(
  parsedFiles: readonly ParsedFile[],
  elsewhere: { twinElsewhere(hash: string): Promise<string | undefined> },
): Promise<void> {
  const first = new Map<string, ParsedFile>()
  const same = new Map<string, ParsedFile[]>()
  for (const parsed of parsedFiles) {
    if (parsed.hash === undefined) continue
    const other = first.get(parsed.hash)
    const twins = same.get(parsed.hash)
    if (!other) first.set(parsed.hash, parsed)
    else if (twins) twins.push(parsed)
    else same.set(parsed.hash, [other, parsed])
  }
  for (const [hash, files] of same) {
    const [original, ...copies] = files.sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1))
    first.set(hash, original!)
    for (const parsed of copies) parsed.twin = pathOf(original!)
  }
  for (const [hash, parsed] of first) if (!parsed.unchanged) parsed.twin = await elsewhere.twinElsewhere(hash)
}

/**
 * For each file of a group the path of another file with the same issue; null for the file that the others refer to:
 * the library's file, else the first that is not a copy itself.
 */
export function firstFileOfEach(files: readonly (readonly [ParsedFile, NumberOfFile])[]) {
  const first = new Map<string, ParsedFile>()
  for (const [parsed, numbering] of files) {
    const key = numberKey(numbering)
    const known = first.get(key)
    if (!known || rank(parsed) < rank(known)) first.set(key, parsed)
  }
  return (parsed: ParsedFile, numbering: NumberOfFile): string | null => {
    const known = first.get(numberKey(numbering))
    return known && known !== parsed ? pathOf(known) : null
  }
}

const rank = (parsed: ParsedFile) =>
  parsed.unchanged ? 0 : parsed.twin !== undefined ? 3 : isMarkedCopy(parsed) ? 2 : 1
