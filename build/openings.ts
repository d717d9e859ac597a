import { join } from 'node:path'
import { OPENINGS, type Opening } from '../src/base/http/openings'
import { openings } from '../ui/openings'

/** Writes what pages need first, with the names that their scripts got: `openings.json` beside the pages. */
export async function writeOpenings(folder: string): Promise<void> {
  const assets = join(folder, 'assets')
  const index = await Bun.file(join(folder, 'index.html')).text()
  const [, main] = /<script[^>]*src="\.\/assets\/([^"]+)"/.exec(index) ?? []
  const made = openings.map(async ({ path, module, requests }): Promise<Opening> => {
    const chunks = await Array.fromAsync(new Bun.Glob(`${module}-????????.js`).scan(assets))
    if (chunks.length !== 1) throw new Error(`${path} has ${chunks.length} scripts called ${module}`)
    const scripts = await withImports(assets, chunks[0]!, new Set(main ? [main] : []))
    return { path, scripts, requests }
  })
  await Bun.write(join(folder, OPENINGS), JSON.stringify(await Promise.all(made)))
}

/** A script and those that it imports before it runs, without the `known` ones. */
async function withImports(assets: string, name: string, known: Set<string>): Promise<string[]> {
  if (known.has(name)) return []
  known.add(name)
  const script = await Bun.file(join(assets, name)).text()
  const found = [name]
  for (const { kind, path } of new Bun.Transpiler({ loader: 'js' }).scanImports(script))
    if (kind === 'import-statement') found.push(...(await withImports(assets, path.split('/').at(-1)!, known)))
  return found
}
