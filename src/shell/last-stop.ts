import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Files } from '../platform/ports'
import type { Left } from '../storage/preflight'
import type { Layout } from './data-directory'

/** How the last clean stop left the database: a file that is still so needs no check at the next start. */
const Lefts = Type.Object({ size: Type.Integer(), modifiedMs: Type.Integer() })

export async function readLastStop(files: Files, at: Layout): Promise<Left | undefined> {
  try {
    const found: unknown = JSON.parse(new TextDecoder().decode(await files.read(at.lastStop)))
    return Value.Check(Lefts, found) ? found : undefined
  } catch {
    return undefined // never stopped cleanly yet: the database is checked
  }
}

/** Call when the database is closed. */
export async function writeLastStop(files: Files, at: Layout): Promise<void> {
  const facts = await files.stat(at.database)
  if (facts) await files.write(at.lastStop, JSON.stringify({ size: facts.size, modifiedMs: facts.modifiedMs }))
}
