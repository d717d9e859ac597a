import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isPresent } from '../harness/programs'

/** Schemas of metadata documents, for validating our output. */

const folder = resolve(import.meta.dir, '../../../../shared/data/comicinfo')
export type Schema = 'ComicInfo-2.0' | 'ComicInfo-2.1' | 'MetronInfo-1.0'

/** Why documents cannot be validated here; undefined when they can. */
export const noValidator = !Bun.which('xmllint')
  ? 'xmllint is not on this machine'
  : existsSync(folder)
    ? undefined
    : 'the schemas are not beside the repository'
isPresent(noValidator === undefined, `documents are not validated: ${noValidator}`)

/** The validation errors of the documents; empty when all are valid. */
export async function schemaFaults(schema: Schema, documents: readonly (string | Uint8Array)[]): Promise<string[]> {
  const at = await mkdtemp(join(tmpdir(), 'panelkeep-xsd-'))
  try {
    // Assertions are XSD 1.1, which xmllint does not support.
    const text = readFileSync(join(folder, `${schema}.xsd`), 'utf8').replace(/<xs:assert [^>]*\/>/g, '')
    await writeFile(join(at, 'schema.xsd'), text)
    const paths = documents.map((_, index) => join(at, `${index}.xml`))
    for (const [index, document] of documents.entries()) await writeFile(paths[index]!, document)
    const run = Bun.spawn(['xmllint', '--huge', '--noout', '--nonet', '--schema', join(at, 'schema.xsd'), ...paths], {
      stderr: 'pipe',
    })
    const errors = await new Response(run.stderr).text()
    return errors.split('\n').filter((line) => line !== '' && !line.endsWith(' validates'))
  } finally {
    await rm(at, { recursive: true, force: true })
  }
}
