/**
 * ComicInfo and MetronInfo after pages were removed from the archive: the page list without these pages and numbered
 * again, and the page count. All other bytes stay. `removed` counts from 0 in the order of names, as ComicInfo does.
 * Undefined when nothing changes, or the document is not UTF-8 and so left as it is.
 */
export function withoutListedPages(document: Uint8Array, removed: readonly number[]): Uint8Array | undefined {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(document)
  if (!Buffer.from(text).equals(document)) return undefined
  const gone = new Set(removed)
  const numberOf = (image: number) => image - removed.filter((each) => each < image).length
  let listed = ''
  let at = 0
  for (const page of text.matchAll(PAGE)) {
    const image = IMAGE.exec(page[0])
    const before = text.slice(at, page.index)
    at = page.index + page[0].length
    // The space before a removed element goes with it.
    if (image && gone.has(Number(image[2]))) listed += before.trimEnd()
    else
      listed +=
        before + (image ? page[0].replace(IMAGE, `${image[1]}${numberOf(Number(image[2]))}${image[3]}`) : page[0])
  }
  listed += text.slice(at)
  const counted = listed.replace(COUNT, (element: string, open: string, count: string, close: string) =>
    Number(count) > removed.length ? `${open}${Number(count) - removed.length}${close}` : element,
  )
  return counted === text ? undefined : Buffer.from(counted)
}

/** A `Page` element. Attribute values may contain `>`. */
const PAGE = /<Page\b((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(?:\/>|>\s*<\/Page\s*>)/g
const IMAGE = /(\bImage\s*=\s*["']\s*)(\d{1,9})(\s*["'])/
const COUNT = /(<PageCount>\s*)(\d{1,9})(\s*<\/PageCount>)/
