import { toNamespacedPath } from 'node:path'
import { loadKernel32, wide } from './win32'

/** Windows error codes, as the codes that Node uses for the same errors. */
const CODES: Record<number, string> = {
  2: 'ENOENT',
  3: 'ENOENT',
  5: 'EPERM',
  17: 'EXDEV',
  19: 'EROFS',
  32: 'EBUSY',
  33: 'EBUSY',
  39: 'ENOSPC',
  80: 'EEXIST',
  112: 'ENOSPC',
  123: 'ENOENT',
  183: 'EEXIST',
  206: 'ENAMETOOLONG',
}

let kernel: ReturnType<typeof loadKernel32> | undefined

/**
 * Gives `from` the name `to` in one step and never replaces a file: false when the name is taken. A link followed by a
 * removal would stop half way at a file that another program has open.
 */
export async function placeOnWindows(from: string, to: string): Promise<boolean> {
  kernel ??= loadKernel32()
  if (kernel.MoveFileExW(wide(toNamespacedPath(from)), wide(toNamespacedPath(to)), 0) !== 0) return true
  const number = kernel.GetLastError()
  const code = CODES[number] ?? 'EIO'
  if (code === 'EEXIST') return false
  throw Object.assign(new Error(`${code}: error ${number} of Windows, rename '${from}' -> '${to}'`), {
    code,
    syscall: 'rename',
  })
}
