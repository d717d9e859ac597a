import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { providerNames, providerOf } from '../../../base/providers/descriptors'

const root = join(import.meta.dir, '../../../..')

/** Files outside a provider's own folder that may name one, and why. A new provider should need none of them. */
const MAY_NAME_PROVIDERS: Record<string, string> = {
  'src/library/metadata/providers/registry.ts': 'the registry of how they are queried',
  'src/base/config/table/metadata.ts': 'their options',
  'src/base/config/table/tags.ts': 'an option about ids in notes, which other tools read',
  'src/base/config/older-names.ts': 'older names of their options',
  'src/base/formats/documents/cbl-writer.ts': 'words of that format',
  'src/base/formats/documents/cbl.ts': 'words of that format',
  'src/base/formats/documents/cvinfo.ts': 'a format of one of them',
  'src/base/formats/documents/metroninfo-writer.ts': 'words of that format',
  'src/base/formats/documents/metroninfo.ts': 'words of that format',
  'src/base/formats/documents/provider-ids.ts': 'notes of taggers that know two of them',
  'src/library/metadata/lookup/lookup-wire.ts': 'fields of older tools',
  'src/library/metadata/pictures/series-image.ts': 'an address of older tools for one of them',
  'src/collecting/migration/sources/kapowarr/descriptor.ts': 'columns of that program',
  'src/collecting/migration/sources/kapowarr/kapowarr-library.ts': 'columns of that program',
  'src/collecting/migration/sources/kapowarr/kapowarr-settings.ts': 'a key that program keeps',
  'src/collecting/migration/sources/kavita/kavita-chapters.ts': 'columns of that program',
  'src/collecting/migration/sources/kavita/kavita-series.ts': 'columns of that program',
  'src/collecting/migration/sources/mylar/catalog.ts': 'the one whose ids that program uses',
  'src/library/recognition/epub-info.ts': 'the format of MetronInfo',
  'src/library/recognition/file-documents.ts': 'the format of MetronInfo',
  'src/library/recognition/metron-facts.ts': 'the format of MetronInfo',
  'src/library/recognition/metron.ts': 'the format of MetronInfo',
  'src/library/recognition/parsed-file.ts': 'folders that carry the id of one of them',
  'src/library/recognition/reading-lists.ts': 'words of the formats of reading lists',
  'src/library/recognition/series-facts.ts': 'folders that carry the id of one of them',
  'src/library/tagging/kept-fields.ts': 'the format of MetronInfo',
  'src/base/names/vocabulary.ts': 'marks in the names of files',
  'src/library/series/schema.ts': 'fields of older tools',
  'src/library/series/wire.ts': 'fields of older tools',
  'src/library/tagging/notes.ts': 'notes that other tools read',
  'src/collecting/weekly/sources/walksoftly.ts': 'a list with ids of one of them',
  'ui/pages/settings/metadata/provider-row.ts': 'fields of their options',
}

const words = providerNames.flatMap((name) => [name, providerOf(name).label, providerOf(name).tagName])
/** `MetronInfo`, and names derived from it, are a format, not a provider. */
const NAMED = new RegExp(`(?:${[...new Set(words)].join('|')})(?!_?info|_AGE|_FORMATS|Format|Rating)`, 'i')

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?:^|\s)\/\/.*$/gm, '')

function shippedFiles(): string[] {
  const isShipped = (path: string) => !/\.test\.ts$|\.d\.ts$|^src\/testing\//.test(path)
  const found = ['src', 'ui'].flatMap((folder) =>
    [...new Bun.Glob('**/*.ts').scanSync(join(root, folder))].map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  )
  return found.filter((path) => isShipped(path) && !/^ui\/testing\//.test(path)).sort()
}

test('a provider is named only in its folder, its registry and its options', () => {
  const naming = shippedFiles().filter((path) => {
    if (/^src\/(library\/metadata\/providers\/[a-z]+|base\/providers)\//.test(path)) return false
    return NAMED.test(withoutComments(readFileSync(join(root, path), 'utf8')))
  })
  expect(naming).toEqual(Object.keys(MAY_NAME_PROVIDERS).sort())
})
