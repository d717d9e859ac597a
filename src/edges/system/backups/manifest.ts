import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type BackupReason, backupReasons } from './states'

const Count = Type.Integer({ minimum: 0 })

/** The manifest beside the copied database. */
const Manifest = Type.Object({
  when: Type.String(),
  why: Type.Unsafe<BackupReason>(Type.Union(backupReasons.map((reason) => Type.Literal(reason)))),
  /** The version of Panelkeep that made the backup. */
  version: Type.String(),
  /** Null when the rows of the database could not be counted. */
  series: Type.Union([Count, Type.Null()]),
  issues: Type.Union([Count, Type.Null()]),
  /** Bytes of the database; null for a database that was set aside unchecked. */
  size: Type.Union([Count, Type.Null()]),
  /** SHA-256 of the database in hex; null for a database that was set aside unchecked. */
  sha256: Type.Union([Type.String(), Type.Null()]),
  /** False for a database that was set aside because it was damaged. */
  ok: Type.Boolean(),
})
export type Manifest = Static<typeof Manifest>

/** The manifest in `text`; undefined when it is invalid. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return Value.Check(Manifest, found) ? found : undefined
  } catch {
    return undefined // incomplete after a crash, or a file of another program
  }
}

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** File names in the folder of a backup. */
export const DATABASE = 'panelkeep.db'
export const SETTINGS_FILE = 'config.ini'
export const MANIFEST = 'manifest.json'
