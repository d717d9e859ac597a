import { expect, test } from 'bun:test'
import { threadCpuMs } from '../../testing/harness/loop-watch'
import { refusedKeyIn } from './refused-key'

test.each([
  ['<html><body><h1>Access denied</h1><p>to this page: <b>invalid</b> API key</p></body></html>', 'invalid API key'],
  ['Your API key is not valid.', 'API key is not valid'],
  ['{"error":"Wrong apikey"}', 'Wrong apikey'],
  ['API Key Required', 'API Key Required'],
  ['<!DOCTYPE html><title>Just a moment...</title><body>Access denied</body>', undefined],
  ['<script>var invalid = "api key"</script><p>Access denied</p>', undefined],
  ['<a href="/help?topic=invalid-api-key">Help</a> Access denied', undefined],
  ['You find your API key on your profile.', undefined],
])('%s says that the key is refused with %p', (page, words) => {
  expect(refusedKeyIn(page)).toBe(words)
})

test.each(['<', '<script ', '<!--', "no '-'", 'no key api ', ' no '])(
  'a page of nothing but %p is read quickly',
  (piece) => {
    const begun = threadCpuMs()
    refusedKeyIn(piece.repeat(20_000))
    expect(threadCpuMs() - begun).toBeLessThan(500)
  },
)
