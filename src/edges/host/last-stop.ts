import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Files } from '../../base/platform/ports'
import type { CleanStop } from '../../base/storage/preflight'
import type { Layout } from './data-directory'

/** Size and date of the database at the last clean stop: an unchanged file needs no check at the next start. */
const Lefts = Type.Object({ size: Type.Integer(), modifiedMs: Type.Integer() })

export async function readLastStop(files: Files, at: Layout): Promise<CleanStop | undefined> {
  try {
    const found: unknown = JSON.parse(new TextDecoder().decode(await files.read(at.lastStop)))
    return Value.Check(Lefts, found) ? found : undefined
  } catch {
    return undefined // no clean stop yet: the database is checked
  }
}

/** Call after the database is closed. */
export async function writeLastStop(files: Files, at: Layout): Promise<void> {
  const facts = await files.stat(at.database)
  if (facts) await files.write(at.lastStop, JSON.stringify({ size: facts.size, modifiedMs: facts.modifiedMs }))
}
