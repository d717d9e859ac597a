import { generateKeyPairSync, sign } from 'node:crypto'
import { sha256 } from '../base/platform/digest'
import type { UpdateFeed } from '../edges/system/updates/feed'
import { updateStatement } from '../edges/system/updates/signature'

/** A release key. `compiled` is its public half in the form that builds contain. */
export function releaseKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, compiled: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }
}

/** A signed feed with one file. */
export function signedFeed(
  { privateKey }: Pick<ReturnType<typeof releaseKey>, 'privateKey'>,
  { version, target, url, content }: { version: string; target: string; url: string; content: Uint8Array },
): UpdateFeed {
  const facts = { size: content.length, sha256: sha256(content) }
  const signature = sign(null, updateStatement(version, target, facts), privateKey).toString('base64')
  return { panelkeep: 1, version, notes: ['Faster.'], artefacts: { [target]: { url, ...facts, signature } } }
}
