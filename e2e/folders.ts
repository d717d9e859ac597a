import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders of tests: temporary ones, small disks, and what lies in them. */

export function tempFolder(): { path: string; in(name: string): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'panelkeep-e2e-'))
  return {
    path,
    in: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** Every file below `folder` with its mode and the hash of its content: two alike mean that nothing was touched. */
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

/** Mounts a disk of its own at `path`; undefined where the system does not let us. */
export function mountDisk(
  path: string,
  options: string,
): { remount(options: string): void; unmount(): void } | undefined {
  mkdirSync(path, { recursive: true })
  const mount = (...args: string[]) => Bun.spawnSync(['mount', ...args], { stdout: 'ignore', stderr: 'ignore' }).success
  try {
    if (!mount('-t', 'tmpfs', '-o', options, 'none', path)) return undefined
  } catch {
    return undefined // no such program
  }
  return {
    remount: (more) => void mount('-o', `remount,${more}`, path),
    unmount: () => void Bun.spawnSync(['umount', '-l', path]),
  }
}

/** Whether `mountDisk` works here; prints why the tests that need it are skipped when not. */
export function canMount(): boolean {
  const folder = tempFolder()
  const disk = mountDisk(folder.in('disk'), 'size=1m')
  disk?.unmount()
  folder.remove()
  if (!disk) console.log('skipped: tests on full and read-only disks, because this user may not mount')
  return disk !== undefined
}
