import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Option } from './option'
import { optionNames, options } from './options'

const path = join(import.meta.dir, '../../README.md')
const BLOCK = /<!-- options -->[\s\S]*<!-- \/options -->/

function table(): string {
  const rows = optionNames.map((name) => {
    const option: Option = options[name]
    const standard = String(option.default) === '' ? '' : `\`${option.default}\``
    return `| \`${name}\` | ${option.section} | ${standard} | ${option.about}${option.restart ? ' Shows after a restart.' : ''} |`
  })
  const head = ['| option | section | default | what it does |', '|---|---|---|---|']
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
