import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Compile, type Validator } from 'typebox/schema'
import { isPresent } from '../harness/programs'

/** The published JSON Schemas of OPDS 2.0 and Readium, in a folder beside the project if present. */
const SCHEMAS = resolve(import.meta.dir, '../../../../shared/check/opds/schema/v2')

export const hasSchemas = isPresent(existsSync(SCHEMAS), 'the schemas of OPDS 2.0 are not on this machine')

const KINDS = {
  feed: 'https://specs.opds.io/schema/feed.schema.json',
  publication: 'https://specs.opds.io/schema/publication.schema.json',
  manifest: 'https://readium.org/webpub-manifest/schema/publication.schema.json',
  progression: 'https://drafts.opds.io/schema/progression.schema.json',
}

const validators = new Map<string, Validator>()

/** The schema errors of a document; empty when it is valid. */
export function schemaFaults(kind: keyof typeof KINDS, document: unknown): string[] {
  const known = validators.get(kind) ?? Compile(everySchema(), { $ref: KINDS[kind] })
  validators.set(kind, known)
  const [, faults] = known.Errors(document)
  return faults.map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** The schemas by address. OPDS schemas reference each other under two hosts. */
function everySchema(): Record<string, object> {
  const paths = [...new Bun.Glob('**/*.json').scanSync(SCHEMAS)]
  const schemas = paths.map((path) => JSON.parse(readFileSync(join(SCHEMAS, path), 'utf8')) as { $id: string })
  return Object.fromEntries(
    schemas.flatMap((schema) => {
      const { $id } = schema
      const ids = [$id, $id.replace('//specs.', '//drafts.'), $id.replace('//drafts.', '//specs.')]
      return ids.map((id) => [id, { ...schema, $id: id }])
    }),
  )
}
