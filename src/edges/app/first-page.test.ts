import { expect, test } from 'bun:test'
import { LOGIN, testApp } from '../../testing/app'

const bytes = (text: string) => new TextEncoder().encode(text)

test('the setup page and its files load no routes', async () => {
  const pages = [
    { path: '/index.html', content: bytes('<!doctype html>'), type: 'text/html' },
    { path: '/assets/a.js', content: bytes('1'), type: 'text/javascript' },
  ]
  let loads = 0
  const { app, guest, close } = await testApp({ fresh: true, pages, beforeRoutes: () => (loads += 1) })
  try {
    for (const path of ['/login', '/assets/a.js', '/api/auth/check-setup', '/api/health'])
      expect((await guest.get(path)).status, path).toBe(200)
    expect(loads).toBe(0)
    const made = await guest.post('/api/auth/setup', { ...LOGIN, setup_token: app.auth.setupToken })
    expect(made.status).toBe(200)
    expect(loads).toBe(1)
    const after = guest.get('/api/auth/check-setup')
    expect(await guest.json(200, after)).toEqual({ success: true, needs_setup: false })
  } finally {
    await close()
  }
})

test('the browser stores no reply of the API that names no lifetime', async () => {
  const { reader, guest, close } = await testApp()
  try {
    for (const path of [
      '/api/auth/check-session',
      '/api/series',
      '/api/attention/sections',
      '/api/import/comic/review',
    ])
      for (const client of [reader, guest])
        expect((await client.get(path)).headers.get('cache-control'), path).toBe('no-store')
  } finally {
    await close()
  }
})
