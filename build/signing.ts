import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

/**
 * Keys of a release come from outside the repository: `PANELKEEP_SIGNING_KEY` is an Ed25519 private key,
 * `PANELKEEP_PUBLIC_KEY` its public half, each a PEM or the path of one. `openssl genpkey -algorithm ed25519` makes a key.
 */
const SIGNING = 'PANELKEEP_SIGNING_KEY'
const PUBLIC = 'PANELKEEP_PUBLIC_KEY'

/** The key that signs a release; undefined when none is set. */
export function signingKey(): KeyObject | undefined {
  const pem = pemOf(SIGNING)
  return pem === undefined ? undefined : ed25519(SIGNING, () => createPrivateKey(pem))
}

/** The public key that is compiled in, SPKI in base64. Default: the public half of the signing key; empty without keys. */
export function updateKey(): string {
  const pem = pemOf(PUBLIC) ?? pemOf(SIGNING)
  return pem === undefined ? '' : spkiOf(ed25519(PUBLIC, () => createPublicKey(pem))).toString('base64')
}

export const publicPem = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string

export const signatureOf = (key: KeyObject, content: Uint8Array): string => sign(null, content, key).toString('base64')

const spkiOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })

function pemOf(name: string): string | undefined {
  const value = process.env[name]?.trim()
  if (!value) return undefined
  if (value.startsWith('-----BEGIN')) return value
  if (!existsSync(value)) throw new Error(`${name} is neither a PEM nor the path of one.`)
  return readFileSync(value, 'utf8')
}

function ed25519(name: string, read: () => KeyObject): KeyObject {
  const key = read()
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${name} is not an Ed25519 key.`)
  return key
}
