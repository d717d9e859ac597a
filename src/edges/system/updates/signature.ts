import { isSignatureOf } from '../../../base/platform/digest'
import type { Artefact } from './feed'

/**
 * The text that the signature of an artefact covers. Version and target are included: an old file, or one for another
 * system, must not pass as this update.
 */
export const updateStatement = (
  version: string,
  target: string,
  { sha256, size }: Omit<Artefact, 'signature' | 'url'>,
) => Buffer.from(`panelkeep update\n${version}\n${target}\n${size}\n${sha256}\n`)

/** Whether the holder of the key released this artefact. `key` is SPKI in base64, compiled in. */
export const isSigned = (key: string, version: string, target: string, artefact: Artefact): Promise<boolean> =>
  isSignatureOf(updateStatement(version, target, artefact), artefact.signature, key)
