import { shareNumber } from './editions'
import type { ParsedFile } from './parsed-file'

/** Files of one name in one language, as far as languages matter. */
interface Translation {
  /** Only when the name has files in several languages. */
  language?: string
  files: ParsedFile[]
}

/** "pt-br" and "pt" are one language. */
const plain = (language: string) => language.toLowerCase().split('-')[0]!

/**
 * Translations of one name become separate series when names and folders state their languages, or when they share a
 * number. A file without a language joins its folder, else the majority.
 */
export function splitLanguages(family: readonly ParsedFile[]): Translation[] {
  const byLanguage = Map.groupBy(family, ({ language }) => plain(language))
  const unsaid = byLanguage.get('') ?? []
  byLanguage.delete('')
  const apart = [...byLanguage].sort((a, b) => b[1].length - a[1].length)
  const translations: Translation[] = []
  for (const [language, files] of apart) {
    const same = translations.find((other) => !isApart(files, other.files))
    if (same) same.files.push(...files)
    else translations.push({ language, files: [...files] })
  }
  if (translations.length < 2) return [{ files: [...family] }]
  for (const parsed of unsaid) {
    const near = translations.find(({ files }) => files.some(({ place }) => place.path === parsed.place.path))
    const home = near ?? translations[0]!
    home.files.push(parsed)
  }
  return translations
}

/** Metadata alone often names the original's language, so a shared number has to agree there. */
function isApart(files: readonly ParsedFile[], others: readonly ParsedFile[]): boolean {
  const isNamed = (some: readonly ParsedFile[]) => some.some(({ isLanguageNamed }) => isLanguageNamed)
  return (isNamed(files) && isNamed(others)) || shareNumber(files, others)
}
