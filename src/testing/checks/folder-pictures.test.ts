import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER_ORDER, WINGS } from './folder-order'
import { orderAsPicture, orderAsText } from './folder-pictures'

const src = join(import.meta.dir, '../..')
const picture = join(src, '../assets/architecture.svg')
const readme = join(src, 'README.md')
const BLOCK = /(<!-- order -->\n```\n)[\s\S]*?(\n```\n<!-- \/order -->)/

if (process.env.UPDATE_PICTURES) {
  writeFileSync(picture, orderAsPicture())
  writeFileSync(
    readme,
    readFileSync(readme, 'utf8').replace(BLOCK, (_, head, end) => head + orderAsText() + end),
  )
}

test('the order names every folder of every wing', () => {
  for (const [wing, { folders }] of Object.entries(WINGS)) {
    const found = readdirSync(join(src, wing)).filter((name) => !/\.test\.ts$|\.md$/.test(name))
    expect(found.map((name) => name.replace(/\.ts$/, '')).sort(), wing).toEqual(Object.keys(folders).sort())
  }
  expect(new Set(FOLDER_ORDER).size).toBe(FOLDER_ORDER.length)
})

test('the picture and the block of src/README.md show the order (UPDATE_PICTURES=1 writes them)', () => {
  expect(readFileSync(picture, 'utf8')).toBe(orderAsPicture())
  expect(readFileSync(readme, 'utf8').match(BLOCK)?.[0]).toContain(orderAsText())
})

test('no word of the picture is too long for its box', () => {
  for (const { folders } of Object.values(WINGS))
    for (const [name, about] of Object.entries(folders))
      expect(about.length, `${name}: ${about}`).toBeLessThanOrEqual(26)
})
