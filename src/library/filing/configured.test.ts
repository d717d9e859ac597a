import { expect, test } from 'bun:test'
import { join, resolve, sep } from 'node:path'
import type { Config } from '../../base/config/config'
import { arcRoot, homesOf, namingOf, permissionsOf } from './configured'

const at = (...parts: string[]) => resolve(sep, ...parts)
const [ONE, TWO, MANGA] = [at('one'), at('two'), at('manga')]
const config = (values: Record<string, unknown>) => ({ get: (name: string) => values[name] }) as Pick<Config, 'get'>
const comics = (destination_dir: string) =>
  homesOf(config({ comic_dirs: [ONE, TWO], manga_dirs: [MANGA], destination_dir, manga_destination_dir: '' }), 'comic')

test('the first library folder is for new series unless another one is configured', () => {
  expect(comics('')).toEqual([ONE, TWO])
  expect(homesOf(config({ comic_dirs: [ONE, process.cwd()], destination_dir: '' }), 'comic')).toEqual([
    ONE,
    process.cwd(),
  ])
  expect(comics(TWO)).toEqual([TWO, ONE])
  expect(comics(`${TWO}${sep}`)).toEqual([`${TWO}${sep}`, ONE])
})

test('the configured folder may be inside a library folder, and nowhere else', () => {
  expect(comics(join(TWO, 'new'))).toEqual([join(TWO, 'new'), ONE, TWO])
  expect(comics(at('elsewhere'))).toEqual([ONE, TWO])
})

test('manga and comics have their own', () => {
  const all = { comic_dirs: [ONE], manga_dirs: [MANGA, TWO], destination_dir: '', manga_destination_dir: TWO }
  expect(homesOf(config(all), 'manga')).toEqual([TWO, MANGA])
  expect(homesOf(config(all), 'comic')).toEqual([ONE])
})

test('story arcs have the configured folder, else one beside the comics, else none', () => {
  const of = (storyarc_location: string, comic_dirs: string[]) =>
    arcRoot(config({ storyarc_location, comic_dirs, destination_dir: '' }))
  expect(of(TWO, [ONE])).toEqual({ root: TWO, inside: TWO })
  expect(of('', [ONE])).toEqual({ root: join(ONE, 'Story arcs'), inside: ONE })
  expect(of('', [])).toBeUndefined()
})

test('permissions are octal, and none unless they are enforced', () => {
  const set = { chmod_file: '0640', chmod_dir: '0750' }
  expect(permissionsOf(config({ ...set, enforce_perms: true }))).toEqual({ file: 0o640, folder: 0o750 })
  expect(permissionsOf(config({ ...set, enforce_perms: false }))).toBeUndefined()
})

test('names follow the settings', () => {
  const naming = {
    folder_format: '$Series',
    file_format: '$Series $Issue',
    replace_spaces: true,
    replace_char: '.',
    zero_level_n: '0x',
    lowercase_filenames: true,
  } as const
  expect(namingOf(config({ ...naming, comic_dirs: [] }))).toEqual(naming)
})
