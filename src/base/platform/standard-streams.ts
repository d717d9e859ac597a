import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Standard input as a stream. */
export function standardInput(): AsyncIterable<Uint8Array> {
  return Bun.stdin.stream()
}

/** Standard output; a write resolves when the system has accepted it. */
export function standardOutput(): (bytes: Uint8Array | string) => Promise<void> {
  const writer = Bun.stdout.writer()
  return async (bytes) => {
    // Either may throw when the reader has closed the pipe.
    await writer.write(bytes)
    await writer.flush()
  }
}

/** A write failed because the reader closed the pipe: `panelkeep names | head`. */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'EOF')
}

/** An open file for a helper process, which serves one request at a time and may read synchronously. */
export function openDisk(path: string) {
  const descriptor = openSync(path, 'r')
  const facts = fstatSync(descriptor)
  return {
    size: facts.size,
    modifiedMs: Math.trunc(facts.mtimeMs),
    read: (into: Uint8Array, at: number) => readSync(descriptor, into, 0, into.length, at),
    close: () => closeSync(descriptor),
  }
}
