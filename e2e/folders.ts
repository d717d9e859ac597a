import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPresent } from '../src/testing/harness/programs'

/** Folders for tests: temporary ones, small disks, and their content. */

export function tempFolder(): { path: string; in(name: string): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'panelkeep-e2e-'))
  return {
    path,
    in: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** Every file below `folder` with its mode and content hash, to check that nothing changed. */
export function contents(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const at = join(folder, name)
    const facts = lstatSync(at)
    const content = facts.isFile() ? createHash('sha256').update(readFileSync(at)).digest('hex') : 'folder'
    found[name] = `${modeOf(at)} ${content}`
  }
  return found
}

/** Permission bits as `600`. */
export function modeOf(path: string): string {
  return (lstatSync(path).mode & 0o777).toString(8)
}

/** Mounts a small disk at `path`; undefined where mounting is not allowed. */
export function mountDisk(
  path: string,
  options: string,
): { remount(options: string): void; unmount(): void } | undefined {
  mkdirSync(path, { recursive: true })
  const mount = (...args: string[]) => Bun.spawnSync(['mount', ...args], { stdout: 'ignore', stderr: 'ignore' }).success
  try {
    if (!mount('-t', 'tmpfs', '-o', options, 'none', path)) return undefined
  } catch {
    return undefined // the program is missing
  }
  return {
    remount: (more) => void mount('-o', `remount,${more}`, path),
    unmount: () => void Bun.spawnSync(['umount', '-l', path]),
  }
}

/** Fills the disk of a folder to the last byte, except for `left` blocks of 4 KB. Returns a function that frees the space. */
export function fillDisk(folder: string, left = 0): () => void {
  const written: string[] = []
  // Writes smaller and smaller blocks until not even a byte fits.
  for (const size of [1 << 20, 1 << 16, 1 << 12]) {
    for (let fits = true; fits; ) {
      const path = join(folder, `filler-${written.length}`)
      written.push(path)
      try {
        writeFileSync(path, new Uint8Array(size))
      } catch {
        fits = false // the disk is full
      }
    }
  }
  // The last block did not fit.
  for (const path of left > 0 ? written.slice(-left - 1) : []) rmSync(path, { force: true })
  return () => {
    for (const path of written) rmSync(path, { force: true })
  }
}

/** Whether `mountDisk` works here. If not, prints why the tests that need disks are skipped. */
export function canMount(): boolean {
  const folder = tempFolder()
  const disk = mountDisk(folder.in('disk'), 'size=1m')
  disk?.unmount()
  folder.remove()
  return isPresent(disk !== undefined, 'this user may not mount full and read-only disks')
}
