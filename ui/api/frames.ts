import { request, respond } from './client'

/** Reads `data:` frames from a stream; a chunk may end anywhere. */
export class FrameReader {
  private rest = ''

  /** The frames that `text` completes. Comments, other fields and frames that are not JSON are skipped. */
  push(text: string): unknown[] {
    const blocks = (this.rest + text).replaceAll('\r\n', '\n').split('\n\n')
    this.rest = blocks.pop() ?? ''
    return blocks.flatMap(frameOf)
  }
}

function frameOf(block: string): unknown[] {
  const data = block
    .split('\n')
    .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
    .join('\n')
  try {
    return data === '' ? [] : [JSON.parse(data)]
  } catch {
    return []
  }
}

/** Posts a form and yields each frame of the reply as it arrives. An abort ends the stream without an error. */
export async function* postForm(name: string, form: FormData, signal: AbortSignal): AsyncGenerator<unknown> {
  const { url, init } = request(name, {})
  const headers = { ...init.headers, accept: 'text/event-stream' }
  const response = await respond({ url, init: { ...init, headers, body: form } }, signal)
  const reader = response.body?.getReader()
  if (!reader) return
  const frames = new FrameReader()
  const text = new TextDecoder()
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) return
      yield* frames.push(text.decode(value, { stream: true }))
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
