import { fileURLToPath } from 'node:url'

/** A thread of this process in a helper role. It ends with the process, also with one that is killed. */
export interface Thread {
  /** One request at a time. Rejects when the thread fails or ends first. */
  request(message: unknown): Promise<unknown>
  end(): void
}

/** Starts Panelkeep in the role `role`, such as `--move-thread`, in a thread. */
export function startThread(role: string): Thread {
  // From source the thread needs the script; the executable is its own script.
  const script = Bun.isStandaloneExecutable ? Bun.main : fileURLToPath(new URL('../../main.ts', import.meta.url))
  const worker = new Worker(script, { argv: [role] } as WorkerOptions)
  // A message that arrives before the thread listens would be lost.
  let waiting = Promise.withResolvers<unknown>()
  const ready = waiting.promise
  ready.catch(() => undefined)
  let failure: Error | undefined
  const fail = (message: string) => {
    failure ??= new Error(message)
    waiting.reject(failure)
  }
  worker.onmessage = ({ data }: MessageEvent) => waiting.resolve(data)
  worker.onerror = ({ message }) => fail(message)
  worker.addEventListener('close', () => fail('The thread ended.'))
  return {
    async request(message) {
      await ready
      if (failure) throw failure
      waiting = Promise.withResolvers()
      worker.postMessage(message)
      return waiting.promise
    },
    end: () => worker.terminate(),
  }
}

/** In a thread: answers one request after the other. An `answer` that throws ends the thread. */
export function serveThread(answer: (message: unknown) => Promise<unknown>): void {
  self.onmessage = async ({ data }: MessageEvent) => self.postMessage(await answer(data))
  self.postMessage('ready')
}
