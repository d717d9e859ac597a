import { pagePath } from './page-path'

export type Inline =
  | { is: 'text'; text: string }
  | { is: 'code'; text: string }
  | { is: 'bold' | 'italic'; parts: Inline[] }
  | { is: 'link'; href: string; text: string }
export type ListItem = { depth: number; parts: Inline[] }
export type Block =
  | { is: 'paragraph'; lines: Inline[][] }
  | { is: 'heading'; parts: Inline[] }
  | { is: 'list'; ordered: boolean; start: number; items: ListItem[] }
  | { is: 'code'; text: string }

/**
 * The paragraphs, lists and code of a reply. Everything else, such as HTML, pictures and links to other sites, stays
 * plain text.
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string
    const taken = FENCE.test(line) ? fenced(lines, at) : TABLE.test(line) ? tabled(lines, at) : undefined
    if (taken) {
      blocks.push({ is: 'code', text: taken.text })
      at = taken.next
    } else {
      addLine(blocks, line)
      at += 1
    }
  }
  return blocks.filter((block) => block.is !== 'paragraph' || block.lines.length > 0)
}

const FENCE = /^\s*```/
const TABLE = /^\s*\|.*\|\s*$/
const BULLET = /^(\s*)(?:[-*•]|(\d{1,4})[.)])\s+(.*)$/s
const HEADING = /^\s*#{1,6}\s+(.*)$/s
/** The closing signs of a heading. */
const CLOSING = /(?<!#)#+$/
const RULE = /^\s*([-*_])(?:\s*\1){2,}\s*$/

type Taken = { text: string; next: number }

/** The first line after `at` that is `wanted`; without one, the number of lines. */
function nextLine(lines: readonly string[], at: number, wanted: (line: string) => boolean): number {
  let next = at + 1
  while (next < lines.length && !wanted(lines[next] as string)) next += 1
  return next
}

/** Code up to the closing fence, or to the end while the reply is still arriving. */
function fenced(lines: readonly string[], at: number): Taken {
  const last = nextLine(lines, at, (line) => FENCE.test(line))
  return { text: lines.slice(at + 1, last).join('\n'), next: last + 1 }
}

/** Tables are drawn as code, so that their columns line up. */
function tabled(lines: readonly string[], at: number): Taken {
  const last = nextLine(lines, at, (line) => !TABLE.test(line))
  return { text: lines.slice(at, last).join('\n'), next: last }
}

function addLine(blocks: Block[], line: string): void {
  const last = blocks.at(-1)
  const [, indent = '', number, item] = BULLET.exec(line) ?? []
  const heading = HEADING.exec(line)?.[1]?.trimEnd().replace(CLOSING, '').trimEnd()
  if (line.trim() === '' || RULE.test(line)) blocks.push({ is: 'paragraph', lines: [] })
  else if (heading) blocks.push({ is: 'heading', parts: inlineOf(heading) })
  else if (item !== undefined) addItem(blocks, { indent, number, item })
  else if (last?.is === 'paragraph') last.lines.push(inlineOf(line))
  else if (last?.is === 'list' && /^\s/.test(line))
    last.items.at(-1)?.parts.push({ is: 'text', text: ' ' }, ...inlineOf(line.trim()))
  else blocks.push({ is: 'paragraph', lines: [inlineOf(line)] })
}

type Item = { indent: string; number: string | undefined; item: string }

function addItem(blocks: Block[], { indent, number, item }: Item): void {
  const ordered = number !== undefined
  const depth = Math.min(2, Math.floor(indent.replaceAll('\t', '  ').length / 2))
  const line = { depth, parts: inlineOf(item) }
  const list = listAtEnd(blocks)
  // A nested list keeps its bullets within the list around it.
  if (list && (list.ordered === ordered || depth > 0)) list.items.push(line)
  else blocks.push({ is: 'list', ordered, start: Number(number ?? 1), items: [line] })
}

/** Models leave blank lines between the items of one list. */
function listAtEnd(blocks: Block[]): Extract<Block, { is: 'list' }> | undefined {
  const at = blocks.findLastIndex((block) => block.is !== 'paragraph' || block.lines.length > 0)
  const list = blocks[at]
  if (list?.is !== 'list') return undefined
  blocks.length = at + 1
  return list
}

/** Code, bold, italics and links to pages; images stay text. */
const MARKS =
  /(?<!`)(`+)([^`]+)\1|\*\*(?=\S)(.+?)(?<=\S)\*\*|(?<![\w*])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\w*])|(?<!!)\[([^[\]]+)\]\(([^)\s[]+)\)/g
/** Longer lines are not prose and are not parsed for marks. */
const LONGEST = 4_000

export function inlineOf(text: string): Inline[] {
  const parts: Inline[] = []
  let from = 0
  const plain = (to: number) => {
    if (to > from) parts.push({ is: 'text', text: text.slice(from, to) })
  }
  for (const found of text.length > LONGEST ? [] : text.matchAll(MARKS)) {
    plain(found.index)
    parts.push(marked(found))
    from = found.index + found[0].length
  }
  plain(text.length)
  return parts
}

function marked([whole, , code, bold, italic, label = '', address = '']: RegExpExecArray): Inline {
  if (code !== undefined) return { is: 'code', text: code }
  if (bold !== undefined) return { is: 'bold', parts: inlineOf(bold) }
  if (italic !== undefined) return { is: 'italic', parts: inlineOf(italic) }
  const href = pagePath(address)
  return href ? { is: 'link', href, text: label } : { is: 'text', text: whole }
}
