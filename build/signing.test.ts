import { afterEach, expect, test } from 'bun:test'
import { generateKeyPairSync, verify } from 'node:crypto'
import { releaseKey } from '../src/testing/update-feed'
import { signatureOf, signingKey, updateKey } from './signing'

const names = ['PANELKEEP_SIGNING_KEY', 'PANELKEEP_PUBLIC_KEY'] as const
const before = names.map((name) => process.env[name])
afterEach(() => {
  names.forEach((name, index) => {
    if (before[index] === undefined) delete process.env[name]
    else process.env[name] = before[index]
  })
})

test('a build without keys has no compiled-in key', () => {
  for (const name of names) delete process.env[name]
  expect([signingKey(), updateKey()]).toEqual([undefined, ''])
})

test('the public half of the signing key is compiled in, and verifies what it signed', () => {
  const { privateKey, compiled } = releaseKey()
  process.env.PANELKEEP_SIGNING_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  expect(updateKey()).toBe(compiled)
  const content = Buffer.from('sums')
  const signature = Buffer.from(signatureOf(signingKey()!, content), 'base64')
  expect(verify(null, content, privateKey, signature)).toBe(true)
})

test('a key of another kind, or a missing file, fails the build', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  process.env.PANELKEEP_SIGNING_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  expect(() => signingKey()).toThrow('PANELKEEP_SIGNING_KEY is not an Ed25519 key.')
  process.env.PANELKEEP_SIGNING_KEY = '/nowhere/key.pem'
  expect(() => signingKey()).toThrow('neither a PEM nor the path of one')
})
