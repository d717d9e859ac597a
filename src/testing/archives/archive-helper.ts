import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { serveArchives } from '../../base/formats/helper/archive-helper'
import type { DiskFile } from '../../base/formats/helper/library'
import { encodeFrame, type MessageFrame, readFrames } from '../../base/platform/frames'
import type { Files, OpenFile, Processes } from '../../base/platform/ports'
import { underWayUntil } from '../disks/disk'

/** The `open` of the files port over bytes in memory. */
export function memoryFiles(content: Record<string, Uint8Array>): Pick<Files, 'open'> {
  return {
    async open(path): Promise<OpenFile> {
      const bytes = content[path]
      if (!bytes) throw new Error(`ENOENT: no such file, open '${path}'`)
      return {
        size: bytes.length,
        read: async (offset, length) => bytes.subarray(offset, offset + length),
        close: async () => undefined,
      }
    },
  }
}

/** A file of the real disk for the archive helper. */
export function diskFile(path: string): DiskFile {
  const handle = openSync(path, 'r')
  const { size, mtimeMs } = fstatSync(handle)
  return {
    size,
    modifiedMs: mtimeMs,
    read: (into, offset) => readSync(handle, into, 0, into.length, offset),
    close: () => closeSync(handle),
  }
}

/** Files in memory for the archive helper. */
export function memoryDisk(content: Record<string, Uint8Array>): (path: string) => DiskFile {
  return (path) => {
    const bytes = content[path]
    if (!bytes) throw new Error(`ENOENT: no such file, open '${path}'`)
    return {
      size: bytes.length,
      modifiedMs: crc32(bytes),
      read(into, offset) {
        const piece = bytes.subarray(offset, offset + into.length)
        into.set(piece)
        return piece.length
      },
      close: () => undefined,
    }
  }
}

/** The archive helper inside this process; messages are encoded and decoded as over pipes. */
export function archiveHelper(
  open: (path: string) => DiskFile = diskFile,
): Pick<Processes, 'helper'> & { started: number } {
  const processes = {
    started: 0,
    helper() {
      processes.started += 1
      const [requests, answers] = [pipe(), pipe()]
      let answered = () => {} // a fake clock waits for the helper, so a slow machine does not look like a helper that hangs
      const write = async (frame: Uint8Array) => {
        answers.write(frame)
        answered()
      }
      const read = (path: string) => readFile(path)
      const ended = serveArchives({ input: requests.readable, write, open, read })
        .then(
          () => ({ code: 0, signal: null }),
          () => ({ code: 1, signal: null }), // an ended process sends nothing more
        )
        .finally(() => {
          answers.end()
          answered()
        })
      const frames: AsyncIterable<MessageFrame> = readFrames(answers.readable)
      const kill = () => {
        requests.end()
        answers.end()
        answered()
      }
      return {
        send(header: unknown, body?: Uint8Array) {
          answered()
          answered = underWayUntil()
          requests.write(encodeFrame(header, body))
        },
        frames,
        ended,
        kill,
      }
    },
  }
  return processes
}

function pipe() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
    undefined,
    { highWaterMark: 1000 },
    { highWaterMark: 1000 },
  )
  const writer = writable.getWriter()
  let open = true
  return {
    readable: readable as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>,
    write(bytes: Uint8Array) {
      if (open) writer.write(bytes).catch(() => undefined) // like a write to an ended process
    },
    end() {
      if (open) writer.close().catch(() => undefined) // the other side is already closed
      open = false
    },
  }
}
