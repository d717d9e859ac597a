import { type ReadOptions, readName } from './names.ts'

/**
 * One name as one line of JSON, for programs that read names in bulk. The keys are always the same; texts are empty where the name says
 * nothing, `annual` and `special` are booleans.
 */
export function nameLine(line: string, options: ReadOptions): string {
  const read = readName(line, options)
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

/** JSON.stringify for one text; most need no escape, and looking costs less than asking. */
function quote(text: string): string {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 32 || code === 34 || code === 92 || code >= 0xd800) return JSON.stringify(text)
  }
  return `"${text}"`
}
