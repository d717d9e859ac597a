import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Every file below `folder`, which may lie inside the executable; paths start with a slash. Empty when it is absent. */
export async function loadAssets(
  folder: string,
): Promise<{ path: string; content: Uint8Array<ArrayBuffer>; type: string }[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const files = names.filter((name) => /\.[a-z0-9]+$/i.test(name))
  return Promise.all(
    files.map(async (name) => {
      const file = Bun.file(join(folder, name))
      return { path: `/${name.replaceAll('\\', '/')}`, content: await file.bytes(), type: file.type }
    }),
  )
}
