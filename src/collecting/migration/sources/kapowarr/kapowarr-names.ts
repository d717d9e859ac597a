/** Variables of Kapowarr's templates, and the words of ours that mean the same. */
const WORDS: Record<string, string> = {
  series_name: '$Series',
  clean_series_name: '$Series',
  year: '$Year',
  publisher: '$Publisher',
  special_version: '$Type',
  issue_number: '$Issue',
  issue_title: '$Title',
}
/** Our word includes its mark: V2. */
const VOLUME = /(?:\b(?:volume|vol|v)\b[.\s]*)?\{volume_number\}/gi
/** Our word writes the number alone. */
const ISSUE = /(?:\b(?:issue|no)\b[.\s]*|#)?\{issue_number\}/gi
const VARIABLE = /\{(\w+)\}/g

/** Translates a template; undefined when it has a variable that our templates lack. */
export function translateKapowarrTemplate(template: string): string | undefined {
  const tidy = template.replaceAll('\\', '/').replace(VOLUME, '$$VolumeN').replace(ISSUE, '$$Issue')
  const names = [...tidy.matchAll(VARIABLE)].map(([, name]) => name!)
  if (names.some((name) => WORDS[name] === undefined)) return undefined
  return tidy.replace(VARIABLE, (_whole, name: string) => WORDS[name]!)
}

const PADS: Record<string, string> = { '1': 'none', '2': '0x', '3': '00x', '4': '00x' }
export const paddingOf = (digits: string | null): string | undefined => PADS[digits ?? '']
