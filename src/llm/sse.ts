/**
 * The `data:` values of a stream of server-sent events, in order. Pieces may end anywhere, also inside a character. A
 * server that forgets the empty line between two values, or `data:` itself, is understood too.
 */
export class SseReader {
  private readonly decoder = new TextDecoder()
  private line = ''
  private value: string | undefined

  push(piece: Uint8Array): string[] {
    return this.read(this.decoder.decode(piece, { stream: true }))
  }

  /** What the stream ended with. */
  end(): string[] {
    return [...this.read(`${this.decoder.decode()}\n\n`)]
  }

  private read(text: string): string[] {
    const values: string[] = []
    const lines = (this.line + text).split('\n')
    this.line = lines.pop() ?? ''
    for (const line of lines) this.take(line.replace(/\r$/, ''), values)
    return values
  }

  private take(line: string, values: string[]): void {
    if (line === '') this.flush(values)
    const data = /^data:? ?(.*)$/s.exec(line)?.[1] ?? /^(?:error: ?)?(\{.*\})$/s.exec(line)?.[1]
    if (data === undefined) return // a comment such as ": ping", or a field that nothing here reads
    if (this.value !== undefined && isWhole(this.value)) this.flush(values)
    this.value = this.value === undefined ? data : `${this.value}\n${data}`
  }

  private flush(values: string[]): void {
    if (this.value !== undefined && this.value.trim() !== '') values.push(this.value)
    this.value = undefined
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
