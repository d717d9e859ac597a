/** Templates of names, with the words that earlier tools used: `$Series ($Year)`, or `{Series} ({Year})`. */

const FOLDER_WORDS = [
  'Series',
  'series',
  'Publisher',
  'publisher',
  'Imprint',
  'Year',
  'VolumeY',
  'VolumeN',
  'Type',
] as const
const ARC_WORDS = ['arc', 'spanyears', 'publisher'] as const
const FILE_WORDS = [...FOLDER_WORDS, 'Issue', 'Annual', 'Title', 'month', 'monthname'] as const

type TemplateField = (typeof FILE_WORDS)[number]
export type ArcTemplateField = (typeof ARC_WORDS)[number]
export type TemplateKind = 'folder' | 'file' | 'arc'
export type TemplateValues = Record<TemplateField, string>

type AnyWord = TemplateField | ArcTemplateField
const WORDS: Record<TemplateKind, readonly AnyWord[]> = { folder: FOLDER_WORDS, file: FILE_WORDS, arc: ARC_WORDS }
const ANY_WORD = /\$([A-Za-z]+)|\{([A-Za-z]+)\}/g
/** Placeholder for an empty field, until the text around it is removed too. */
const NOTHING = '\ue000'

/** The longest word at the beginning of the letters: `$Yearbook` is the year and `book`. */
function wordIn(letters: string, kind: TemplateKind): AnyWord | undefined {
  const fitting = WORDS[kind].filter((word) => letters.startsWith(word))
  return fitting.sort((a, b) => b.length - a.length)[0]
}

/** Parts of a path, as the template divides them. */
export const templateParts = (template: string): string[] => template.split(/[\\/]/)

export function templateUses(template: string, kind: TemplateKind, word: AnyWord): boolean {
  return [...template.matchAll(ANY_WORD)].some(([, bare, braced]) =>
    bare ? wordIn(bare, kind) === word : braced === word,
  )
}

/** The longest part of a template, in characters: no disk has longer names. */
const LONGEST = 500

/** Problems of a template, as sentences. */
export function templateProblems(template: string, kind: TemplateKind): string[] {
  const problems = [...template.matchAll(ANY_WORD)].flatMap(([whole, bare, braced]) => {
    const isKnown = bare ? wordIn(bare, kind) !== undefined : WORDS[kind].some((word) => word === braced)
    return isKnown ? [] : [`${whole} is not a word of ${kind} names.`]
  })
  const says = (words: readonly AnyWord[]) => words.some((word) => templateUses(template, kind, word))
  if (kind === 'folder' && !says(['Series', 'series']))
    problems.push('Without $Series the folders of different series get the same name.')
  if (kind === 'file' && !says(['Issue'])) problems.push('Without $Issue all files of a series get the same name.')
  if (kind === 'arc' && !says(['arc']))
    problems.push('Without $arc the folders of different story arcs get the same name.')
  if (templateParts(template).some(({ length }) => length > LONGEST))
    problems.push(`A part of the template is too long: at most ${LONGEST} characters are used.`)
  if (kind === 'folder' && template.trim() === '') return ['An empty template names no folder.']
  return [...new Set(problems)]
}

/** Special characters in facts are not part of the template: they are put aside while the template is tidied. */
const SIGNS = ' _,.-()[]{}#'
const ASIDE = 0xe010
const aside = (text: string) =>
  text
    .replace(/[\ue000-\ue01b]/g, '')
    .replace(/\s/g, ' ')
    .replace(/[ _,.\-()[\]{}#]/g, (sign) => String.fromCharCode(ASIDE + SIGNS.indexOf(sign)))
const restored = (text: string) =>
  text.replace(/[\ue010-\ue01b]/g, (sign) => SIGNS[sign.charCodeAt(0) - ASIDE] as string)

/** One path part with its fields filled in. Brackets and dashes around an empty field are removed with it. */
export function fillTemplate(part: string, kind: TemplateKind, values: Partial<Record<AnyWord, string>>): string {
  const filled = part
    .slice(0, LONGEST)
    .replaceAll(NOTHING, '')
    .replace(ANY_WORD, (_whole, bare?: string, braced?: string) => {
      const word = bare === undefined ? (braced as AnyWord) : wordIn(bare, kind)
      if (word === undefined || !WORDS[kind].includes(word)) return NOTHING
      return (aside(values[word] ?? '') || NOTHING) + (bare ?? '').slice(bare === undefined ? 0 : word.length)
    })
  const without = filled
    .replace(/(?<![A-Za-z])[#v]?\ue000/gi, NOTHING)
    .replace(/\ue000(?:[ _.-]*\ue000)+/g, NOTHING)
    .replace(/([([{])[\s\ue000]*\ue000[\s\ue000]*[)\]}]/g, NOTHING)
    .replace(/([([{])[-\s_,.]*\ue000[-\s_,.]*/g, '$1')
    .replace(/[-\s_,.]*\ue000[-\s_,.]*([)\]}])/g, '$1')
    .replace(/^[-\s_,.]*\ue000[-\s_,.]*/g, '')
    .replace(/[-\s_,.]*\ue000[-\s_,.]*$/g, '')
    .replace(/([-\s_,.]*)\ue000([-\s_,.]*)/g, (_all, left: string, right: string) =>
      left.length >= right.length ? left : right,
    )
  return restored(tidied(without))
}

const tidied = (text: string) =>
  text
    .replace(/([([{])\s+/g, '$1')
    .replace(/\s+([)\]}])/g, '$1')
    .replace(/\s+-+(?=\s*[([{])/g, '')
    .replace(/^[\s-]+|\s+-*$/g, '')
    .replace(/ {2,}/g, ' ')
