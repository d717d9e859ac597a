import type { Programs } from './ports'

export const systemPrograms: Programs = {
  async run(command, { env, input, timeoutMs, signal }) {
    const child = Bun.spawn(command, {
      stdin: new TextEncoder().encode(input),
      stdout: 'pipe',
      stderr: 'pipe',
      windowsHide: true,
      env: { ...process.env, ...env },
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      signal,
    })
    const tail = new Tail()
    const read = Promise.all([tail.read(child.stdout), tail.read(child.stderr)])
    await child.exited
    // A process that the program left running may keep its output open indefinitely.
    await Promise.race([read, Bun.sleep(500)])
    return { code: child.signalCode === null ? child.exitCode : null, output: tail.text() }
  },
}

const MOST_OUTPUT = 16 * 1024

/** The end of a program's output, however long the output is. */
class Tail {
  private kept = Buffer.alloc(0)

  async read(stream: ReadableStream<Uint8Array>): Promise<void> {
    for await (const chunk of stream) this.kept = Buffer.concat([this.kept, chunk]).subarray(-MOST_OUTPUT)
  }

  text(): string {
    return this.kept.toString('utf8')
  }
}
