import type { RawCall } from './call-assembler'
import { readTextCalls } from './text-calls'

/** Blocks whose content is no answer. Calls are never read inside thinking. */
const BLOCKS = [
  { from: '<think>', to: ['</think>'], holds: 'thinking' },
  { from: '<thinking>', to: ['</thinking>'], holds: 'thinking' },
  { from: '[TOOL_REQUEST]', to: ['[END_TOOL_REQUEST]'], holds: 'call' },
  { from: '<tool_call>', to: ['</tool_call>'], holds: 'call' },
] as const
type Block = (typeof BLOCKS)[number]

/** Ends without a beginning: what some servers leave behind. */
const STRAY = ['</think>', '</thinking>', '[END_TOOL_REQUEST]', '</tool_call>'] as const
const MARKS = [...BLOCKS.map(({ from }) => from), ...STRAY]
const FENCE = '```'
const MOST_HELD = 64 * 1024

/**
 * Splits what a model writes into the text for people and the tool calls that are written as text. Text that may still
 * become a mark or a call is held back until that is known.
 */
export class ReplyText {
  /** Calls written as text, in order. */
  readonly calls: Omit<RawCall, 'id'>[] = []
  /** Whether the model thought aloud. */
  hasThought = false
  private held = ''
  private block: Block | undefined
  private text = ''
  private atLineStart = true

  /** Without tools nothing is read as a call. */
  constructor(private readonly tools: ReadonlySet<string>) {}

  /** The text for people so far. */
  get visible(): string {
    return this.text
  }

  /** What of it can be shown now. */
  push(piece: string): string {
    this.held += piece
    return this.read(false)
  }

  end(): string {
    return this.read(true)
  }

  private read(isEnd: boolean): string {
    let shown = ''
    const show = (text: string) => {
      shown += text
      this.text += text
      if (text !== '') this.atLineStart = /\n[ \t]*$/.test(text) || (this.atLineStart && text.trim() === '')
    }
    for (;;) {
      const before = this.held.length
      if (this.block) this.readBlock(isEnd, show)
      else if (this.startsCall()) this.readCall(isEnd, show)
      else this.readText(isEnd, show)
      if (this.held === '' || this.held.length === before) return shown
    }
  }

  private readBlock(isEnd: boolean, show: (text: string) => void): void {
    const { from, to, holds } = this.block!
    const end = to.map((mark) => ({ at: this.held.indexOf(mark), mark })).find(({ at }) => at >= 0)
    if (!end && !isEnd && this.held.length < MOST_HELD) {
      // Thinking is long, and only its end matters.
      if (holds === 'thinking') this.held = this.held.slice(-(to[0].length - 1))
      return
    }
    const content = this.held.slice(0, end?.at)
    this.held = end ? this.held.slice(end.at + end.mark.length) : ''
    this.block = undefined
    if (holds === 'call' && !this.take(content)) show(`${from}${content}${end?.mark ?? ''}`)
    else this.trimStart()
  }

  /** At the start of a line, JSON or a fence with JSON may be a call. */
  private startsCall(): boolean {
    if (this.tools.size === 0 || !this.atLineStart) return false
    return /^\s*(?:\{|\[\s*\{|```)/.test(this.held) || /^\s*(?:`{1,2}|\[\s*)$/.test(this.held)
  }

  private readCall(isEnd: boolean, show: (text: string) => void): void {
    const text = this.held.trimStart()
    if (!isEnd && /^(?:`{1,2}|\[\s*)$/.test(text)) return
    const lead = this.held.length - text.length
    const length = text.startsWith(FENCE) ? fenceLength(text) : jsonLength(text)
    if (length === 'never' || (length === undefined && (isEnd || text.length > MOST_HELD))) {
      // No call: the line is text, and the next one is looked at anew.
      const line = this.held.indexOf('\n', lead)
      const cut = line < 0 ? this.held.length : line + 1
      this.atLineStart = false
      const before = this.held.slice(0, cut)
      this.held = this.held.slice(cut)
      show(before)
      return
    }
    if (length === undefined) return
    const content = text.slice(0, length)
    const isCall = this.take(content.replace(/^```[a-z_]*\s*|\s*```$/g, ''))
    if (!isCall) show(this.held.slice(0, lead) + content)
    this.held = text.slice(length)
    if (isCall) this.trimStart()
    this.atLineStart = isCall
  }

  private readText(isEnd: boolean, show: (text: string) => void): void {
    const mark = MARKS.map((each) => ({ at: this.held.indexOf(each), each }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at)[0]
    const line = this.tools.size > 0 ? this.held.indexOf('\n') : -1
    if (line >= 0 && (!mark || line < mark.at)) {
      const text = this.held.slice(0, line + 1)
      this.held = this.held.slice(line + 1)
      show(text)
      return
    }
    if (mark) {
      const text = this.held.slice(0, mark.at)
      this.held = this.held.slice(mark.at + mark.each.length)
      show(text)
      this.enter(mark.each)
      return
    }
    const kept = isEnd ? 0 : possibleMark(this.held)
    const text = this.held.slice(0, this.held.length - kept)
    this.held = kept === 0 ? '' : this.held.slice(-kept)
    show(text)
  }

  private enter(mark: (typeof MARKS)[number]): void {
    const block = BLOCKS.find(({ from }) => from === mark)
    if (block?.holds === 'thinking') this.hasThought = true
    if (block && (block.holds === 'thinking' || this.tools.size > 0)) this.block = block
    // The template began the thinking in the prompt, so all before its end was no answer.
    else if (mark === '</think>' || mark === '</thinking>') {
      this.hasThought = true
      this.text = ''
      this.atLineStart = true
      this.trimStart()
    }
  }

  private take(text: string): boolean {
    const calls = readTextCalls(text.trim(), (name) => this.tools.has(name))
    if (calls) this.calls.push(...calls)
    return calls !== undefined
  }

  private trimStart(): void {
    this.held = this.held.trimStart()
    if (this.text.trim() === '') this.atLineStart = true
  }
}

/** How many characters at the end may be the beginning of a mark. */
function possibleMark(text: string): number {
  const longest = Math.max(...MARKS.map(({ length }) => length)) - 1
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const end = text.slice(-length)
    if (MARKS.some((mark) => mark.startsWith(end))) return length
  }
  return 0
}

/** Length of the fenced block that the text begins with; undefined while it is open, `never` when it holds no JSON. */
function fenceLength(text: string): number | undefined | 'never' {
  const begin = /^```[a-z_]*[ \t]*\n?\s*/.exec(text)!
  const first = text[begin[0].length]
  if (first !== undefined && first !== '{' && first !== '[') return 'never'
  const end = text.indexOf(FENCE, FENCE.length)
  return end < 0 ? undefined : end + FENCE.length
}

/** Length of the object or list that the text begins with; undefined while it is open, `never` when it is none. */
function jsonLength(text: string): number | undefined | 'never' {
  if (!/^(?:\{\s*(?:"|$)|\[\s*(?:\{\s*(?:"|$)|$))/.test(text)) return 'never'
  let [depth, isText] = [0, false]
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (isText) {
      if (char === '\\') at++
      else if (char === '"') isText = false
    } else if (char === '"') isText = true
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1
  }
  return undefined
}
