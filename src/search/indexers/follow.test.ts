import { expect, test } from 'bun:test'
import { sameHost } from './follow'

const ROWS: [from: string, to: string, allowed: boolean][] = [
  ['http://idx.test/api', 'http://idx.test/api/v2', true],
  ['http://idx.test/api', 'https://idx.test/api', true],
  ['http://idx.test:5076/api', 'https://idx.test/api', true],
  ['http://idx.test/api', 'https://idx.test:8443/api', false],
  ['http://idx.test/api', 'http://idx.test:8080/api', false],
  ['https://idx.test/api', 'http://idx.test/api', false],
  ['https://idx.test/api', 'https://other.test/api', false],
  ['http://idx.test/api', 'https://other.test/api', false],
]

test.each(ROWS)('a key from %s to %s: %s', (from, to, allowed) => {
  const follow = () => sameHost(new URL(from), new URL(to))
  if (allowed) expect(follow).not.toThrow()
  else expect(follow).toThrow(`it points to ${new URL(to).origin}`)
})
