import { resolve } from 'node:path'
import type { Files } from '../../../base/platform/ports'
import { isBelow } from '../../../library/filing/folders'
import type { WalkRoots } from '../../../library/recognition/service'

/** The library folders in their current state, to tell a deleted file from a disk that is not mounted. */
export class LibraryFolders {
  private readonly roots: string[]
  private readonly all: string[]
  /** Cached, since thousands of files need it. */
  private readonly connected = new Map<string, Promise<boolean>>()

  constructor(
    private readonly files: Files,
    { roots, others }: WalkRoots,
  ) {
    this.roots = [...new Set(roots.map((root) => resolve(root)))]
    this.all = [...new Set([...this.roots, ...others.map((root) => resolve(root))])]
  }

  /** The folders that a scan of this kind walks. */
  get walked(): readonly string[] {
    return this.roots
  }

  /** The nearest library folder above a path. */
  above(path: string): string | undefined {
    const holding = this.all.filter((root) => isBelow(path, root))
    return holding.reduce<string | undefined>(
      (best, root) => (best && best.length >= root.length ? best : root),
      undefined,
    )
  }

  isConnected(root: string): Promise<boolean> {
    return hasContent(this.files, root)
  }

  /** Whether nothing exists at the path, and its disk is mounted to prove it. */
  async isGone(path: string): Promise<boolean> {
    const root = this.above(path)
    if (root === undefined) return this.isAbsent(path)
    const connected = this.connected.get(root) ?? this.isConnected(root)
    this.connected.set(root, connected)
    return (await connected) && this.isAbsent(path)
  }

  /** Whether nothing exists at the path. A path that does not answer may exist. */
  async isAbsent(path: string): Promise<boolean> {
    const facts = await this.files.stat(path).catch(() => 'silent' as const)
    return facts === undefined
  }
}

/** Readable and not empty. An unmounted disk leaves an empty folder. */
export async function hasContent(files: Pick<Files, 'list'>, folder: string): Promise<boolean> {
  const entries = await files.list(folder).catch(() => [])
  return entries.some(({ name }) => !name.startsWith('.') && name.toLowerCase() !== 'lost+found')
}
