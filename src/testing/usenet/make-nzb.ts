import { crc32 } from 'node:zlib'
import { element, xmlDocument } from '../../base/platform/xml-writer'

interface Posting {
  /** Bytes of the file in each article. */
  part?: number
  /** Which articles are missing from the server, counted from 1. */
  missing?: (number: number) => boolean
}

/** A usenet post: its articles by message id, as a server sends them, and its NZB. */
export interface NzbPost {
  nzb: Uint8Array<ArrayBuffer>
  articles: Map<string, Uint8Array>
}

const GROUP = 'alt.binaries.test'
const POSTER = 'poster <poster@test.local>'

/** Posts files as one NZB. */
export function post(files: Record<string, Uint8Array>, { part = 200_000, missing }: Posting = {}): NzbPost {
  const articles = new Map<string, Uint8Array>()
  const listed = Object.entries(files).map(([name, bytes]) => {
    const total = Math.max(1, Math.ceil(bytes.length / part))
    const segments = Array.from({ length: total }, (_, at) => {
      const id = `${crypto.randomUUID()}@test.local`
      const to = Math.min((at + 1) * part, bytes.length)
      const article = articleOf({ id, name, bytes, from: at * part, to, number: at + 1, total })
      if (!missing?.(at + 1)) articles.set(id, article)
      return element('segment', { bytes: article.length, number: at + 1 }, id)
    })
    const subject = `[1/1] - "${name}" yEnc (1/${total})`
    const facts = { poster: POSTER, date: Math.floor(Date.now() / 1000), subject }
    const groups = element('groups', {}, element('group', {}, GROUP))
    return element('file', facts, groups, element('segments', {}, ...segments))
  })
  const nzb = xmlDocument(element('nzb', { xmlns: 'http://www.newzbin.com/DTD/2003/nzb' }, ...listed))
  return { nzb: new TextEncoder().encode(nzb), articles }
}

interface Part {
  id: string
  name: string
  bytes: Uint8Array
  from: number
  to: number
  number: number
  total: number
}

function articleOf({ id, name, bytes, from, to, number, total }: Part): Uint8Array {
  const piece = bytes.subarray(from, to)
  const head = [
    `From: ${POSTER}`,
    `Newsgroups: ${GROUP}`,
    `Subject: [1/1] - "${name}" yEnc (${number}/${total})`,
    `Message-ID: <${id}>`,
    `Date: ${new Date().toUTCString()}`,
    '',
    `=ybegin part=${number} total=${total} line=128 size=${bytes.length} name=${name}`,
    `=ypart begin=${from + 1} end=${to}`,
    '',
  ].join('\r\n')
  const end = `=yend size=${piece.length} part=${number} pcrc32=${crcOf(piece)} crc32=${crcOf(bytes)}\r\n`
  return Buffer.concat([Buffer.from(head), yencoded(piece), Buffer.from(end)])
}

const crcOf = (bytes: Uint8Array) => crc32(bytes).toString(16).padStart(8, '0')

/** yEnc: adds 42 to each byte and escapes critical characters, including a dot at the start of a line. */
function yencoded(bytes: Uint8Array): Uint8Array {
  const out: number[] = []
  let column = 0
  for (const byte of bytes) {
    const letter = (byte + 42) & 255
    const marked = letter === 0 || letter === 10 || letter === 13 || letter === 61 || (letter === 46 && column === 0)
    if (marked) out.push(61, (letter + 64) & 255)
    else out.push(letter)
    column += marked ? 2 : 1
    if (column < 128) continue
    out.push(13, 10)
    column = 0
  }
  if (column > 0) out.push(13, 10)
  return Uint8Array.from(out)
}
