import type { RawCall } from './call-assembler'
import { type CallScan, callScan } from './call-scan'
import { readTextCalls } from './text-calls'

/** Blocks whose content is not part of the answer. Calls are never read inside thinking. */
const BLOCKS = [
  { from: '<think>', to: '</think>', holds: 'thinking' },
  { from: '<thinking>', to: '</thinking>', holds: 'thinking' },
  { from: '[TOOL_REQUEST]', to: '[END_TOOL_REQUEST]', holds: 'call' },
  { from: '<tool_call>', to: '</tool_call>', holds: 'call' },
] as const
type Block = (typeof BLOCKS)[number]

/** Closing marks without an opening one, which some servers leave behind. */
const STRAY = ['</think>', '</thinking>', '[END_TOOL_REQUEST]', '</tool_call>'] as const
const MARKS = [...BLOCKS.map(({ from }) => from), ...STRAY]
const MARK = MARKS.map((mark) => RegExp.escape(mark)).join('|')
const ANY_MARK = new RegExp(MARK, 'g')
const LINE_OR_MARK = new RegExp(`\\n|${MARK}`, 'g')
const LONGEST_MARK = Math.max(...MARKS.map(({ length }) => length))
/** A longer text is not a call and is not held back any longer. */
const MOST_HELD = 64 * 1024
/** After this many calls that never ended, the rest of a reply is read as text: each of them was scanned to the end. */
const MOST_OPEN = 8

/**
 * Splits the model's output into text for people and tool calls written as text. Text that may still become a mark or a
 * call is held back until that is decided.
 */
export class ReplyText {
  /** Calls written as text, in order. */
  readonly calls: Omit<RawCall, 'id'>[] = []
  /** Whether the model wrote thinking into the text. */
  hasThought = false
  private held = ''
  /** How much of `held` was searched for the end of the block. */
  private searched = 0
  private block: Block | undefined
  /** The scanner for the call that `held` may begin with, after white space. */
  private scan: CallScan | undefined
  private openCalls = 0
  private text = ''
  private isBlank = true
  private atLineStart = true

  /** Without tools nothing is read as a call. */
  constructor(private readonly tools: ReadonlySet<string>) {}

  /** The text for people so far. */
  get visible(): string {
    return this.text
  }

  /** The part of the text that can be shown now. */
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
      if (text !== '') this.atLineStart = endsAtLineStart(text) ?? this.atLineStart
      this.isBlank &&= text.trim() === ''
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
    const at = this.held.indexOf(to, this.searched)
    if (at < 0 && !isEnd && this.held.length < MOST_HELD) {
      // Thinking is long, and only its end matters.
      if (holds === 'thinking') this.held = this.held.slice(-(to.length - 1))
      this.searched = Math.max(0, this.held.length - to.length + 1)
      return
    }
    const content = at < 0 ? this.held : this.held.slice(0, at)
    this.held = at < 0 ? '' : this.held.slice(at + to.length)
    this.block = undefined
    if (holds === 'call' && !this.take(content)) show(`${from}${content}${at < 0 ? '' : to}`)
    else this.trimStart()
  }

  /** At the start of a line, JSON or a fence with JSON may be a call. */
  private startsCall(): boolean {
    if (this.scan) return true
    if (this.tools.size === 0 || !this.atLineStart || this.openCalls >= MOST_OPEN) return false
    const begin = firstInk(this.held)
    this.scan = callScan(this.held.slice(begin, begin + 3))
    return this.scan !== undefined
  }

  private readCall(isEnd: boolean, show: (text: string) => void): void {
    const lead = firstInk(this.held)
    const text = this.held.slice(lead)
    const extent = this.scan!.next(text)
    if (extent.state === 'open' && !isEnd && text.length <= MOST_HELD) return
    this.scan = undefined
    if (extent.state !== 'call') {
      // Not a call: the line is text, and the next line may begin a call.
      if (extent.state === 'open') this.openCalls++
      this.cut(lead, show)
      this.atLineStart = false
      this.readText(isEnd, show)
      return
    }
    const isCall = this.take(extent.json)
    if (isCall) this.held = text.slice(extent.length)
    else this.cut(lead + extent.length, show)
    if (isCall) this.trimStart()
    this.atLineStart = isCall
  }

  private readText(isEnd: boolean, show: (text: string) => void): void {
    const next = this.tools.size > 0 ? LINE_OR_MARK : ANY_MARK
    // Empty lines are read with the line after them, so that a thousand of them are read once.
    next.lastIndex = this.atLineStart ? firstInk(this.held) : 0
    const found = next.exec(this.held)
    if (!found) this.cut(isEnd ? this.held.length : this.held.length - possibleMark(this.held), show)
    else if (found[0] === '\n') this.cut(found.index + 1, show)
    else {
      this.cut(found.index, show)
      this.held = this.held.slice(found[0].length)
      this.enter(found[0] as (typeof MARKS)[number])
    }
  }

  /** Shows the first characters of the held text. */
  private cut(length: number, show: (text: string) => void): void {
    const text = this.held.slice(0, length)
    this.held = this.held.slice(length)
    show(text)
  }

  private enter(mark: (typeof MARKS)[number]): void {
    const block = BLOCKS.find(({ from }) => from === mark)
    if (block?.holds === 'thinking') this.hasThought = true
    if (block && (block.holds === 'thinking' || this.tools.size > 0)) {
      this.block = block
      this.searched = 0
    }
    // The template began the thinking in the prompt, so everything before its end is thinking.
    else if (mark === '</think>' || mark === '</thinking>') {
      this.hasThought = true
      this.text = ''
      this.isBlank = true
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
    if (this.isBlank) this.atLineStart = true
  }
}

/** Whether a text ends at the start of a line, apart from blanks; undefined for blanks only. */
function endsAtLineStart(text: string): boolean | undefined {
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text[at]
    if (char === '\n') return true
    if (char !== ' ' && char !== '\t') return text.trim() === '' ? undefined : false
  }
  return undefined
}

/** The offset of the end of white space. */
const firstInk = (text: string): number => text.length - text.trimStart().length

/** The number of characters at the end that may be the beginning of a mark. */
function possibleMark(text: string): number {
  for (let length = Math.min(LONGEST_MARK - 1, text.length); length > 0; length--) {
    const end = text.slice(-length)
    if (MARKS.some((mark) => mark.startsWith(end))) return length
  }
  return 0
}
