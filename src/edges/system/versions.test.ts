import { afterEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { fakeHttp } from '../../testing/fakes/http'
import { readChangelog } from './changelog'

let harness: TestApp
afterEach(() => harness?.close())

const FEED = 'https://releases.test/latest'
const feeding = async (answer: () => Response) => {
  const http = fakeHttp({ 'releases.test': answer })
  harness = await testApp({ ports: { http }, settings: { update_feed: FEED } })
  return http
}
const check = () => harness.reader.json(200, harness.reader.post('/api/system/version/check'))
const look = () => harness.reader.json(200, harness.reader.get('/api/system/version'))

describe('a changelog', () => {
  test('is split by version, newest first, skipping other headings', () => {
    const text =
      '# Changes\n\n## 1.2.0, 2026-02-01\n### New\n- A\n### Mended\n- B\n## v1.10.0 (today)\n- C\n## Older\n- D\n'
    expect(readChangelog(text)).toEqual([
      { version: '1.10.0', bullets: ['C', 'D'] },
      { version: '1.2.0', bullets: ['A', 'B'] },
    ])
  })
})

describe('the version', () => {
  test('is shown without a request when no update feed is set', async () => {
    const http = fakeHttp({})
    harness = await testApp({ ports: { http } })
    expect(await check()).toMatchObject({
      current_version: '0.0.0-test',
      latest_version: null,
      update_state: 'unknown',
      update_reason: 'no_update_feed',
      commits_behind: null,
      pending_whats_new: null,
      message: expect.stringContaining('No update feed is set'),
    })
    expect(http.requests).toEqual([])
  })

  test('is outdated when the feed has a newer one, and the changes are fetched', async () => {
    const answers = [
      () =>
        Response.json(
          { tag_name: 'v1.2.3', name: 'Spring', html_url: 'https://releases.test/1.2.3' },
          { headers: { ETag: '"a"' } },
        ),
    ]
    const http = await feeding(() => answers.shift()?.() ?? new Response(null, { status: 304 }))
    const found = { latest_version: '1.2.3', release_name: 'Spring', update_state: 'behind', update_reason: null }
    expect(await check()).toMatchObject(found)
    expect(await check()).toMatchObject(found)
    expect(await look()).toMatchObject({ ...found, checked_at: expect.any(String) })
    // The first request was made at the start.
    expect(http.requests).toHaveLength(3)
  })

  test.each([
    ['answers an error', () => new Response('', { status: 503 }), 'answered with status 503'],
    ['sends a page', () => new Response('<html>'), 'is not valid JSON'],
    ['names no version', () => Response.json({ tag_name: 'nightly' }), 'names no version'],
    [
      'does not answer',
      () => {
        throw new TypeError('refused')
      },
      'does not answer',
    ],
  ])('stays unknown with the reason when the feed %s', async (_what, answer, sentence) => {
    await feeding(answer as () => Response)
    const shown = await check()
    expect(shown).toMatchObject({ update_state: 'unknown', update_reason: 'check_failed', latest_version: null })
    expect(shown.update_error).toContain(sentence)
  })
})

describe('the changes', () => {
  test('are listed between two versions, and refused without them', async () => {
    harness = await testApp()
    const notes = (query: string) => harness.reader.get(`/api/system/release-notes?${query}`)
    const { sections } = await harness.reader.json<{ sections: { version: string }[] }>(
      200,
      notes('after=0.35.9&through=0.36.0'),
    )
    expect(sections.map(({ version }) => version)).toEqual(['0.36.0'])
    expect(await harness.reader.json(200, notes('after=0.36.0&through=0.36.0'))).toEqual({ sections: [] })
    for (const query of ['', 'after=1.0.0', 'after=one&through=2.0.0'])
      expect(await harness.reader.json(400, notes(query))).toMatchObject({ success: false, error: expect.any(String) })
  })

  test('are empty on a first run, and shown after an update until the user has seen them', async () => {
    harness = await testApp()
    const archive = () => harness.reader.json(200, harness.reader.get('/api/system/whats-new/archive'))
    expect(await archive()).toMatchObject({ pending: null, last_seen: '0.0.0-test', current: '0.0.0-test' })
    harness.db.write((tx) => tx.run("update own_version set last_seen = '0.0.0-alpha'" as never))
    expect((await archive()).sections).toBeArray()
    const dismissed = await harness.reader.json(200, harness.reader.post('/api/system/whats-new/dismiss'))
    expect(dismissed).toEqual({ success: true, last_seen_version: '0.0.0-test' })
    expect(await archive()).toMatchObject({ last_seen: '0.0.0-test' })
  })
})
