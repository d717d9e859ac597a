import type { Clock } from '../platform/ports'
import type { Bus } from './bus'
import type { AppEvent } from './types'
import { isFor, toWire, type WireEvent } from './wire'

const HEARTBEAT_MS = 15_000
const QUEUE = 256

/** How a stream writes events: `ready`, `ping` and `resync` are of the stream itself. */
export interface StreamForm {
  /** Empty for an event that the client does not know. */
  of(event: AppEvent): WireEvent[]
  frame(event: WireEvent, sequence: number): string
}

const ours: StreamForm = {
  of: (event) => [toWire(event)].filter((each) => each !== undefined),
  frame: ({ event, data }, sequence) => `event: ${event}\nid: ${sequence}\ndata: ${JSON.stringify(data)}\n\n`,
}

interface StreamSubscription {
  sid: string
  /** Whether the user of the stream may know of an event. */
  receives: (event: AppEvent) => boolean
  /** Whether the session is still valid; checked at each heartbeat. */
  isAlive: () => boolean
  signal: AbortSignal
  /** The state of the library that the page knows, as its HTML named it. */
  known?: string
  /** Absent: the form of our pages. */
  form?: StreamForm
}

/**
 * The open event streams. Each has a queue of 256 events; a client that falls further behind gets one `resync` in their
 * place and fetches everything again. A stream closes with its session and with the program.
 */
export class EventStreams {
  private readonly open = new Set<() => void>()

  constructor(private readonly deps: { bus: Bus; clock: Clock; instance: string }) {}

  get count(): number {
    return this.open.size
  }

  /**
   * Server-sent events as UTF-8 text. `ready` is sent at once, `ping` every 15 seconds of the clock. `ready` says
   * `current` to a page that nothing was published to since its HTML was sent.
   */
  listen({ sid, receives, isAlive, signal, known, form = ours }: StreamSubscription): ReadableStream<Uint8Array> {
    const queue = new Queue(form)
    const ended = new AbortController()
    const end = () => ended.abort()
    const { bus, clock, instance } = this.deps
    let unsubscribe = () => {}
    let left = false

    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const close = () => {
            unsubscribe()
            this.open.delete(end)
            signal.removeEventListener('abort', end)
            if (left) return // the client has disconnected
            queue.flush(controller)
            controller.close()
          }
          ended.signal.addEventListener('abort', close, { once: true })
          signal.addEventListener('abort', end, { once: true })
          this.open.add(end)
          unsubscribe = bus.subscribe((event) => {
            if (isFor(event, sid) && receives(event)) for (const each of form.of(event)) queue.add(each)
            queue.flush(controller)
            if (endsSession(event, sid)) end()
          })
          const isCurrent = known === `${instance}-${bus.published}`
          queue.add({ event: 'ready', data: isCurrent ? { current: true } : {} })
          queue.flush(controller)
          void beat(clock, ended.signal, () => {
            if (!isAlive()) return end()
            queue.add({ event: 'ping', data: {} })
            queue.flush(controller)
          })
        },
        pull: (controller) => queue.flush(controller),
        cancel: () => {
          left = true
          end()
        },
      },
      new CountQueuingStrategy({ highWaterMark: 16 }),
    )
  }

  /** Ends every stream at once, so that open streams do not delay a stop. */
  close(): void {
    for (const end of [...this.open]) end()
  }
}

function endsSession(event: AppEvent, sid: string): boolean {
  return event.type === 'session.ended' && event.sid === sid
}

async function beat(clock: Clock, signal: AbortSignal, tick: () => void): Promise<void> {
  while (!signal.aborted) {
    await clock.after(HEARTBEAT_MS, signal)
    if (!signal.aborted) tick()
  }
}

/** Events that the client has not read yet. */
class Queue {
  private waiting: WireEvent[] = []
  private sequence = 0
  private readonly text = new TextEncoder()

  constructor(private readonly form: StreamForm) {}

  add(event: WireEvent): void {
    if (this.waiting.length >= QUEUE) this.waiting = [{ event: 'resync', data: {} }]
    else if (this.waiting[0]?.event !== 'resync') this.waiting.push(event)
  }

  flush(controller: ReadableStreamDefaultController<Uint8Array>): void {
    while ((controller.desiredSize ?? 0) > 0) {
      const next = this.waiting.shift()
      if (!next) return
      this.sequence += 1
      controller.enqueue(this.text.encode(this.form.frame(next, this.sequence)))
    }
  }
}
