/** The result so far for a text that may begin with a JSON object or a list of objects. */
type JsonExtent = { state: 'open' | 'never' } | { state: 'whole'; length: number }

const HEADS = ['{"', '[{"']

/**
 * Finds the end of a JSON object or list in a text that arrives in pieces. Each character is read once, so the time is
 * proportional to the length of the reply. Leading white space counts as part of the value.
 */
export class JsonScan {
  private head = ''
  private hasHead = false
  private depth = 0
  private inString = false
  private escaped = false
  private read = 0
  private extent: JsonExtent = { state: 'open' }

  /** Continues in `text` after the part read before: `text` is everything so far. */
  next(text: string): JsonExtent {
    while (this.extent.state === 'open' && this.read < text.length) {
      if (this.inString) this.readString(text)
      else this.step(text.charCodeAt(this.read++))
    }
    return this.extent
  }

  private readString(text: string): void {
    let [at, isEscaped] = [this.read, this.escaped]
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (isEscaped) isEscaped = false
      else if (code === BACKSLASH) isEscaped = true
      else if (code === QUOTE) break
    }
    this.inString = at === text.length
    this.escaped = isEscaped
    this.read = Math.min(text.length, at + 1)
  }

  private step(code: number): void {
    if (code === CLOSE_OBJECT || code === CLOSE_LIST) this.close()
    else if (code === QUOTE || code === OPEN_OBJECT || code === OPEN_LIST) this.open(code)
    else if (!this.hasHead && !isSpace(code)) this.extent = { state: 'never' }
  }

  private open(code: number): void {
    if (!this.hasHead) {
      this.head += String.fromCharCode(code)
      this.hasHead = HEADS.includes(this.head)
      if (!HEADS.some((head) => head.startsWith(this.head))) this.extent = { state: 'never' }
    }
    if (code === QUOTE) this.inString = true
    else this.depth++
  }

  private close(): void {
    this.depth--
    if (!this.hasHead) this.extent = { state: 'never' }
    else if (this.depth === 0) this.extent = { state: 'whole', length: this.read }
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
