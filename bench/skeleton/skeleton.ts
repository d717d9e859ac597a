import { join } from 'node:path'
import { tempFolder } from '../../e2e/folders'
import { freePort } from '../../src/testing/harness/free-port'
import { untilAnswered } from '../first-answer'
import { ms, percentile } from '../measure'

/** From the start of a bare program of the same stack to its first 200, built like ours and started `times` times. */
export async function skeletonStart(times: number): Promise<string> {
  const folder = tempFolder()
  const program = folder.in('skeleton')
  await Bun.build({
    entrypoints: [join(import.meta.dir, 'main.ts')],
    target: 'bun',
    format: 'esm',
    bytecode: true,
    minify: { syntax: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    compile: { outfile: program },
  })
  const elapsed: number[] = []
  for (let n = 0; n < times; n++) {
    const port = freePort()
    const since = performance.now()
    const child = Bun.spawn([program, folder.in(`data-${n}.db`), String(port)], { stdout: 'ignore', stderr: 'ignore' })
    await untilAnswered(`http://127.0.0.1:${port}`, child)
    elapsed.push(performance.now() - since)
    child.kill()
    await child.exited
  }
  folder.remove()
  return `bare skeleton: ${ms(percentile(elapsed, 0.5))}`
}
