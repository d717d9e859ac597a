/** Larger than any page or listing that a helper sends: a larger number means that the two sides lost step. */
const MOST_HEADER = 32 * 1024 * 1024
const MOST_BODY = 512 * 1024 * 1024
const PREFIX = 8
const NOTHING = new Uint8Array(0)

export interface MessageFrame {
  header: unknown
  body: Uint8Array
}

/**
 * One message between Panelkeep and a helper process: length of the JSON, length of the body (both u32, little
 * endian), the JSON, the body. Binary, because a 3 MB page as base64 in JSON takes three times as long.
 */
export function encodeFrame(header: unknown, body: Uint8Array = NOTHING): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(header ?? null))
  const frame = new Uint8Array(PREFIX + json.length + body.length)
  const view = new DataView(frame.buffer)
  view.setUint32(0, json.length, true)
  view.setUint32(4, body.length, true)
  frame.set(json, PREFIX)
  frame.set(body, PREFIX + json.length)
  return frame
}

/**
 * The frames of a byte stream, in any chunking. Ends with the stream. Throws when the stream ends inside a frame,
 * announces an impossible length or contains invalid JSON.
 */
export async function* readFrames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<MessageFrame> {
  const waiting = new Waiting()
  let lengths: { json: number; body: number } | undefined
  for await (const chunk of stream) {
    waiting.add(chunk)
    for (;;) {
      lengths ??= nextLengths(waiting)
      if (!lengths || waiting.size < lengths.json + lengths.body) break
      const header: unknown = JSON.parse(new TextDecoder().decode(waiting.take(lengths.json)))
      const body = waiting.take(lengths.body)
      lengths = undefined
      yield { header, body }
    }
  }
  if (lengths || waiting.size > 0) throw new Error('The stream of frames ended inside a frame.')
}

function nextLengths(waiting: Waiting): { json: number; body: number } | undefined {
  if (waiting.size < PREFIX) return undefined
  const prefix = waiting.take(PREFIX)
  const view = new DataView(prefix.buffer, prefix.byteOffset, PREFIX)
  const [json, body] = [view.getUint32(0, true), view.getUint32(4, true)]
  if (json > MOST_HEADER || body > MOST_BODY) throw new Error('The stream carries something other than frames.')
  return { json, body }
}

/** Chunks that are not yet read. Each byte is copied once, however small the chunks are. */
class Waiting {
  size = 0
  private chunks: Uint8Array[] = []

  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    this.chunks.push(chunk)
    this.size += chunk.length
  }

  /** The next `count` bytes; the caller knows that they have arrived. */
  take(count: number): Uint8Array {
    const bytes = new Uint8Array(count)
    let filled = 0
    let used = 0
    while (filled < count) {
      const chunk = this.chunks[used]!
      const part = chunk.subarray(0, count - filled)
      bytes.set(part, filled)
      filled += part.length
      if (part.length === chunk.length) used += 1
      else this.chunks[used] = chunk.subarray(part.length)
    }
    this.chunks.splice(0, used)
    this.size -= count
    return bytes
  }
}
