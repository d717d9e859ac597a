/** Finished markup: only `element` creates it, so text cannot pass for markup. */
export class Xml {
  constructor(readonly text: string) {}
}

export type Attributes = Record<string, string | number | undefined>

/**
 * An element; undefined attributes are left out. Text is escaped, and characters that XML cannot contain are dropped.
 */
export function element(name: string, attributes: Attributes, ...content: (Xml | string | undefined)[]): Xml {
  let text = `<${name}`
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) text += ` ${key}="${escaped(String(value))}"`
  }
  const inside = content.map((part) => (part instanceof Xml ? part.text : escaped(part ?? ''))).join('')
  return new Xml(inside === '' ? `${text}/>` : `${text}>${inside}</${name}>`)
}

/** The whole document in UTF-8, without a byte order mark. */
export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`
}

/** Everything outside XML 1.0, production 2 (Char): control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
const UNWRITABLE = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/** Characters other than those written unchanged: most texts contain none, so nothing has to be replaced. */
const SUSPECT = /[^ !#-%'-;=?-\ud7ff\ue000-\ufffd]/

function escaped(text: string): string {
  if (!SUSPECT.test(text)) return text
  return text.replace(UNWRITABLE, '').replace(/[&<>"\r]/g, (letter) => ESCAPES[letter]!)
}
