import { expect, test } from 'bun:test'
import type { Config } from '../../../base/config/config'
import { checkKinds } from './check-kinds'

const config = { get: (name: string) => (name === 'comic_dirs' ? ['/data/comics'] : ['/data/manga']) } as Config
const check = checkKinds(config)

test('a folder of one kind cannot be a folder of the other kind too', () => {
  const why = 'Choose a folder of its own for each kind.'
  expect(() => check({ manga_dirs: ['/data/manga', '/data/comics/'] })).toThrow(
    `/data/comics/ is a comics folder already. ${why}`,
  )
  expect(() => check({ comic_dirs: ['/data/manga'] })).toThrow(`/data/manga is a manga folder already. ${why}`)
})

test('a folder can change its kind, hold one of the other kind, and other settings are not checked', () => {
  check({ comic_dirs: [], manga_dirs: ['/data/manga', '/data/comics'] })
  check({ manga_dirs: ['/data/comics/manga', '/data'] })
  check({ file_format: '$Issue' })
})
