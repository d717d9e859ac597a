import { XMLParser } from 'fast-xml-parser'

/** An element with its text decoded. Names keep their prefix (`newznab:attr`) and their case. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** The text directly inside, CDATA included, joined and trimmed; '' when there is none. */
  readonly text: string
}

interface XmlLimits {
  /** Bytes of the document before decoding. */
  bytes: number
  /** Elements inside elements. */
  depth: number
}

/** The document is not XML that Panelkeep can read. `message` is a sentence for the user. */
export class XmlError extends Error {
  override readonly name = 'XmlError'
}

const LIMITS: XmlLimits = { bytes: 5 * 1024 * 1024, depth: 64 }
const TEXT = '#text'
const CDATA = '#cdata'
const ATTRIBUTES = ':@'

/**
 * The root element of a document. Lenient where feeds are sloppy (bare `&`, unclosed tags), strict where leniency is
 * dangerous: no DOCTYPE, no entity beyond the five predefined and the numeric ones, 5 MiB and 64 levels unless `limits`
 * says otherwise. Bytes are read as UTF-8, UTF-16 or Windows-1252, by byte order mark or declaration. Throws XmlError.
 */
export function parseXml(document: string | Uint8Array, limits: Partial<XmlLimits> = {}): XmlElement {
  const most = { ...LIMITS, ...limits }
  const text = xmlText(document, most)
  return wellFormed(text, most.depth) ?? lenientRoot(text, most.depth)
}

/** The root element by the lenient parser, which is thirty times slower. Throws XmlError. */
export function lenientRoot(text: string, depth: number): XmlElement {
  const root = (parsed(text, depth) as RawNode[]).find(isElement)
  if (!root) throw new XmlError('The document is not XML: it has no element.')
  return element(root)
}

/** The runtime turns line breaks in attributes into blanks; other parsers do not. */
const BROKEN_ATTRIBUTE = /=\s*(?:"[^"<]*[\t\r\n]|'[^'<]*[\t\r\n])/
/** The lenient parser searches these for quotes. */
const INSTRUCTION = /<\?(?!xml\s)/
/** Names that the lenient parser changes, since every object has them. */
const RISKY_NAME = /__proto__|constructor|prototype|hasOwnProperty|toString|valueOf|__define|__lookup/

/** The root element by the runtime's own parser; undefined where the lenient parser may give a different result. */
function wellFormed(text: string, depth: number): XmlElement | undefined {
  if (BROKEN_ATTRIBUTE.test(text) || INSTRUCTION.test(text) || RISKY_NAME.test(text)) return undefined
  try {
    return plainElement(Bun.XML.parse(text, { compact: false }), depth)
  } catch {
    return undefined // the document is not well-formed, or deeper than the runtime supports
  }
}

/** Throws RangeError below `depth`. */
function plainElement({ name, attributes, children }: Bun.XML.Node, depth: number): XmlElement {
  if (depth < 1) throw new RangeError()
  const elements: XmlElement[] = []
  let text = ''
  for (const each of children) {
    if (typeof each === 'string') text += each
    else if ('name' in each) elements.push(plainElement(each, depth - 1))
  }
  return { name, attributes, children: elements, text: text.trim() }
}

/** The text of a document that `parseXml` would read, whole or in parts that the caller makes. Throws XmlError. */
export function xmlText(document: string | Uint8Array, { bytes }: Pick<XmlLimits, 'bytes'>): string {
  if (document.length > bytes) throw new XmlError(`The document is larger than ${bytes} bytes.`)
  const text = typeof document === 'string' ? document : decode(document)
  refuseDoctype(text)
  return text
}

/** The first child of that name. Case matters. */
export function child(of: XmlElement | undefined, name: string): XmlElement | undefined {
  return of?.children.find((each) => each.name === name)
}

/** Every child of that name, in order. Case matters. */
export function childrenOf(of: XmlElement | undefined, name: string): XmlElement[] {
  return of?.children.filter((each) => each.name === name) ?? []
}

function parsed(text: string, depth: number): unknown {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    textNodeName: TEXT,
    cdataPropName: CDATA,
    ignoreDeclaration: true,
    ignorePiTags: true,
    // Values stay text ("007", "1.10"); entities are decoded here, where only harmless ones are known.
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    trimValues: false,
    maxNestedTags: depth,
  })
  try {
    return parser.parse(text)
  } catch (cause) {
    throw new XmlError('The document is not well-formed XML.', { cause })
  }
}

