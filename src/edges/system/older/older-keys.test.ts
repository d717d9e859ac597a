import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ClientRow, listClients, saveClient } from '../../../intake/downloads/clients/store'
import { type TestApp, testApp } from '../../../testing/app'
import { clientRow } from '../../../testing/downloads/clients'
import { listTargets } from '../../notify/notice-store'

let harness: TestApp
beforeEach(async () => {
  harness = await testApp()
})
afterEach(() => harness.close())

type View = Record<string, unknown>
const look = () => harness.reader.json<View>(200, harness.reader.get('/api/config'))
const put = (body: View) => harness.reader.json<{ ignored: string[] }>(200, harness.reader.put('/api/config', body))
const refused = (body: View) => harness.reader.json(400, harness.reader.put('/api/config', body))
const keep = (...rows: (Partial<ClientRow> & Pick<ClientRow, 'type'>)[]) =>
  harness.db.write((tx) => {
    for (const row of rows) saveClient(tx, clientRow({ address: `http://${row.type}.test:8080`, ...row }))
  })

test('sending back the reply of GET changes nothing', async () => {
  keep({ type: 'sabnzbd', secret: 'key' }, { type: 'nzbget' }, { type: 'qbittorrent' }, { type: 'rtorrent' })
  await harness.reader.post('/api/config/notifications', { service: 'desktop', events: ['grabbed'] })
  const before = await look()
  const rows = JSON.stringify([listClients(harness.db.read), listTargets(harness.db.read)])
  const { ignored } = await put(before)
  expect(await look()).toEqual(before)
  expect(JSON.stringify([listClients(harness.db.read), listTargets(harness.db.read)])).toBe(rows)
  const derived = ['version', 'data_dir', 'cache_dir', 'log_dir', 'http_username', 'newznab', 'torznab']
  const known = [...derived, 'authentication', 'nzb_downloader_label', 'torrent_downloader', 'torrent_downloader_label']
  expect(ignored.filter((key) => !key.endsWith('_set') && !known.includes(key))).toEqual(['extra_scripts'])
})

describe('keys of download clients', () => {
  test('are empty without clients', async () => {
    expect(await look()).toMatchObject({
      nzb_downloader: 3,
      nzb_downloader_label: 'Disabled',
      sab_host: '',
      sab_apikey_set: false,
      torrent_downloader: 0,
      torrent_downloader_label: 'Watchfolder',
    })
  })

  test('show the first client of their kind, without its login and key', async () => {
    const address = 'http://bob:secret@nas.test:8080/sabnzbd'
    keep(
      { type: 'sabnzbd', address, secret: 'k3y-of-sabnzbd', category: 'books' },
      { type: 'deluge', address: 'http://nas.test:8112', secret: 'deluge-word' },
    )
    const shown = await look()
    expect(shown).toMatchObject({
      nzb_downloader: 0,
      nzb_downloader_label: 'SABnzbd',
      torrent_downloader: 4,
      torrent_downloader_label: 'Deluge',
      sab_host: 'http://nas.test:8080/sabnzbd',
      sab_category: 'books',
      sab_apikey_set: true,
    })
    expect(JSON.stringify(shown)).not.toMatch(/k3y-of-sabnzbd|deluge-word|secret@/)
  })

  test('add a client, and change an existing one', async () => {
    await put({ sab_host: 'http://nas.test:8080/api', SAB_APIKEY: 'k3y', sab_verify: false, sab_priority: 'High' })
    const [made] = listClients(harness.db.read)
    expect(made).toMatchObject({
      type: 'sabnzbd',
      name: 'SABnzbd',
      address: 'http://nas.test:8080',
      secret: 'k3y',
      verify: false,
      settings: { priority: 'high' },
    })
    await put({ sab_category: 'books', sab_apikey: '' })
    expect(listClients(harness.db.read)).toMatchObject([
      { client_id: made!.client_id, category: 'books', secret: 'k3y', settings: { priority: 'high' } },
    ])
    expect(await look()).toMatchObject({ nzb_downloader: 0, sab_priority: 'High', sab_verify: false })
  })

  test('need a web address, and a new key with a new address', async () => {
    expect((await refused({ sab_host: 'ftp://nas.test', sab_apikey: 'k' })).error).toContain('http://')
    keep({ type: 'sabnzbd', address: 'http://nas.test:8080', secret: 'k3y' })
    const reply = await refused({ sab_host: 'http://elsewhere.test:8080', opds_pagesize: 40 })
    expect(reply).toMatchObject({ success: false, code: 'secret_required', error: reply.detail })
    expect(await look()).toMatchObject({ sab_host: 'http://nas.test:8080', opds_pagesize: 30 })
    await put({ sab_host: 'http://elsewhere.test:8080', sab_apikey: 'another' })
    expect(listClients(harness.db.read)[0]).toMatchObject({ address: 'http://elsewhere.test:8080', secret: 'another' })
  })

  test('have separate host and port for NZBGet', async () => {
    await put({ nzbget_host: 'nas.test', nzbget_port: 6789, nzbget_username: 'nzbget', nzbget_password: 'word' })
    expect(listClients(harness.db.read)[0]).toMatchObject({ address: 'http://nas.test:6789', username: 'nzbget' })
    await put({ nzbget_port: '6790', nzbget_password: 'word' })
    expect(await look()).toMatchObject({ nzbget_host: 'http://nas.test', nzbget_port: 6790 })
  })

  test('set whether torrents are started', async () => {
    keep({ type: 'qbittorrent' }, { type: 'deluge' }, { type: 'rtorrent' })
    await put({ qbittorrent_loadaction: 'paused', deluge_pause: true, rtorrent_startonload: false })
    expect(listClients(harness.db.read).map(({ settings }) => settings.start)).toEqual(['paused', 'paused', 'paused'])
    expect((await refused({ qbittorrent_loadaction: 'later' })).detail).toContain('one of default, force_start, paused')
  })

  test('nzb_downloader selects the first client, or none', async () => {
    keep({ type: 'sabnzbd', position: 0 }, { type: 'nzbget', position: 1, enabled: false })
    await put({ nzb_downloader: 1 })
    expect(listClients(harness.db.read).map(({ type, enabled }) => [type, enabled])).toEqual([
      ['nzbget', true],
      ['sabnzbd', true],
    ])
    expect(await look()).toMatchObject({ nzb_downloader: 1, nzb_downloader_label: 'NZBGet' })
    await put({ nzb_downloader: '3' })
    expect(listClients(harness.db.read).every(({ enabled }) => !enabled)).toBe(true)
    expect((await refused({ nzb_downloader: 2 })).detail).toContain('no Blackhole')
    for (const wrong of [4, -1, 'SABnzbd', true]) await refused({ nzb_downloader: wrong })
    const blackhole_dir = join(harness.folder, 'nzb')
    mkdirSync(blackhole_dir)
    await put({ blackhole_dir })
    expect(await look()).toMatchObject({ nzb_downloader: 2, nzb_downloader_label: 'Blackhole' })
    await put({ nzb_downloader: 0 })
    await put({ nzb_downloader: 2 })
    expect([await look(), harness.config.get('blackhole_dir')]).toMatchObject([{ nzb_downloader: 2 }, blackhole_dir])
    await put({ nzb_downloader: 3 })
    expect(await look()).toMatchObject({ nzb_downloader: 3, nzb_downloader_label: 'Disabled', blackhole_dir: '' })
  })
})

