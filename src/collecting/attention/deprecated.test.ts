import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { endAsFailed } from '../../intake/downloads/journal/stage-changes'
import { addItem } from '../../intake/downloads/store'
import { type TestApp, testApp } from '../../testing/app'
import { makeIssues, makeSeries } from '../../testing/make'

/** The routes of older tools. */

let app: TestApp
beforeEach(async () => {
  app = await testApp()
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [3, 4])
})
afterEach(() => app.close())

const OLD = '/api/downloads/needs-attention'
const SUCCESSOR = '</api/attention/resolve>; rel="successor-version"'

function failed(release_key: string): void {
  app.db.write((tx) => {
    const at = app.clock.now()
    const about = { entity_type: 'issue', entity_id: 'harbor-3', comic_id: 'harbor', protocol: 'usenet' } as const
    const release = { title: 'Harbor Lights 003', indexer: 'A/B', digest: release_key, release_key }
    addItem(tx, { item_id: release_key, ...release, ...about, grabbed_at: at }, [])
    const end = { reason: 'submission_rejected', detail: 'The client refused it.', at_step: 'grab' } as const
    endAsFailed(tx, release_key, { to: 'failed', ...end }, at)
  })
}

const replies = async (reply: Response) => ({
  status: reply.status,
  body: (await reply.json()) as Record<string, unknown>,
})

describe('the older routes', () => {
  test.each([
    ['301|a/b', '301%7Ca/b'],
    ['301|a/b', '301%7Ca%2Fb'],
    ['301|a%2Fb', '301%7Ca%252Fb'],
    ['a/b/retry', 'a/b/retry'],
    ['batch', 'batch'],
  ])('read the key %s from %s', async (key, path) => {
    failed(key)
    const reply = await app.reader.post(`${OLD}/${path}/stop-wanting`)
    expect(reply.headers.get('deprecation')).toBe('true')
    expect(reply.headers.get('link')).toBe(SUCCESSOR)
    expect(await replies(reply)).toEqual({
      status: 200,
      body: {
        success: true,
        status: 'ignored',
        action: 'stop_wanting',
        release_key: key,
        stamped: true,
        message: 'It is no longer wanted.',
        issue_id: 'harbor-3',
      },
    })
  })

  test('report items that cannot be resolved in their own form', async () => {
    failed('301|a')
    const wrong = await replies(await app.reader.post(`${OLD}/301%7Ca/import`, { nzb_name: 'x', nzb_folder: '/y' }))
    expect(wrong).toMatchObject({ status: 409, body: { success: false, status_code: 409, code: 'action_not_allowed' } })
    const short = await replies(await app.reader.post(`${OLD}/z/retry`))
    expect(short).toMatchObject({ status: 404, body: { code: 'row_not_found', release_key: 'z' } })
    const unknown = await app.reader.post(`${OLD}/zzz/retry`)
    expect(unknown.headers.get('deprecation')).toBe('true')
    expect(await replies(unknown)).toMatchObject({
      status: 404,
      body: {
        success: false,
        status: 'failed',
        status_code: 404,
        error: expect.any(String),
        detail: expect.any(String),
      },
    })
    expect(await replies(await app.reader.post(`${OLD}/zzz/burn`))).toMatchObject({
      status: 404,
      body: { success: false },
    })
    expect((await replies(await app.reader.post(`${OLD}/%E0%A4%A/retry`))).status).toBe(400)
    expect((await replies(await app.reader.post(`${OLD}/retry`))).status).toBe(404)
  })

  test('accept a list', async () => {
    failed('301|a/b')
    const done = await replies(
      await app.reader.post(`${OLD}/batch`, { action: 'stop_wanting', release_keys: ['301|a/b', 'z'] }),
    )
    expect(done).toMatchObject({ status: 200, body: { success: true, partial: true, succeeded: 1, failed: 1 } })
    const none = await replies(await app.reader.post(`${OLD}/batch`, { action: 'retry', release_keys: ['z'] }))
    expect(none).toMatchObject({
      status: 409,
      body: { success: false, error: 'No rows could be resolved.', status_code: 409, results: [{ release_key: 'z' }] },
    })
    for (const body of [
      undefined,
      {},
      { action: 'burn', release_keys: ['z'] },
      { action: 'retry', release_keys: [] },
    ]) {
      const reply = await app.reader.post(`${OLD}/batch`, body)
      expect(reply.headers.get('link')).toBe(SUCCESSOR)
      expect(await replies(reply)).toMatchObject({ status: 400, body: { success: false, status_code: 400 } })
    }
  })

  test('the older name of the attention list still works', async () => {
    failed('301|a')
    const band = await app.reader.get('/api/activity/band')
    expect(band.headers.get('link')).toBe('</api/attention>; rel="successor-version"')
    expect(await band.json()).toEqual(await (await app.reader.get('/api/attention')).json())
    expect((await app.reader.get('/api/activity/band?scope_id=1')).status).toBe(400)
  })

  test('the removed list names its replacement', async () => {
    for (const client of [app.reader, app.guest]) {
      const reply = await client.get(OLD)
      expect(reply.headers.get('link')).toBe('</api/attention>; rel="successor-version"')
      expect(await replies(reply)).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining('/api/attention') },
      })
    }
  })
})