type RawNode = Record<string, unknown>

const nameOf = (node: RawNode) => Object.keys(node).find((key) => key !== ATTRIBUTES) ?? TEXT

function isElement(node: RawNode): boolean {
  const name = nameOf(node)
  return name !== TEXT && name !== CDATA
}

function element(node: RawNode): XmlElement {
  const name = nameOf(node)
  const children: XmlElement[] = []
  let text = ''
  for (const inner of node[name] as RawNode[]) {
    const kind = nameOf(inner)
    if (kind === TEXT) text += decodeEntities(String(inner[TEXT]))
    else if (kind === CDATA) text += (inner[CDATA] as RawNode[]).map((piece) => String(piece[TEXT])).join('')
    else children.push(element(inner))
  }
  const attributes: Record<string, string> = {}
  for (const [key, value] of Object.entries((node[ATTRIBUTES] as RawNode | undefined) ?? {}))
    attributes[key] = decodeEntities(String(value))
  return { name, attributes, children, text: text.trim() }
}

const PREDEFINED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Anything but predefined and valid numeric entities stays unchanged. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|(amp|lt|gt|quot|apos));/g, (whole, decimal, hex, name) => {
    if (name) return PREDEFINED[name] ?? whole
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return isXmlCharacter(point) ? String.fromCodePoint(point) : whole
  })
}

/** XML 1.0, production 2 (Char). */
function isXmlCharacter(point: number): boolean {
  if (point < 0x20) return point === 9 || point === 10 || point === 13
  return point <= 0xd7ff || (point >= 0xe000 && point <= 0xfffd) || (point >= 0x10000 && point <= 0x10ffff)
}

/** Comments and CDATA may mention a DOCTYPE; a document must not have one. */
function refuseDoctype(text: string): void {
  for (let at = text.indexOf('<!'); at !== -1; at = text.indexOf('<!', at)) {
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : undefined
    if (!end) throw new XmlError(declarationSentence(text, at))
    const close = text.indexOf(end, at + 2)
    if (close === -1) throw new XmlError('The document is not well-formed XML: it ends inside a comment or CDATA.')
    at = close + end.length
  }
}

function declarationSentence(text: string, at: number): string {
  return /^<!doctype\s+html\b/i.test(text.slice(at, at + 40))
    ? 'The document is a web page, not XML.'
    : 'The document declares its own entities or document type, which is not read.'
}

const LABELS: Record<string, string> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'windows-1252',
  ascii: 'windows-1252',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
  'utf-16': 'utf-8', // the declaration was readable byte by byte, so the file is not UTF-16, whatever the declaration says
  'utf-16le': 'utf-8',
  'utf-16be': 'utf-8',
}

function decode(bytes: Uint8Array): string {
  const wide = utf16Label(bytes)
  if (wide) return decodeAs(wide, bytes)
  const declared = /^<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.-]+)["']/.exec(
    decodeAs('windows-1252', bytes.subarray(startsWithUtf8Mark(bytes) ? 3 : 0, 300)).trimStart(),
  )?.[1]
  const label = LABELS[(declared ?? 'utf-8').toLowerCase()]
  if (!label) throw new XmlError(`The document is written in ${declared}, which is not read.`)
  if (label !== 'utf-8' && !startsWithUtf8Mark(bytes)) return decodeAs(label, bytes)
  try {
    return STRICT.decode(bytes)
  } catch {
    // Old taggers wrote Windows text and declared UTF-8. One odd letter is better than no metadata.
    return decodeAs('windows-1252', bytes)
  }
}

/** By byte order mark, or by the shape of `<?` or `<a` without one. */
function utf16Label(bytes: Uint8Array): string | undefined {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0x3c && b === 0x00) return 'utf-16le'
  if (a === 0x00 && b === 0x3c) return 'utf-16be'
  return undefined
}

const startsWithUtf8Mark = (bytes: Uint8Array) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

const STRICT = new TextDecoder('utf-8', { fatal: true })
const WINDOWS = new TextDecoder('windows-1252')

function decodeAs(label: string, bytes: Uint8Array): string {
  return (label === 'windows-1252' ? WINDOWS : new TextDecoder(label)).decode(bytes)
}
