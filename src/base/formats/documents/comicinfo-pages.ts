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
  const listed = text.replace(PAGE, (element: string, attributes: string) => {
    const image = IMAGE.exec(attributes)
    if (!image) return element
    const number = Number(image[2])
    if (gone.has(number)) return ''
    return element.replace(IMAGE, `${image[1]}${numberOf(number)}${image[3]}`)
  })
  const counted = listed.replace(COUNT, (element: string, open: string, count: string, close: string) =>
    Number(count) > removed.length ? `${open}${Number(count) - removed.length}${close}` : element,
  )
  return counted === text ? undefined : Buffer.from(counted)
}

/** A `Page` element with the space before it, which goes with it. Attribute values may contain `>`. */
const PAGE = /\s*<Page\b((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(?:\/>|>\s*<\/Page\s*>)/g
const IMAGE = /(\bImage\s*=\s*["']\s*)(\d{1,9})(\s*["'])/
const COUNT = /(<PageCount>\s*)(\d{1,9})(\s*<\/PageCount>)/
