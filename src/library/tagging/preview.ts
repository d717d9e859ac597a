import { parseXml, XmlError } from '../../base/platform/xml'
import type { TagDraft } from './draft'

/** The fields of a document by element name; nested elements are shown as a count. */
type Fields = Record<string, string>

export interface TagPreview {
  document: string | null
  before: Fields
  after: Fields
  /** Names of the changed fields, in the order of the document. */
  changed: string[]
}

export const NO_CHANGES: TagPreview = { document: null, before: {}, after: {}, changed: [] }

export function tagPreview({ document, before: bytes, after: text }: TagDraft): TagPreview {
  const [before, after] = [fieldsOf(bytes), fieldsOf(text)]
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  return { document, before, after, changed: names.filter((name) => before[name] !== after[name]) }
}

function fieldsOf(document: Uint8Array | string | undefined): Fields {
  if (document === undefined) return {}
  const fields: Fields = {}
  for (const { name, text, children, attributes } of rootOf(document)?.children ?? [])
    fields[name] ??= children.length > 0 ? inside(children) : text || Object.values(attributes).join(' ')
  return fields
}

function rootOf(document: Uint8Array | string) {
  try {
    return parseXml(document)
  } catch (error) {
    if (error instanceof XmlError) return undefined // the draft has a remark about it
    throw error
  }
}

type Children = ReturnType<typeof parseXml>['children']

/** Short lists as text, such as genres and ids; longer ones as a count. */
function inside(children: Children): string {
  const words = children.map(
    (each) =>
      each.text ||
      each.children
        .map(({ text }) => text)
        .filter(Boolean)
        .join(': '),
  )
  const marked = children.flatMap(({ attributes }) => (attributes.Type || attributes.Bookmark ? [attributes] : []))
  if (words.some((word) => word !== '')) return words.filter((word) => word !== '').join(', ')
  const lines = marked.map(({ Image, Type, Bookmark }) => [Number(Image) + 1, Type, Bookmark].filter(Boolean).join(' '))
  return lines.length > 0 ? lines.join(', ') : `${children.length}`
}
