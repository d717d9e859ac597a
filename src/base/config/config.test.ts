import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestApp, testApp } from '../../testing/app'
import { systemFiles } from '../platform/files'
import { systemRandom } from '../platform/random'
import { Config, type ConfigSources } from './config'
import { Ini } from './ini'
import { isSecret, optionNames, options } from './options'
import { readValue } from './read-value'

const folder = mkdtempSync(join(tmpdir(), 'panelkeep-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const config = (sources: ConfigSources) =>
  new Config({ files: systemFiles, random: systemRandom, publish: () => {} }, sources)

describe('config.ini', () => {
  const TEXT =
    '; my own note\n[General]\ncomic_dir = /a\nfuture_key = kept\n\n# about the port\n[Interface]\nhttp_port=8091\n'

  test('keeps comments, blank lines, unknown keys and their order', () => {
    expect(new Ini(TEXT).toString()).toBe(TEXT)
    const ini = new Ini(TEXT)
    ini.set('Interface', 'http_port', '9000')
    ini.set('Interface', 'http_host', '0.0.0.0')
    ini.set('OPDS', 'opds_enable', 'false')
    expect(ini.toString()).toBe(
      `${TEXT.replace('http_port=8091', 'http_port = 9000')}http_host = 0.0.0.0\n\n[OPDS]\nopds_enable = false\n`,
    )
  })

  test('uses the last of two equal keys, and changes that one', () => {
    const ini = new Ini('[Interface]\nhttp_port = 1\nhttp_port = 2\n[Other]\nhttp_port = 3\n')
    expect([ini.get('interface', 'http_port'), ini.find('http_port')]).toEqual(['2', '3'])
    ini.set('Interface', 'http_port', '4')
    expect(ini.toString()).toBe('[Interface]\nhttp_port = 1\nhttp_port = 4\n[Other]\nhttp_port = 3\n')
    expect(new Ini(ini.toString()).get('Interface', 'http_port')).toBe('4')
    const elsewhere = new Ini('[A]\nlog_level = 1\n[B]\nlog_level = 2\n')
    elsewhere.set('Logs', 'log_level', '0')
    expect(elsewhere.toString()).toBe('[A]\nlog_level = 1\n[B]\nlog_level = 0\n')
  })

  test('gets a new key after the last line of its section, and a new section after a blank line', () => {
    const ini = new Ini('[A]\nx = 1\n\n[B]\ny = 2\n')
    ini.set('a', 'z', '3')
    ini.set('C', 'w', '4')
    expect(ini.toString()).toBe('[A]\nx = 1\nz = 3\n\n[B]\ny = 2\n\n[C]\nw = 4\n')
    expect(ini.keys()).toEqual(['x', 'z', 'y', 'w'])
  })

  test('is read with any line endings, spaces and case', () => {
    const ini = new Ini('\uFEFF[INTERFACE]\r\n  HTTP_PORT  =  81  \r\n')
    expect(ini.get('Interface', 'http_port')).toBe('81')
  })

  test('reports the lines that are ignored, without their text', () => {
    const text =
      '[General\nopds_enable: true\n[OPDS]\n# note\n\nopds_enabel = on\nopds_pagesize = 40\nrename_files = on\n'
    expect(config({ text }).warnings()).toEqual([
      'config.ini has lines that are neither "name = value" nor a comment nor a [section]: 1, 2.',
      'config.ini has names that are no settings here: opds_enabel.',
    ])
    expect(config({ text: TEXT.replace('future_key = kept\n', '') }).warnings()).toEqual([])
    expect(
      config({ text: '[Interface]\nhttp_username = a\nhttp_password = b\n[API]\napi_key = c' }).warnings(),
    ).toEqual([])
  })

  test('does not change a line whose value is unchanged', () => {
    const ini = new Ini('[Interface]\nhttp_port=8091')
    ini.set('Interface', 'http_port', '8091')
    expect(ini.toString()).toBe('[Interface]\nhttp_port=8091\n')
  })
})

describe('a value', () => {
  test('comes from the argument, then the environment, then the file, then the default', () => {
    const text = '[Interface]\nhttp_port = 1\n'
    const env = { PANELKEEP_HTTP_PORT: '2' }
    expect(config({ text, env, args: { http_port: '3' } }).explain('http_port')).toEqual({
      value: 3,
      source: 'startup argument',
      pinned: true,
    })
    expect(config({ text, env }).explain('http_port')).toMatchObject({ value: 2, source: 'environment variable' })
    expect(config({ text }).explain('http_port')).toEqual({ value: 1, source: 'config file', pinned: false })
    expect(config({}).explain('http_port')).toMatchObject({ value: 8090, source: 'built-in default' })
  })

  test('that is invalid is ignored and reported: its place, the expected form and the value used instead', () => {
    const bad = config({ text: '[Interface]\nhttp_port = eighty\npublic_url = http://x:80900\n' })
    expect([bad.get('http_port'), bad.get('public_url'), bad.explain('http_port').source]).toEqual([
      8090,
      '',
      'built-in default',
    ])
    expect(bad.invalidValues()).toEqual([
      'config.ini says http_port = eighty, which is not a whole number from 1 to 65535. Using 8090.',
      'config.ini says public_url = http://x:80900, which is not a whole address such as https://comics.example. It is treated as empty.',
    ])
    expect(bad.warnings()).toEqual(bad.invalidValues())
    const env = config({ text: '[Interface]\nhttp_port = 81', env: { PANELKEEP_HTTP_PORT: '70000' } })
    expect(env.explain('http_port')).toEqual({ value: 81, source: 'config file', pinned: false })
    expect(env.invalidValues()).toEqual([
      'The variable PANELKEEP_HTTP_PORT says http_port = 70000, which is not a whole number from 1 to 65535. Using 81.',
    ])
  })

  test('of an invalid argument stops the start, since the user is there to read the error', () => {
    expect(() => config({ args: { http_port: '70000' } })).toThrow('The argument for http_port')
  })

  test('that was ignored is no longer reported once it is corrected', async () => {
    const live = config({ path: join(folder, 'bad.ini'), text: '[Interface]\nhttp_port = eighty\n' })
    await live.save({ http_port: 8091 })
    expect(live.invalidValues()).toEqual([])
  })

  test('of an older single folder is understood', () => {
    expect(config({ text: '[General]\ncomic_dir = /comics\n' }).get('comic_dirs')).toEqual(['/comics'])
  })

  test.each([
    ['http_port', 'x', 'a whole number'],
    ['http_port', 0, 'a whole number'],
    ['http_port', 80.5, 'a whole number'],
    ['opds_enable', 'perhaps', 'true or false'],
    ['zero_level_n', '3x', 'one of'],
    ['http_port', [81], 'a whole number'],
    ['http_port', true, 'a whole number'],
    ['opds_enable', [true], 'true or false'],
    ['opds_enable', { toString: 1, valueOf: 1 }, 'true or false'],
    ['comic_dirs', 7, 'a list of folders'],
    ['comic_dirs', 'comics;/manga', 'whole paths of folders'],
    ['log_level', 'loud', 'a whole number from 0 to 2, or warning, info, debug'],
    ['comic_dirs', ['/a\n[API]'], 'a list of folders'],
    ['folder_format', 'a\nb', 'a line of text'],
    ['http_host', 'a b', 'an address'],
    ['http_host', '256.1.1.1', 'an address'],
    ['http_host', '::1::', 'an address'],
    ['public_url', 'http://x:80900', 'a whole address'],
    ['public_url', 'http://256.256.256.256', 'a whole address'],
    ['public_url', 'file:', 'a whole address'],
    ['public_url', 'https://[::1', 'a whole address'],
    ['komga_url', 'http://x:80900', 'a whole address'],
    ['webhook_url', 'http://x:80900/key', 'a whole address'],
    ['webhook_url', 'file:///etc/passwd', 'a whole address'],
    ['update_feed', 'https://1.2.3.256/releases', 'a whole address'],
    ['trusted_proxies', '10.0.0.0/8, 300.1.1.1', 'addresses or networks'],
    ['trusted_proxies', '10.0.0.0/99', 'addresses or networks'],
  ] as const)('%s = %p is rejected', (name, input, word) => {
    expect((readValue(name, input) as { expected: string }).expected).toContain(word)
  })

  test.each([
    ['opds_enable', 'off', false],
    ['opds_enable', 1, true],
    ['http_port', '81', 81],
    ['comic_dirs', '/a; /b ;/a', ['/a', '/b']],
    ['comic_dirs', null, []],
    ['opds_pagesize', '', 30],
    ['log_level', 'Debug', 2],
    ['preferred_quality', 'cbz', 2],
  ] as const)('%s = %p is read', (name, input, value) => {
    expect(readValue(name, input)).toEqual({ value: value as never })
  })

  test('every default is accepted by its own option', () => {
    for (const name of optionNames) expect(readValue(name, options[name].default), name).toHaveProperty('value')
  })
})

describe('saving', () => {
  test('writes the file, readable by its owner alone, and applies', async () => {
    const path = join(folder, 'config.ini')
    const live = config({ path })
    await live.complete()
    const changedKeys: string[] = []
    live.onChange((keys) => changedKeys.push(...keys))
    expect(await live.save({ opds_enable: false, http_port: 8090 })).toEqual(['opds_enable'])
    expect(changedKeys).toEqual(['opds_enable'])
    expect(live.get('opds_enable')).toBe(false)
    expect(readFileSync(path, 'utf8')).toContain('opds_enable = false')
    expect(readFileSync(path, 'utf8')).toMatch(/\[API\]\napi_key = [0-9a-f]{32}\n/)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('at the same time keeps every change', async () => {
    const path = join(folder, 'at-once.ini')
    const settings = config({ path })
    const changes = [{ http_port: 9001 }, { http_host: '0.0.0.0' }, { search_interval: 720 }]
    await Promise.all([...changes.map((each) => settings.save(each)), settings.saveCredentials({ apiKey: 'key' })])
    const ini = new Ini(readFileSync(path, 'utf8'))
    expect(['http_port', 'http_host', 'search_interval', 'api_key'].map((key) => ini.find(key))).toEqual([
      '9001',
      '0.0.0.0',
      '720',
      'key',
    ])
  })

  test('changes nothing when the disk refuses', async () => {
    const live = config({ path: join(folder, 'no', 'such', 'config.ini') })
    expect(live.save({ opds_enable: false })).rejects.toThrow()
    await live.save({ opds_enable: false }).catch(() => undefined)
    expect(live.get('opds_enable')).toBe(true)
  })

  test('that was rejected blocks no later one, and is not saved with it', async () => {
    const path = join(folder, 'full-once.ini')
    let isFull = true
    const files = {
      ...systemFiles,
      write: async (...args: Parameters<typeof systemFiles.write>) => {
        if (isFull) throw new Error('ENOSPC')
        return systemFiles.write(...args)
      },
    }
    const live = new Config({ files, random: systemRandom, publish: () => {} }, { path })
    const refused = [live.save({ opds_pagesize: 40 }), live.saveCredentials({ apiKey: 'lost' })]
    for (const each of await Promise.allSettled(refused))
      expect(each).toMatchObject({ reason: { detail: `Settings were not saved: ${path} cannot be written.` } })
    isFull = false
    expect(await live.save({ http_port: 9001 })).toEqual(['http_port'])
    const ini = new Ini(readFileSync(path, 'utf8'))
    expect([ini.find('http_port'), ini.find('opds_pagesize'), ini.find('api_key')]).toEqual([
      '9001',
      undefined,
      undefined,
    ])
    expect([live.get('opds_pagesize'), live.credential('apiKey')]).toEqual([30, ''])
  })

  test('keeps a line that was added to the file meanwhile', async () => {
    const path = join(folder, 'by-hand.ini')
    const live = config({ path })
    await live.save({ opds_pagesize: 40 })
    writeFileSync(path, `; mine\n${readFileSync(path, 'utf8')}[Interface]\nhttp_port = 9000\n`)
    await live.save({ opds_enable: false })
    expect(readFileSync(path, 'utf8')).toMatch(/^; mine\n[\s\S]*opds_enable = false[\s\S]*http_port = 9000/)
    expect(live.get('http_port')).toBe(8090)
    expect(config({ path, text: readFileSync(path, 'utf8') }).get('http_port')).toBe(9000)
  })

  test('of a pinned value changes the file and not this run', async () => {
    const path = join(folder, 'pinned.ini')
    const live = config({ path, args: { http_port: '81' } })
    expect(await live.save({ http_port: 82 })).toEqual([])
    expect(live.get('http_port')).toBe(81)
    expect(readFileSync(path, 'utf8')).toContain('http_port = 82')
  })
})

describe('the routes', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await testApp()
  })
  afterEach(() => app.close())

  test('GET returns every option flat, in lower case, and no secret', async () => {
    const view = await app.reader.json(200, app.reader.get('/api/config'))
    for (const name of optionNames) expect(view, name).toHaveProperty(isSecret(name) ? `${name}_set` : name)
    expect(view).toMatchObject({ comic_dir: '', http_username: 'reader', api_key_set: true, version: '0.0.0-test' })
    expect(JSON.stringify(view)).not.toContain(app.config.credential('passwordHash'))
    expect(JSON.stringify(view)).not.toContain(app.config.credential('apiKey'))
  })

  test('PUT saves in any case, announces the keys and names those that need a restart', async () => {
    app.events()
    const reply = await app.reader.json(200, app.reader.put('/api/config', { OPDS_PAGESIZE: '50', http_port: 8091 }))
    expect(reply).toEqual({ success: true, restart_required: ['http_port'], ignored: [], pinned: [] })
    expect(app.config.get('opds_pagesize')).toBe(50)
    expect(app.events()).toEqual([{ type: 'config.changed', keys: ['opds_pagesize', 'http_port'] }])
  })

  test('PUT of known and unknown keys saves the known and names the others', async () => {
    const reply = await app.reader.json(200, app.reader.put('/api/config', { opds_pagesize: 40, http_password: 'x' }))
    expect(reply.ignored).toEqual(['http_password'])
    expect(app.config.credential('passwordHash')).not.toBe('x')
  })

  test('reject an unknown setting without repeating all of its name', async () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${'k'.repeat(900)}${at}`, 1]))
    const { detail } = await app.reader.json<{ detail: string }>(400, app.reader.put('/api/config', many))
    expect(detail).toEndWith(', and 395 more.')
    expect(detail.length).toBeLessThan(300)
  })

  test.each([
    [{ nonsense: 1 }, 'nonsense'],
    [{}, 'no keys'],
    [{ opds_pagesize: 'many' }, 'opds_pagesize'],
    [{ comic_dir: '/no/such/folder' }, '/no/such/folder'],
    [{ opds_pagesize: 40, log_level: 9 }, 'log_level'],
    [{ public_url: 'http://x:80900' }, 'a whole address'],
    [{ file_format: '$Series $Isue $Issue' }, '$Isue'],
    [{ file_format: '$Series ($Year)' }, '$Issue'],
    [{ folder_format: '$Publisher' }, '$Series'],
    [{ opds_pagesize: 40, folder_format: '{Serie}' }, '{Serie}'],
  ])('PUT %j is rejected with a sentence and saves nothing', async (body, word) => {
    const before = await app.reader.json(200, app.reader.get('/api/config'))
    const reply = await app.reader.json(400, app.reader.put('/api/config', body))
    expect(reply).toEqual({ detail: expect.stringContaining(word), success: false, error: reply.detail })
    expect(await app.reader.json(200, app.reader.get('/api/config'))).toEqual(before)
  })

  test('PUT of a template that names each issue is saved', async () => {
    const formats = { file_format: '{Series} - $Issue', folder_format: '$Publisher/$Series' }
    await app.reader.json(200, app.reader.put('/api/config', formats))
    expect([app.config.get('file_format'), app.config.get('folder_format')]).toEqual(Object.values(formats))
  })

  test.each([['[]'], ['"text"'], ['7'], ['null'], ['{'], ['']])('PUT of %p is a bad request', async (body) => {
    const reply = await app.reader.request('PUT', '/api/config', body || undefined)
    expect(reply.status).toBe(400)
    expect(typeof ((await reply.json()) as { detail: unknown }).detail).toBe('string')
  })

  describe('of a key', () => {
    const KEY = '0123456789abcdef0123456789abcdef01234567'
    const put = (body: object) => app.reader.json(200, app.reader.put('/api/config', body))

    test('report that a secret is set but never its value', async () => {
      expect(await app.reader.json(200, app.reader.get('/api/config'))).toMatchObject({ comicvine_api_set: false })
      await put({ comicvine_api: ` ${KEY} ` })
      expect(app.config.get('comicvine_api')).toBe(KEY)
      const [view, schema] = [await app.reader.get('/api/config'), await app.reader.get('/api/config/schema')]
      const shown = (await view.text()) + (await schema.text()) + app.log.join() + JSON.stringify(app.events())
      expect(shown).not.toContain(KEY)
      expect(shown).toContain('"comicvine_api_set":true')
      const rows = await app.reader.json<{ key: string }[]>(200, app.reader.get('/api/config/schema'))
      expect(rows.find((row) => row.key === 'comicvine_api')).toMatchObject({ type: 'secret', set: true, default: '' })
    })

    test('an empty field keeps it, null clears it', async () => {
      await put({ comicvine_api: KEY })
      await put({ comicvine_api: '', opds_pagesize: 40 })
      await put({ comicvine_api: '' })
      expect(app.config.get('comicvine_api')).toBe(KEY)
      await put({ comicvine_api: null })
      expect(app.config.get('comicvine_api')).toBe('')
    })

    test('a refusal does not repeat it', async () => {
      const key = `${KEY}\n[API]`
      const reply = await app.reader.json(400, app.reader.put('/api/config', { comicvine_api: key }))
      expect(JSON.stringify(reply)).not.toContain(KEY)
      const text = `[CV]\ncomicvine_api = ${KEY}\u0007\n`
      const sentence = 'config.ini says comicvine_api, which is not a line of text. It is treated as empty.'
      expect(config({ text }).invalidValues()).toEqual([sentence])
    })
  })

  test('HTTPS waits until its files exist', async () => {
    const [cert, key] = [join(app.folder, 'cert.pem'), join(app.folder, 'key.pem')]
    const refused = async (body: object) => (await app.reader.json(400, app.reader.put('/api/config', body))).detail
    expect(await refused({ enable_https: true })).toContain('https_cert names no file')
    writeFileSync(cert, '')
    expect(await refused({ enable_https: true, https_cert: cert, https_key: key })).toContain(`no file at ${key}`)
    writeFileSync(key, '')
    await app.reader.json(200, app.reader.put('/api/config', { enable_https: true, https_cert: cert, https_key: key }))
    expect(await refused({ https_key: '' })).toContain('https_key names no file')
    await app.reader.json(200, app.reader.put('/api/config', { enable_https: false, https_key: '' }))
  })

  test('comic_dir is the first of comic_dirs', async () => {
    const [a, b] = [join(app.folder, 'a'), join(app.folder, 'b')]
    for (const path of [a, b]) mkdirSync(path)
    await app.reader.json(200, app.reader.put('/api/config', { comic_dirs: [a, b] }))
    expect(await app.reader.json(200, app.reader.get('/api/config'))).toMatchObject({ comic_dir: a })
    await app.reader.json(200, app.reader.put('/api/config', { comic_dir: b }))
    expect(app.config.get('comic_dirs')).toEqual([b])
    await app.reader.json(200, app.reader.put('/api/config', { comic_dir: '' }))
    expect(app.config.get('comic_dirs')).toEqual([])
  })

  test('the schema describes each option and its label', async () => {
    const rows = await app.reader.json<Record<string, unknown>[]>(200, app.reader.get('/api/config/schema'))
    // Options that rows have replaced are left out.
    const moved = optionNames.filter((name) => 'moved' in options[name])
    expect(moved).toEqual(['ignore_search_words', 'preferred_quality'])
    expect(rows.map((row) => row.key)).toEqual(optionNames.filter((name) => !moved.includes(name)))
    for (const { key, label, about } of rows) {
      expect(label, `label of ${key}`).toMatch(/^[A-Z]/)
      expect(about, `sentence of ${key}`).toMatch(/^[A-Z].*\.$/)
    }
    const interval = rows.find(({ key }) => key === 'backup_interval')
    expect(interval).toMatchObject({ label: 'Back up every', unit: 'minutes', least: 0, most: 525_600, default: 1440 })
    const limit = rows.find(({ key }) => key === 'embedded_upload_limit')
    expect(limit?.about).toEndWith(' 0 means no limit.')
  })

  test('the schema marks a change that needs a restart, until it is reverted', async () => {
    const waiting = async () => {
      const rows = await app.reader.json<Record<string, unknown>[]>(200, app.reader.get('/api/config/schema'))
      return rows.filter((row) => row.restart_pending).map((row) => row.key)
    }
    expect(await waiting()).toEqual([])
    await app.reader.json(200, app.reader.put('/api/config', { http_port: 8091, opds_pagesize: 40 }))
    expect(await waiting()).toEqual(['http_port'])
    await app.reader.json(200, app.reader.put('/api/config', { http_port: null }))
    expect(await waiting()).toEqual([])
  })
})