describe('keys of notifications', () => {
  test('add and change the first target of a service', async () => {
    const discord_webhook_url = 'https://discord.com/api/webhooks/1/k3y'
    await put({ discord_enabled: false, discord_webhook_url, discord_onsnatch: true })
    expect(listTargets(harness.db.read)).toMatchObject([
      { service: 'discord', name: 'Discord', enabled: false, secrets: { webhook_url: discord_webhook_url } },
    ])
    expect(listTargets(harness.db.read)[0]!.events).toContain('grabbed')
    await put({ discord_enabled: 'true', discord_onsnatch: 0 })
    const shown = await look()
    expect(shown).toMatchObject({ discord_enabled: true, discord_onsnatch: false, discord_webhook_url_set: true })
    expect(JSON.stringify(shown)).not.toContain('webhooks/1')
  })

  test('use their own numbers for mail encryption', async () => {
    const mail = {
      email_server: 'mail.test',
      email_from: 'a@mail.test',
      email_to: 'b@mail.test',
      email_password: 'word',
    }
    await put({ ...mail, email_enabled: true, email_enc: 1, email_port: 465, email_ongrab: false })
    expect(listTargets(harness.db.read)[0]).toMatchObject({
      settings: { host: 'mail.test', security: 'tls', port: '465' },
      secrets: { password: 'word' },
    })
    expect(await look()).toMatchObject({ email_enc: 1, email_port: 465, email_ongrab: false, email_onpost: true })
    await put({ email_password: null })
    expect(await look()).toMatchObject({ email_password_set: false, email_server: 'mail.test' })
  })

  test('give a sentence for a bad value', async () => {
    expect((await refused({ gotify_enabled: true })).error).toContain('Server of Gotify')
    expect((await refused({ email_enc: 7 })).detail).toContain('email_enc must be a whole number from 0 to 2')
    expect((await refused({ telegram_enabled: 'perhaps' })).detail).toContain('telegram_enabled must be true or false')
  })
})

describe('other names of options', () => {
  test.each([
    ['rename_files', false, 'rename_arrivals', false],
    ['RSS_CHECK_INTERVAL', '45', 'rss_checkinterval', 45],
    ['enable_torrent_search', 'off', 'enable_torznab', false],
    ['use_metron_search', false, 'metron_enabled', false],
    ['zero_level', false, 'zero_level_n', 'none'],
    ['imp_file_opts', 'move', 'imp_move', true],
    ['check_github', false, 'check_github_interval', 0],
  ] as const)('%s = %p', async (older, input, name, value) => {
    await put({ [older]: input })
    expect(harness.config.get(name)).toBe(value)
    const shown = (await look())[older.toLowerCase()]
    expect(String(shown)).toBe(input === 'off' ? 'false' : String(input))
  })

  test.each(['', null])('imp_file_opts = %p copies, like the default', async (input) => {
    await put({ imp_file_opts: 'move' })
    await put({ imp_file_opts: input })
    expect(harness.config.get('imp_move')).toBe(false)
    await put({ imp_file_opts: input })
    expect(harness.config.get('imp_move')).toBe(false)
  })

  test('keep values that the older keys cannot express', async () => {
    await put({ zero_level_n: '0x', zero_level: true })
    expect(harness.config.get('zero_level_n')).toBe('0x')
    expect((await refused({ imp_file_opts: 'softlink' })).detail).toContain('imp_file_opts must be move or copy.')
    expect((await refused({ zero_level: 'perhaps' })).detail).toContain('zero_level must be true or false.')
  })

  test('multiple_dest_dirs are all folders but the first', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => join(harness.folder, name))
    for (const path of [a!, b!, c!]) mkdirSync(path)
    await put({ comic_dir: a!, multiple_dest_dirs: `${b};${c}` })
    expect(harness.config.get('comic_dirs')).toEqual([a!, b!, c!])
    expect(await look()).toMatchObject({ comic_dir: a!, multiple_dest_dirs: `${b};${c}` })
  })
})
