import type { ParsedFile } from './parsed-file'
import { numberKey } from './runs'

/**
 * Editions of one name become separate series where they conflict: where they share a number, or where each has its own
 * folders. A lone edition keeps the plain name, since providers list it under that.
 */
export function nameEditions(family: readonly ParsedFile[]): void {
  const byEdition = Map.groupBy(family, ({ edition }) => edition?.key ?? '')
  if (byEdition.size < 2) return
  for (const [key, files] of byEdition) {
    if (key === '') continue
    const others = family.filter((parsed) => !files.includes(parsed))
    if (!isApart(files, others)) continue
    const label = files[0]!.edition!.label
    for (const parsed of files) {
      parsed.series = `${parsed.series} (${label})`
      parsed.key += key
    }
  }
}

function isApart(files: readonly ParsedFile[], others: readonly ParsedFile[]): boolean {
  if (shareNumber(files, others)) return true
  const folders = new Set(others.map(({ place }) => place.path))
  return files.every(({ edition, place }) => edition?.byFolder && !folders.has(place.path))
}

/** Whether both have files of the same number with different content. */
export function shareNumber(files: readonly ParsedFile[], others: readonly ParsedFile[]): boolean {
  const byNumber = Map.groupBy(others, numberKey)
  return files.some((parsed) => byNumber.get(numberKey(parsed))?.some((other) => differs(parsed, other)))
}

/** Files with the same bytes are the same, whatever their names; files of two runs are separated anyway. */
function differs({ hash, run }: ParsedFile, other: ParsedFile): boolean {
  const isOtherRun = run.year !== undefined && other.run.year !== undefined && run.year !== other.run.year
  return !isOtherRun && (hash === undefined || hash !== other.hash)
}
