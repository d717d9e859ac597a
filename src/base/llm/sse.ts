/** A value with more lines than this and no empty line after it is not tried again with each line. */
const MOST_TRIES = 32

/**
 * The `data:` values of a stream of server-sent events, in order. Chunks may end anywhere, even inside a character. A
 * server that omits the empty line between two values, or `data:` itself, is understood too.
 */
export class SseReader {
  private readonly decoder = new TextDecoder()
  private line = ''
  private value: string | undefined
  private tries = 0

  push(piece: Uint8Array): string[] {
    return this.read(this.decoder.decode(piece, { stream: true }))
  }

  /** The rest at the end of the stream. */
  end(): string[] {
    return [...this.read(`${this.decoder.decode()}\n\n`)]
  }

  private read(text: string): string[] {
    const values: string[] = []
    // Held text is not searched again: a line may arrive in many pieces.
    const [first = '', ...others] = text.split('\n')
    this.line += first
    for (const next of others) {
      this.take(this.line.endsWith('\r') ? this.line.slice(0, -1) : this.line, values)
      this.line = next
    }
    return values
  }

  private take(line: string, values: string[]): void {
    if (line === '') this.flush(values)
    const data = /^data:? ?(.*)$/s.exec(line)?.[1] ?? /^(?:error: ?)?(\{.*\})$/s.exec(line)?.[1]
    if (data === undefined) return // a comment such as ": ping", or a field that is not used here
    if (this.value !== undefined && this.tries++ < MOST_TRIES && isWhole(this.value)) this.flush(values)
    this.value = this.value === undefined ? data : `${this.value}\n${data}`
  }

  private flush(values: string[]): void {
    if (this.value !== undefined && this.value.trim() !== '') values.push(this.value)
    this.value = undefined
    this.tries = 0
  }
}

function isWhole(value: string): boolean {
  if (value === '[DONE]') return true
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}
