import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { optionSentences, settingsSections } from '../../../src/base/config/option'
import { optionNames, options } from '../../../src/base/config/options'
import { openSettings } from '../../testing/settings-page'
import { withWindow } from '../../testing/window'

withWindow()

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
const ui = join(import.meta.dir, '../..')
const files = [...new Bun.Glob('**/*.ts').scanSync(ui)]
  .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('testing/'))
  .map((path) => ({ path, text: withoutComments(readFileSync(join(ui, path), 'utf8')) }))
const pages = files.filter(({ path }) => /^pages\/(settings|system\/backups)\//.test(path))

const isSection = (label: string) =>
  settingsSections.some((section) => section === label.toLowerCase().replaceAll(' ', '-'))

describe('the text of an option', () => {
  test('is in the table of the server and in no page', () => {
    for (const { path, text } of files) {
      for (const name of optionNames) {
        const { label, about } = options[name]
        expect(text.includes(about), `${path} types the sentence of ${name}`).toBe(false)
        // A section may have the name of its subject.
        if (isSection(label)) continue
        const quoted = new RegExp(`(['"\`>])${RegExp.escape(label)}(['"\`<])`)
        expect(text.match(quoted)?.[0], `${path} types the label of ${name}`).toBeUndefined()
      }
    }
  })

  test('is not repeated by a page that draws its row', () => {
    for (const { path, text } of pages)
      for (const [, key] of text.matchAll(/\bkey: '(\w+)'/g))
        expect(optionNames as string[], `${path} makes a row of ${key}`).not.toContain(key)
  })
})

test('a page lists an option exactly when the table gives it a section', () => {
  const named = new Set(pages.flatMap(({ text }) => [...text.matchAll(/'([a-z][a-z\d_]+)'/g)].map(([, key]) => key!)))
  // Each service of the metadata has its own switch.
  for (const name of ['comicvine', 'metron', 'mangadex', 'anilist']) named.add(`${name}_enabled`).add(`${name}_url`)
  for (const name of ['mangadex_covers', 'walksoftly']) named.add(`${name}_url`)
  // Services that list releases have a second switch.
  for (const name of ['comicvine', 'metron', 'mangadex']) named.add(`weekly_${name}`)
  const elsewhere = optionNames.filter((name) => !('shown' in options[name]))
  expect(elsewhere.filter((name) => named.has(name))).toEqual([])
  const shown = optionNames.filter((name) => 'shown' in options[name])
  expect(shown.filter((name) => !named.has(name))).toEqual([])
})

test('each row is in the section that the table names, with its label, sentence and default', async () => {
  const { page } = await openSettings({
    version: '1.2.3',
    enable_check_folder: true,
    enforce_perms: true,
    enable_embedded_torrents: true,
    comic_dirs: ['/a', '/b'],
    manga_dirs: ['/m', '/n'],
  })
  let rows = 0
  for (const section of settingsSections) {
    for (const name of optionNames) {
      const option = options[name]
      const row = [...page.root.querySelectorAll(`#${section} .setting`)].find(
        (one) => one.querySelector('h3')?.textContent === option.label,
      )
      if (!row) continue
      rows += 1
      expect('shown' in option && option.shown, name).toBe(section)
      expect(row.textContent, name).toContain('offers' in option ? option.about : optionSentences(option))
    }
  }
  expect(rows).toBeGreaterThan(95)
})
