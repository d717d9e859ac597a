import type { ComicBookInfo } from '../../base/formats/documents/comicbookinfo'
import type { Opf } from '../../base/formats/documents/opf'
import type { DocumentInfo } from '../../base/formats/helper/library'
import type { Credit } from '../metadata/providers/provider'
import { filledFields } from '../metadata/sync/merge'
import type { FileDetails } from './file-details'

/** What an EPUB's package document, an archive's comment and a PDF's dictionary say about an issue. */

/** MARC relators of the people of comics (id.loc.gov/vocabulary/relators). */
const RELATORS: Record<string, string> = {
  aut: 'Writer',
  cre: 'Writer',
  aus: 'Writer',
  ill: 'Artist',
  art: 'Artist',
  drm: 'Penciller',
  clr: 'Colorist',
  ltr: 'Letterer',
  cov: 'CoverArtist',
  bjd: 'CoverArtist',
  edt: 'Editor',
  trl: 'Translator',
}

export function opfFacts({ credits, subjects, language, isbn, rating, rightToLeft }: Opf): FileDetails {
  return filledFields<FileDetails>({
    credits: joined(credits.map(({ name, role }) => ({ name, role: roleOf(role) }))),
    genres: [...new Set(subjects)],
    language,
    isbn,
    community_rating: rating,
    manga: rightToLeft ? 'YesAndRightToLeft' : undefined,
  })
}

/** A creator without a role wrote the book; the packer of a book is no person of the comic. */
function roleOf(role: string | undefined): string | undefined {
  if (role === undefined) return 'Writer'
  const code = role.trim().toLowerCase()
  return code === 'bkp' ? undefined : (RELATORS[code] ?? role.trim())
}

export function comicBookInfoFacts({ credits, genre, tags, language, rating }: ComicBookInfo): FileDetails {
  const people = credits.map(({ name, role }) => ({ name, role: role === 'Cover' ? 'CoverArtist' : role }))
  return filledFields<FileDetails>({
    credits: joined(people),
    genres: genre,
    tags,
    language: /^[a-z]{2,3}(?:-[a-z]+)?$/i.test(language ?? '') ? language : LANGUAGES[language?.toLowerCase() ?? ''],
    community_rating: rating,
  })
}

/** The languages that taggers of ComicBookInfo offer by name. */
const LANGUAGES: Record<string, string> = {
  english: 'en',
  french: 'fr',
  german: 'de',
  italian: 'it',
  japanese: 'ja',
  portuguese: 'pt',
  spanish: 'es',
  dutch: 'nl',
}

export function pdfFacts({ author, keywords }: DocumentInfo): FileDetails {
  const names = author?.split(/[;&]|,\s(?=\p{Lu}\S*\s)/u).map((name) => name.trim())
  const people = names?.filter((name) => name !== '' && !PROGRAM.test(name)).map((name) => ({ name, role: 'Writer' }))
  const words = keywords?.split(/[,;]/).flatMap((word) => word.trim() || [])
  return filledFields<FileDetails>({ credits: joined(people ?? []), tags: words && [...new Set(words)] })
}

/** Accounts and programs that write themselves as the author. */
const PROGRAM = /^(?:unknown|user|admin(?:istrator)?|owner|adobe .*|calibre.*|anonymous)$/i

function joined(people: readonly { name: string; role: string | undefined }[]): Credit[] {
  const roles = new Map<string, Set<string>>()
  for (const { name, role } of people) {
    if (role === undefined) continue
    const known = roles.get(name) ?? new Set()
    roles.set(name, known.add(role))
  }
  return [...roles].map(([name, each]) => ({ name, roles: [...each] }))
}
