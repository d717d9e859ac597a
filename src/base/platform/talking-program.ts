/** A system program that keeps running and prints lines. */
export interface TalkingProgram {
  readonly lines: AsyncIterable<string>
  /** Exit code, or the name of the signal. */
  readonly ended: Promise<number | string>
  kill(): void
}

/** Starts it without a shell. Throws when it is not installed. */
export function startTalking(command: string[]): TalkingProgram {
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore', windowsHide: true })
  return {
    lines: linesOf(child.stdout),
    ended: child.exited.then((code) => child.signalCode ?? code),
    kill: () => child.kill('SIGKILL'),
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const text = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + text.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}
