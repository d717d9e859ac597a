import { expect, test } from 'bun:test'
import { readUpdateFeed } from './feed'

const ADDRESS = 'https://downloads.test/panelkeep/feed.json'
const artefact = { url: 'panelkeep-1.2.3.tar.gz', size: 10, sha256: 'a'.repeat(64), signature: `${'A'.repeat(86)}==` }
const feed = { panelkeep: 1, version: '1.2.3', notes: ['Faster.'], artefacts: { 'linux-x64': artefact } }
const read = (content: unknown) => readUpdateFeed(JSON.stringify(content), ADDRESS)

test('a feed names the newest version, its notes and its files, with addresses relative to its own', () => {
  expect(read(feed)).toEqual({
    version: '1.2.3',
    name: null,
    page: null,
    notes: ['Faster.'],
    artefacts: { 'linux-x64': { ...artefact, url: 'https://downloads.test/panelkeep/panelkeep-1.2.3.tar.gz' } },
  })
})

test("a release in GitHub's format names a version without files", () => {
  expect(read({ tag_name: 'v1.2.3', name: 'Spring', html_url: 'https://downloads.test/1.2.3' })).toMatchObject({
    version: '1.2.3',
    name: 'Spring',
    artefacts: {},
  })
})

test.each([
  ['another format', { ...feed, panelkeep: 2 }, 'unknown format'],
  ['a version that is not a number', { ...feed, version: 'nightly' }, 'not a version'],
  ['an endless version', { ...feed, version: 'v99999999999999999999.0.0' }, 'not a version'],
  ['an endless tag', { tag_name: 'v1.99999999999999999999.0' }, 'no version'],
  ['a checksum of another kind', withArtefact({ sha256: 'abc' }), 'unknown format'],
  ['no signature', withArtefact({ signature: '' }), 'unknown format'],
  ['a size of 2 GB', withArtefact({ size: 2_000_000_000 }), 'unknown format'],
  ['a file of this machine', withArtefact({ url: 'file:///etc/passwd' }), 'not a web address'],
  ['a list', [], 'unknown format'],
])('a feed with %s is refused', (_what, content, sentence) => {
  expect(read(content)).toContain(sentence)
})

test('a page in place of the feed is refused', () => {
  expect(readUpdateFeed('<html>', ADDRESS)).toBe('The update feed is not valid JSON.')
})

function withArtefact(change: object) {
  return { ...feed, artefacts: { 'linux-x64': { ...artefact, ...change } } }
}
