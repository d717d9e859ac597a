import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'

let harness: TestApp
beforeEach(async () => {
  harness = await testApp()
})
afterEach(() => harness.close())

interface Shown {
  logs: string[]
  level: Record<string, unknown>
  requested: number
  path: string | null
  areas: string[]
}
const look = (query = '') => harness.reader.json<Shown>(200, harness.reader.get(`/api/system/logs${query}`))

describe('the log', () => {
  test('shows its newest lines, limited by count and area', async () => {
    for (let n = 1; n <= 5; n++) harness.ports.log.info('filing', `step ${n}`)
    harness.ports.log.warn('search', 'odd')
    const shown = await look('?lines=2&area=filing')
    expect(shown.logs.map((line) => line.slice(-6))).toEqual(['step 4', 'step 5'])
    expect(shown).toMatchObject({ requested: 2, path: null })
    expect(shown.areas).toEqual(expect.arrayContaining(['filing', 'search']))
    expect((await look('?level=warn')).logs.at(-1)).toContain('search odd')
    expect((await look('?q=STEP%203')).logs).toHaveLength(1)
  })

  test('shows the current level, the saved one and that of the next start', async () => {
    await harness.reader.json(200, harness.reader.put('/api/config', { log_level: 0 }))
    expect((await look()).level).toEqual({
      effective: 2,
      effective_name: 'debug',
      saved: 0,
      saved_name: 'warning',
      restart_level: 0,
      restart_name: 'warning',
      restart_source: 'config file',
      pinned: false,
    })
  })

  test('shows that an argument sets the level of this run', async () => {
    await harness.close()
    harness = await testApp({ settings: { log_level: '2' } })
    await harness.reader.json(200, harness.reader.put('/api/config', { log_level: 0 }))
    const { level } = await look()
    expect(level).toMatchObject({
      saved_name: 'warning',
      restart_name: 'debug',
      restart_source: 'startup argument',
      pinned: true,
    })
  })

  test('never shows a key of the settings or of an indexer, or the API key', async () => {
    const { api_key } = await harness.reader.json<{ api_key: string }>(
      200,
      harness.reader.post('/api/config/api-key/regenerate'),
    )
    const providers = [{ name: 'A', host: 'https://idx.test', api_key: 'k3y0fTh1s' }]
    await harness.reader.json(200, harness.reader.put('/api/config/providers', { type: 'newznab', providers }))
    await harness.reader.json(200, harness.reader.put('/api/config', { comicvine_api: 'c0mic-v1ne-key' }))
    harness.ports.log.info('search', `asked with ${api_key}, k3y0fTh1s and c0mic-v1ne-key`)
    expect((await look('?lines=1')).logs[0]).toEndWith('asked with •••, ••• and •••"'.replace('"', ''))
    expect(harness.log.join('\n')).not.toMatch(/k3y0fTh1s|c0mic-v1ne-key/)
  })

  test('can be downloaded as a file, and be cleared', async () => {
    harness.ports.log.info('filing', 'step 1')
    const file = await harness.reader.get('/api/system/logs/download')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="panelkeep.log"')
    expect(await file.text()).toContain('filing step 1')
    const none = await harness.reader.get('/api/system/logs/download?area=filing&level=warning')
    expect(await none.text()).toBe('')
    harness.events()
    expect(await harness.reader.json(200, harness.reader.post('/api/system/logs/rotate'))).toEqual({
      success: true,
      rotated: false,
    })
    expect(harness.events()).toContainEqual({ type: 'logs.rotated', rotated: false })
    expect((await look('?area=filing')).logs).toEqual([])
  })

  test.each(['lines=0', 'lines=5001', 'lines=many', 'level=loud'])('refuses %s', async (query) => {
    const reply = await harness.reader.get(`/api/system/logs?${query}`)
    expect([reply.status, typeof (await reply.json()).detail]).toEqual([422, 'string'])
  })
})
