import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsHelp } from '../../../ui/guide/settings-help'
import { type Option, optionSentences, type SettingsSection, settingsSections } from './option'
import { type OptionName, optionNames, options } from './options'

const path = join(import.meta.dir, '../../../docs/guide/options.md')

const HEAD = `# Options

Every option by its name in \`config.ini\`, in the order of the settings page.

Most options are set in [Settings](/settings). Each can also be set in \`config.ini\`, or in an environment variable named \`PANELKEEP_\` and the option in capitals, such as \`PANELKEEP_HTTP_PORT\`. The command line comes first, then the variable, then the file.`

const OLDER = `## Older options

Release rules have replaced these options. At the next start, their values become [release rules](searching.md#release-rules).`

function optionsChapter(): string {
  const shown = settingsSections.map((section) => [headOf(section), ...entriesOf(section)])
  return `${[HEAD, ...shown.flat(), OLDER, ...entriesOf(undefined)].join('\n\n')}\n`
}

/** Backups have a page of their own. */
function headOf(section: SettingsSection): string {
  const title = `${section.charAt(0).toUpperCase()}${section.slice(1).replaceAll('-', ' ')}`
  const page =
    section === 'backups' ? '[System, Backups](/system/backups)' : `[Settings, ${title}](/settings#${section})`
  const [chapter, anchor = ''] = (settingsHelp[section] ?? '').split('#')
  const heading = `${anchor.charAt(0).toUpperCase()}${anchor.slice(1).replaceAll('-', ' ')}`
  return `## ${title}\n\nShown in ${page}. Explained in [${heading}](${chapter}.md#${anchor}).`
}

const entriesOf = (section: SettingsSection | undefined): string[] =>
  optionNames.filter((name) => (options[name] as Option).shown === section).map(entryOf)

/** Headings are labels; the anchor is the name, as the links of the settings page have it. */
function entryOf(name: OptionName): string {
  const option: Option = options[name]
  const about = optionSentences(option) + (option.restart ? ' Takes effect after a restart.' : '')
  const facts = [`${linkOf(name, option)} in \`[${option.section}]\`.`, valuesOf(option)].filter(Boolean).join(' ')
  return `### <a id="${name}"></a>${option.label}\n\n${about}\n\n${facts}`
}

/** The name, linked to where the option is shown. */
function linkOf(name: OptionName, { shown }: Option): string {
  if (shown === undefined) return `\`${name}\``
  return `[\`${name}\`](${shown === 'backups' ? '/system/backups' : `/settings?q=${name}`})`
}

/** The default, and the words that a file may contain instead of numbers. */
function valuesOf(option: Option): string {
  const words = option.type === 'choice' ? option.choices : option.type === 'integer' ? (option.words ?? []) : []
  const standard = option.type === 'integer' && option.words ? option.words[option.default] : String(option.default)
  const unit = option.type === 'integer' && option.unit ? ` ${option.unit}` : ''
  return [
    standard && `Default: \`${standard}\`${unit}.`,
    words.length > 0 && `Values: ${words.map((one) => `\`${one}\``).join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

test('the guide lists every option as the code has it (UPDATE_GUIDE=1 writes it)', () => {
  if (process.env.UPDATE_GUIDE) writeFileSync(path, optionsChapter())
  expect(readFileSync(path, 'utf8')).toBe(optionsChapter())
})
