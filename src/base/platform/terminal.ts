import { dlopen } from 'bun:ffi'
import { wide } from './win32'

interface Terminal {
  /** A line for the user. */
  writeOutput: (line: string) => void
  /** A line of the log, or the reason why the program ends. */
  writeError: (line: string) => void
}

/**
 * The console of the user. The Windows executable has no console, so that a double click opens none; started from a
 * console without redirected output, it attaches to that console.
 */
export function terminal(): Terminal {
  const lines = process.platform === 'win32' && Bun.isStandaloneExecutable ? consoleOfParent() : undefined
  return lines
    ? { writeOutput: lines, writeError: lines }
    : { writeOutput: (line) => console.log(line), writeError: (line) => console.error(line) }
}

const STANDARD_OUTPUT = 0xfffffff5
const PARENT = 0xffffffff
const READ_WRITE = 0xc0000000
const SHARED = 3
const THERE_ALREADY = 3
const NONE = 0xffffffffffffffffn

/** Writes lines to the console of the parent process; undefined when output is redirected or there is no console. */
function consoleOfParent(): ((line: string) => void) | undefined {
  const { symbols: kernel } = dlopen('kernel32.dll', {
    AttachConsole: { args: ['u32'], returns: 'i32' },
    CreateFileW: { args: ['ptr', 'u32', 'u32', 'u64', 'u32', 'u32', 'u64'], returns: 'u64' },
    GetFileType: { args: ['u64'], returns: 'u32' },
    GetStdHandle: { args: ['u32'], returns: 'u64' },
    WriteConsoleW: { args: ['u64', 'ptr', 'u32', 'u64', 'u64'], returns: 'i32' },
  })
  if (kernel.GetFileType(kernel.GetStdHandle(STANDARD_OUTPUT)) !== 0) return undefined
  if (kernel.AttachConsole(PARENT) === 0) return undefined
  const out = kernel.CreateFileW(wide('CONOUT$'), READ_WRITE, SHARED, 0n, THERE_ALREADY, 0, 0n)
  if (out === NONE) return undefined
  return (line) => {
    const text = `${line.replaceAll(/\r?\n/g, '\r\n')}\r\n`
    kernel.WriteConsoleW(out, wide(text), text.length, 0n, 0n)
  }
}
