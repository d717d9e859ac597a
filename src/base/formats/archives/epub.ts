import { child, childrenOf, parseXml, type XmlElement, XmlError } from '../../platform/xml'
import { ArchiveError } from './archive-error'
import type { ListedEntry } from './pages'

const CONTAINER = 'META-INF/container.xml'
/**
 * The largest XML file of a book that is read. A page of a comic has a few hundred bytes, a chapter up to a megabyte.
 */
const MOST_XML = 4 * 1024 ** 2
const LIMITS = { bytes: MOST_XML, depth: 128 }
/** A picture's page may have a title for screen readers; a chapter has more letters than this. */
const MOST_LETTERS = 200

/** Every EPUB has a container file (EPUB 3.3, OCF); many tools lose its `mimetype` when they repack a book. */
export function isEpub(entries: readonly ListedEntry[]): boolean {
  return entries.some(({ name }) => name === CONTAINER)
}

interface Book<E> {
  entries: ReadonlyMap<string, E>
  read: (entry: E) => Promise<Uint8Array>
}

interface Item {
  /** Path inside the archive. */
  path: string
  mediaType: string
  properties: string[]
}

/**
 * The pictures of a comic in the book's reading order: each part of the book has to be one picture and no text.
 * Undefined for any other book, also for one that is not well-formed. Throws ArchiveError 'encrypted' when the pictures
 * are encrypted, and the errors of `read` except 'damaged' and 'too_large'.
 */
export async function epubPages<E extends ListedEntry>(
  entries: readonly E[],
  read: (entry: E) => Promise<Uint8Array>,
): Promise<E[] | undefined> {
  const book: Book<E> = { entries: new Map(entries.map((entry) => [entry.name, entry])), read }
  try {
    const packagePath = rootfile(await xml(book, CONTAINER))
    const pages = packagePath ? await spinePages(book, packagePath, await xml(book, packagePath)) : undefined
    if (pages) await refuseEncrypted(book, pages)
    return pages
  } catch (error) {
    // A malformed EPUB is still a book; it only has no pages to show.
    if (error instanceof XmlError) return undefined
    if (error instanceof ArchiveError && (error.fault === 'damaged' || error.fault === 'too_large')) return undefined
    throw error
  }
}

/** The bytes of the package document, which describes the book. Throws XmlError, and the errors of `read`. */
export async function packageDocument<E extends ListedEntry>(
  entries: readonly E[],
  read: (entry: E) => Promise<Uint8Array>,
): Promise<Uint8Array | undefined> {
  const path = rootfile(await xml({ entries: new Map(entries.map((entry) => [entry.name, entry])), read }, CONTAINER))
  const entry = entries.find(({ name }) => name === path)
  return entry && read(entry)
}

function rootfile(container: XmlElement | undefined): string | undefined {
  return childrenOf(child(container, 'rootfiles'), 'rootfile')
    .map(({ attributes }) => attributes['full-path'])
    .find((path) => path !== undefined)
}

async function spinePages<E>(book: Book<E>, packagePath: string, opf: XmlElement | undefined) {
  const items = manifest(opf, packagePath)
  const isFixed = isFixedLayout(opf)
  const pages: E[] = []
  for (const { attributes } of childrenOf(local(opf, 'spine'), 'itemref')) {
    const item = items.get(attributes.idref ?? '')
    if (!item || item.properties.includes('nav')) continue
    const path = item.mediaType.startsWith('image/') ? item.path : await onlyPicture(book, item.path)
    const page = path && book.entries.get(path)
    if (page) pages.push(page)
    // Some comics have a page of contents or an imprint; a book with flowing text has chapters.
    else if (attributes.linear !== 'no' && (path || !isFixed)) return undefined
  }
  return pages.length > 0 ? pages : undefined
}

/** Items by id. Namespace prefixes are left out: some packers write `opf:manifest`. */
function manifest(opf: XmlElement | undefined, packagePath: string): Map<string, Item> {
  const items = new Map<string, Item>()
  for (const { attributes } of local(opf, 'manifest')?.children ?? []) {
    if (!attributes.id || !attributes.href) continue
    items.set(attributes.id, {
      path: resolve(packagePath, attributes.href),
      mediaType: attributes['media-type'] ?? '',
      properties: (attributes.properties ?? '').split(/\s+/),
    })
  }
  return items
}

function local(of: XmlElement | undefined, name: string): XmlElement | undefined {
  return of?.children.find((each) => each.name.replace(/^.*:/, '') === name)
}

/** EPUB 3's own property, and the ones that tools for other readers write (Apple, Kindle, Kindle Comic Converter). */
function isFixedLayout(opf: XmlElement | undefined): boolean {
  const metas = childrenOf(local(opf, 'metadata'), 'meta')
  return metas.some(
    ({ attributes, text }) =>
      (attributes.property === 'rendition:layout' && text === 'pre-paginated') ||
      (attributes.name === 'fixed-layout' && attributes.content === 'true') ||
      (attributes.name === 'book-type' && attributes.content === 'comic'),
  )
}

/** The path of the picture on a page that contains one picture and nothing else. */
async function onlyPicture<E>(book: Book<E>, path: string): Promise<string | undefined> {
  const page = await xml(book, path)
  const body = page && local(page, 'body')
  if (!body) return undefined
  const found: string[] = []
  let letters = 0
  const walk = (element: XmlElement) => {
    const name = element.name.replace(/^.*:/, '')
    const { attributes } = element
    const address = name === 'img' ? attributes.src : (attributes['xlink:href'] ?? attributes.href)
    if ((name === 'img' || name === 'image') && address) found.push(resolve(path, address))
    else letters += element.text.length
    for (const inner of element.children) walk(inner)
  }
  walk(body)
  const pictures = new Set(found) // panel views show the same picture again, enlarged
  return pictures.size === 1 && letters <= MOST_LETTERS ? found[0] : undefined
}

/** `encryption.xml` names the encrypted files: fonts in many books, pictures in bought books with DRM. */
async function refuseEncrypted<E extends ListedEntry>(book: Book<E>, pages: readonly E[]): Promise<void> {
  const scrambled = new Set<string>()
  for (const data of (await xml(book, 'META-INF/encryption.xml'))?.children ?? []) {
    const address = local(local(data, 'CipherData'), 'CipherReference')?.attributes.URI
    if (address) scrambled.add(resolve('', address))
  }
  if (pages.some(({ name }) => scrambled.has(name)))
    throw new ArchiveError('encrypted', 'The pages of the EPUB are encrypted. Only a copy without DRM can be read.')
}

async function xml<E>(book: Book<E>, path: string): Promise<XmlElement | undefined> {
  const entry = book.entries.get(path)
  if (!entry) return undefined
  const bytes = await book.read(entry)
  if (bytes.length > MOST_XML) return undefined
  // Pages of books declare their document type, which is not needed here.
  const text = new TextDecoder().decode(bytes).replace(/<!doctype\s[^[<>]*>/i, '')
  return parseXml(text, LIMITS)
}

/** An address found in the file at `from`, as a path inside the archive. */
function resolve(from: string, address: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of decode(address.replace(/[?#].*$/s, '')).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address // the name contains a per cent sign that is not an escape
  }
}
