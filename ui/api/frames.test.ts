import { describe, expect, test } from 'bun:test'
import { ApiError } from './client'
import { FrameReader, postForm } from './frames'

describe('frames of a stream', () => {
  test('are read wherever the chunks end', () => {
    const whole = 'data: {"a":1}\n\n: ping\n\ndata: {"b":"ü"}\r\n\r\ndata:{"c":3}\n\n'
    for (let size = 1; size <= whole.length; size++) {
      const reader = new FrameReader()
      const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      expect(pieces.flatMap((piece) => reader.push(piece))).toEqual([{ a: 1 }, { b: 'ü' }, { c: 3 }])
    }
  })

  test('may have several lines of data; invalid JSON is skipped', () => {
    expect(new FrameReader().push('data: {"a":\ndata: 1}\n\nevent: x\n\ndata: [DONE]\n\n')).toEqual([{ a: 1 }])
  })

  test('are complete only with the blank line at their end', () => {
    const reader = new FrameReader()
    expect(reader.push('data: {"a":1}\n')).toEqual([])
    expect(reader.push('\n')).toEqual([{ a: 1 }])
  })
})

describe('a posted form', () => {
  const real = globalThis.fetch
  const answering = (answer: (init: RequestInit) => Response) => {
    globalThis.fetch = (async (_url: unknown, init: RequestInit) => answer(init)) as typeof fetch
  }
  const restore = () => {
    globalThis.fetch = real
  }
  const frames = async (signal = new AbortController().signal) => {
    const all: unknown[] = []
    for await (const frame of postForm('POST /api/x', new FormData(), signal)) all.push(frame)
    return all
  }

  test('carries the headers that the server requires, and yields the frames of the reply', async () => {
    let headers = new Headers()
    answering((init) => {
      headers = new Headers(init.headers)
      return new Response('data: {"a":1}\n\ndata: {"b":2}\n\n')
    })
    expect(await frames()).toEqual([{ a: 1 }, { b: 2 }])
    expect(headers.get('x-requested-with')).toBe('ServiceFrontend')
    expect(headers.get('content-type')).toBeNull()
    restore()
  })

  test('throws the sentence from the server when it is refused', async () => {
    answering(() => Response.json({ error: 'A question can have 4 images.' }, { status: 400 }))
    const refused = await frames().catch((cause: unknown) => cause)
    expect(refused).toBeInstanceOf(ApiError)
    expect((refused as ApiError).detail).toBe('A question can have 4 images.')
    restore()
  })

  test('ends without an error when it is stopped', async () => {
    const stopping = new AbortController()
    const endless = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('data: 1\n\n')) })
    answering(() => new Response(endless))
    const all: unknown[] = []
    for await (const frame of postForm('POST /api/x', new FormData(), stopping.signal)) {
      all.push(frame)
      stopping.abort()
    }
    expect(all).toEqual([1])
    restore()
  })
})
