import { type Entries, type Entry, list, makeCbz } from './archives'

/** A page of a PDF: a JPEG over the whole page, or drawing operators (ISO 32000-1, annex A). */
export type PdfPage = { jpeg: Uint8Array; width: number; height: number } | { draw: string }

interface PdfOptions {
  /** Encrypts with an unknown password. */
  locked?: boolean
  /** Size of drawn pages in points. */
  size?: [number, number]
  /** Added to every page's dictionary, such as `/Rotate 90`. */
  more?: string
  /** The information dictionary: `Title`, `Author`, `Subject`, `Keywords`. */
  info?: Record<string, string>
}

/** A minimal PDF. */
export function makePdf(
  pages: readonly PdfPage[],
  { locked, size = [300, 450], more = '', info }: PdfOptions = {},
): Uint8Array {
  const objects: Buffer[] = []
  const add = (...parts: (string | Uint8Array)[]) =>
    objects.push(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))))
  const stream = (dictionary: string, data: Uint8Array) =>
    add(`<< ${dictionary} /Length ${data.length} >>\nstream\n`, data, '\nendstream')
  add('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = pages.map((_, index) => `${3 + index * 3} 0 R`).join(' ')
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  for (const [index, page] of pages.entries()) {
    const at = 3 + index * 3
    const [width, height] = 'jpeg' in page ? [page.width, page.height] : size
    const resources = `/Resources << /XObject << /I ${at + 2} 0 R >> >>`
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${at + 1} 0 R ${resources} ${more} >>`,
    )
    stream('', Buffer.from('jpeg' in page ? `q ${width} 0 0 ${height} 0 0 cm /I Do Q` : page.draw))
    const facts = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`
    if ('jpeg' in page) stream(`/Type /XObject /Subtype /Image ${facts}`, page.jpeg)
    else add('null')
  }
  const secret = `/O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}>`
  if (locked) add(`<< /Filter /Standard /V 1 /R 2 ${secret} /P -4 >>`)
  const encrypted = locked ? `/Encrypt ${objects.length} 0 R /ID [<00><00>] ` : ''
  if (!info) return pdfFile(objects, encrypted)
  const hex = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
  add(
    `<< ${Object.entries(info)
      .map(([name, text]) => `/${name} ${hex(text)}`)
      .join(' ')} >>`,
  )
  return pdfFile(objects, `${encrypted}/Info ${objects.length} 0 R`)
}

function pdfFile(objects: readonly Buffer[], trailer: string): Uint8Array {
  const parts = [Buffer.from('%PDF-1.4\n')]
  let at = parts[0]!.length
  const places = objects.map((object, index) => {
    const place = at
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    parts.push(part)
    at += part.length
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(table + end)])
}

interface EpubOptions {
  /** Added to the metadata, such as a meta element for fixed layout. */
  metadata?: string
  /** The body of page `index`; by default the picture at `address`. */
  body?: (address: string, index: number) => string
  /** More files of the archive. */
  more?: Entries
}

/** An EPUB whose parts are the pictures, one on a page, in the order given. */
export function makeEpub(pictures: Record<string, Uint8Array>, options: EpubOptions = {}): Uint8Array {
  const { metadata = '', body = (address) => `<img src="${address}" alt=""/>`, more = {} } = options
  const names = Object.keys(pictures)
  const items = names.map(
    (name, index) =>
      `<item id="i${index}" href="images/${encodeURIComponent(name)}" media-type="image/png"/>` +
      `<item id="p${index}" href="text/p${index}.xhtml" media-type="application/xhtml+xml"/>`,
  )
  const spine = names.map((_, index) => `<itemref idref="p${index}"/>`)
  const container =
    '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>' +
    '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
  const opf =
    `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata>${metadata}</metadata>` +
    `<manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`
  const page = (name: string, index: number) =>
    '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head>' +
    `<body>${body(`../images/${encodeURIComponent(name)}`, index)}</body></html>`
  const entries: Entry[] = [
    { name: 'mimetype', data: 'application/epub+zip' },
    { name: 'META-INF/container.xml', data: container },
    { name: 'OEBPS/book.opf', data: opf },
    ...names.map((name, index) => ({ name: `OEBPS/text/p${index}.xhtml`, data: page(name, index) })),
    ...names.map((name) => ({ name: `OEBPS/images/${name}`, data: pictures[name]! })),
    ...list(more),
  ]
  return makeCbz(entries)
}
