import { basename, dirname } from 'node:path'
import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import { type ComicFolder, readFolderNames, type SidecarFacts } from '../../library/recognition/folder-facts'
import { type IssueInLibrary, type ParsedFile, parseFile } from '../../library/recognition/parsed-file'
import type { ContentType } from '../../library/series/states'

/** ComicInfo of a file, and the library's row at its path. */
export type ParsedFields = Partial<ComicInfo> & { pages_?: number; hash_?: string; libraryIssue?: IssueInLibrary }
export type Input = string | [path: string, fields: ParsedFields]

/** Parsed files without a disk, by paths below a library folder. `beside` holds the folder documents. */
export function parseFiles(
  files: Input[],
  kind: ContentType = 'comic',
  { root = '/comics', beside = {} }: { root?: string; beside?: Record<string, SidecarFacts> } = {},
): ParsedFile[] {
  const reading = { kind, year: 2026 }
  const places = new Map<string, ComicFolder>()
  return files.map((file) => {
    const [path, { pages_: pages = 22, hash_: hash, libraryIssue, ...fields }] =
      typeof file === 'string' ? [file, {} as ParsedFields] : file
    const folder = dirname(path) === '.' ? '' : dirname(path)
    const place = places.get(folder) ?? { root, path: `${root}/${folder}`, parts: folder ? folder.split('/') : [] }
    places.set(folder, place)
    const info = Object.keys(fields).length > 0 ? { providerIds: {}, ...fields } : undefined
    return parseFile(
      { place, name: basename(path), path: `${root}/${path}`, size: 1000, pages, info, libraryIssue, hash },
      readFolderNames(place, reading, beside[folder]),
      reading,
    )
  })
}
