import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Every file below `folder`, which may be inside the executable; paths start with a slash. Empty when the folder does
 * not exist. A file is read at each request: a browser requests few files, once each.
 */
export async function loadAssets(
  folder: string,
): Promise<{ path: string; readonly content: Uint8Array<ArrayBuffer>; type: string }[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const files = names.filter((name) => /\.[a-z0-9]+$/i.test(name))
  return files.map((name) => ({
    path: `/${name.replaceAll('\\', '/')}`,
    type: Bun.file(name).type,
    get content() {
      return readFileSync(join(folder, name))
    },
  }))
}
