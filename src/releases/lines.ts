import { type ReadOptions, readName } from './names.ts'

/**
 * One name as one line of JSON, for programs that read names in bulk. The keys are always the same; texts are empty where the name says
 * nothing, `annual` and `special` are booleans.
 */
export function nameLine(line: string, options: ReadOptions): string {
  const read = readName(line, options)
  const quote = NEEDS_CARE.test(line) ? JSON.stringify : quotePlain
  return (
    `{"name":${quote(line)},"kind":"${read.kind}","series":${quote(read.series)}` +
    `,"issue":${quote(read.issue)},"issue_end":${quote(read.issue_end)}` +
    `,"volume":${quote(read.volume)},"volume_end":${quote(read.volume_end)}` +
    `,"year":${quote(read.year)},"count":${quote(read.count)}` +
    `,"annual":${read.annual},"special":${read.special !== ''}` +
    `,"format":${quote(read.format)},"title":${quote(read.title)}` +
    `,"publisher":${quote(read.publisher)},"scan_group":${quote(read.scan_group)}` +
    `,"language":${quote(read.language)},"extension":${quote(read.extension)}}`
  )
}

/** What JSON escapes, and what reading may turn into it: %22, the full-width quote. Fields hold no other sign than the name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const NEEDS_CARE = /["\\%\u0000-\u001f\ud800-\uffff]/

function quotePlain(text: string): string {
  return `"${text}"`
}
