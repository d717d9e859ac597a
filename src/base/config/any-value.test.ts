import { describe, expect, test } from 'bun:test'
import { testApp } from '../../testing/app'
import { systemFiles } from '../platform/files'
import { systemRandom } from '../platform/random'
import { Config } from './config'
import { optionNames, options } from './options'

/** Values as people, other programs and accidents write them. */
const VALUES = [
  ...['x', '-1', '0', '1', '80', '1e9', '99999999999999999999', 'NaN', 'true', 'null', '[]', '{}', '""'],
  ...['file:', 'http://x:80900', 'http://256.256.256.256', 'http://', 'https://[', 'http://[::1', 'http://a b'],
  ...['http://user:secret@x/?q#f', 'http://%', 'https://xn--', 'http://x/%zz', '256.1.1.1', '0.0.0.0', '::', 'a.b.c'],
  ...['1.2.3.4/33', '/dev/null', '/nonexistent/folder', 'C:\\', `/${'n'.repeat(300)}`, '\u0000', '\u202e', '😀'],
  ...['[', '(', '*', '$', '${', '$Series/$', '{Series', '%', '..', '"', ';', '#', '=', ', ,', '\\', '<b>'],
  ...['é'.repeat(5000), 'toString', '__proto__', 'constructor'],
]
const env = (value: string) => Object.fromEntries(optionNames.map((name) => [`PANELKEEP_${name.toUpperCase()}`, value]))
const ini = (value: string) => optionNames.map((name) => `[${options[name].section}]\n${name} = ${value}\n`).join('')

describe('with any value in a setting,', () => {
  test('the settings are read, from the file and from the environment alike', () => {
    const deps = { files: systemFiles, random: systemRandom, publish: () => {} }
    for (const value of VALUES) {
      const configs = [new Config(deps, { text: ini(value) }), new Config(deps, { env: env(value) })]
      for (const config of configs) {
        for (const name of optionNames) expect(config.get(name), `${name} = ${value}`).toBeDefined()
        for (const sentence of config.invalidValues()) expect(sentence).toMatch(/^(config\.ini|The variable) .+\.$/su)
      }
    }
  })

  test.each(VALUES.map((value) => [value.slice(0, 40), value]))(
    'Panelkeep starts and its settings can be corrected: %s',
    async (_shown, value) => {
      const app = await testApp({ text: ini(value) })
      for (const path of [
        '/api/config',
        '/api/config/schema',
        '/api/health',
        '/opds',
        '/opds/v2',
        '/api/system/health',
      ])
        expect((await app.reader.get(path)).status, path).toBeLessThan(500)
      expect((await app.guest.get('/')).status).toBeLessThan(500)
      const own = optionNames.filter((name) => !('fileOnly' in options[name]))
      const mended = await app.reader.put('/api/config', Object.fromEntries(own.map((name) => [name, null])))
      expect([mended.status, await mended.text()]).toEqual([200, expect.any(String)])
      expect(app.config.invalidValues().filter((sentence) => !/extra_scripts/.test(sentence))).toEqual([])
      await app.close()
    },
  )
})
