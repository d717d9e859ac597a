import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Option, optionSentences } from './option'
import { optionNames, options } from './options'

const path = join(import.meta.dir, '../../../README.md')
const BLOCK = /<!-- options -->[\s\S]*<!-- \/options -->/

/** The default, and the words that a file may contain instead of numbers. */
function valuesOf(option: Option): string {
  const all = option.type === 'choice' ? option.choices : option.type === 'integer' ? (option.words ?? []) : []
  const standard = option.type === 'integer' && option.words ? option.words[option.default] : String(option.default)
  const unit = option.type === 'integer' && option.unit ? ` ${option.unit}` : ''
  const others = all.filter((one) => one !== standard).map((one) => `\`${one}\``)
  return [standard === '' ? '' : `\`${standard}\`${unit}`, ...others].filter(Boolean).join(', or ')
}

/** `completed-downloads` → "Completed downloads"; backups have a page of their own. */
const shownAs = ({ shown }: Option) =>
  shown === undefined ? '' : `${shown.charAt(0).toUpperCase()}${shown.slice(1).replaceAll('-', ' ')}`

function table(): string {
  const rows = optionNames.map((name) => {
    const option: Option = options[name]
    const about = `**${option.label}.** ${optionSentences(option)}${option.restart ? ' Shows after a restart.' : ''}`
    return `| \`${name}\` | ${option.section} | ${valuesOf(option)} | ${about} | ${shownAs(option)} |`
  })
  const head = ['| option | section | default | what it does | shown under |', '|---|---|---|---|---|']
  return `<!-- options -->\n${[...head, ...rows].join('\n')}\n<!-- /options -->`
}

test('the README lists every option as the code has it (UPDATE_README=1 writes it)', () => {
  const text = readFileSync(path, 'utf8')
  if (process.env.UPDATE_README)
    writeFileSync(
      path,
      text.replace(BLOCK, () => table()),
    )
  expect(readFileSync(path, 'utf8').match(BLOCK)?.[0]).toBe(table())
})
