import { decodeHtml } from '../../../base/formats/documents/html-entities'

/** The longest stored description, in characters: some services send whole novels. */
const MOST = 20_000

/**
 * The text of an HTML description: paragraphs are separated by an empty line, list items get a line each. Tables and
 * pictures are left out, with the heading of a table: they list collected editions, which are separate series.
 */
export function plainText(html: string | undefined): string | undefined {
  if (html === undefined) return undefined
  const plain = decodeHtml(withoutTags(html.slice(0, MOST * 5)))
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n\n(?=• )/g, '\n')
    .trim()
  return plain.slice(0, MOST) || undefined
}

const LEFT_OUT = ['table', 'script', 'style', 'figure']
const PARAGRAPH = ['p', 'div', 'ul', 'ol', 'blockquote', 'section', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** One pass, tag by tag: patterns that search for the end of an element are slow on markup without one. */
function withoutTags(html: string): string {
  let [text, from] = ['', 0]
  let heading = { begins: 0, ends: -1 }
  let inside: { name: string; depth: number } | undefined
  for (const tag of html.matchAll(/<(\/?)([a-z][a-z\d]*)\b[^<>]*>/gi)) {
    const [whole, slash, named] = tag as unknown as [string, string, string]
    const name = named.toLowerCase()
    if (!inside) text += html.slice(from, tag.index).replace(/\s+/g, ' ')
    from = tag.index + whole.length
    if (inside) {
      if (name === inside.name) inside.depth += slash ? -1 : 1
      if (inside.depth === 0) inside = undefined
    } else if (LEFT_OUT.includes(name)) {
      if (name === 'table' && heading.ends >= 0 && text.slice(heading.ends).trim() === '')
        text = text.slice(0, heading.begins)
      if (!slash) inside = { name, depth: 1 }
    } else {
      if (/^h\d$/.test(name)) heading = slash ? { ...heading, ends: text.length } : { begins: text.length, ends: -1 }
      text += breakFor(name, slash !== '')
    }
  }
  return inside ? text : text + html.slice(from).replace(/\s+/g, ' ')
}

function breakFor(name: string, closes: boolean): string {
  if (name === 'br') return '\n'
  if (name === 'li') return closes ? '' : '\n• '
  return PARAGRAPH.includes(name) ? '\n\n' : ''
}
