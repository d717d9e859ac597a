import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type BackupReason, backupReasons } from './states'

const Count = Type.Integer({ minimum: 0 })

/** What lies beside the copy and says what it is. */
const Manifest = Type.Object({
  when: Type.String(),
  why: Type.Unsafe<BackupReason>(Type.Union(backupReasons.map((reason) => Type.Literal(reason)))),
  /** The Panelkeep that made it. */
  version: Type.String(),
  /** Null where nobody could count. */
  series: Type.Union([Count, Type.Null()]),
  issues: Type.Union([Count, Type.Null()]),
  /** Bytes of the database; null of one that was set aside as it was. */
  size: Type.Union([Count, Type.Null()]),
  /** Of the database, in hex; null of one that was set aside as it was. */
  sha256: Type.Union([Type.String(), Type.Null()]),
  /** False of a database that was set aside because it was damaged. */
  ok: Type.Boolean(),
})
export type Manifest = Static<typeof Manifest>

/** The manifest in `text`; undefined when it is none. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return Value.Check(Manifest, found) ? found : undefined
  } catch {
    return undefined // cut off by a crash, or somebody else's file
  }
}

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** Names of what lies in the folder of a backup. */
export const DATABASE = 'panelkeep.db'
export const SETTINGS = 'config.ini'
export const MANIFEST = 'manifest.json'
