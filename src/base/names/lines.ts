import { type ReadOptions, readName } from './read-name.ts'

/**
 * One name as one line of JSON, for programs that read names in bulk. The keys are always the same; missing texts are
 * empty, `annual` and `special` are booleans.
 */
export function nameLine(line: string, options: ReadOptions): string {
  const read = readName(line, options)
  const plain = !NEEDS_CARE.test(line)
  return (
    `{"name":"${inQuotes(line, plain)}","kind":"${read.kind}","series":"${inQuotes(read.series, plain)}"` +
    `,"issue":"${inQuotes(read.issue, plain)}","issue_end":"${inQuotes(read.issue_end, plain)}"` +
    `,"volume":"${inQuotes(read.volume, plain)}","volume_end":"${inQuotes(read.volume_end, plain)}"` +
    `,"year":"${inQuotes(read.year, plain)}","count":"${inQuotes(read.count, plain)}"` +
    `,"annual":${read.annual},"special":${read.special !== ''}` +
    `,"format":"${inQuotes(read.format, plain)}","title":"${inQuotes(read.title, plain)}"` +
    `,"publisher":"${inQuotes(read.publisher, plain)}","scan_group":"${inQuotes(read.scan_group, plain)}"` +
    `,"language":"${inQuotes(read.language, plain)}","extension":"${inQuotes(read.extension, plain)}"}`
  )
}

/**
 * Characters that JSON escapes, and forms that decoding may turn into them: %22, the full-width quote. Fields contain
 * no other characters than the name.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const NEEDS_CARE = /["\\%\u0000-\u001f\ud800-\uffff]/

function inQuotes(text: string, plain: boolean): string {
  return plain ? text : JSON.stringify(text).slice(1, -1)
}
