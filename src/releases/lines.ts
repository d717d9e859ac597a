import { type ReadOptions, readName } from './names.ts'

/**
 * One name as one line of JSON, for programs that read names in bulk. The keys are always the same; texts are empty where the name says
 * nothing, `annual` and `special` are booleans.
 */
export function nameLine(line: string, options: ReadOptions): string {
  const read = readName(line, options)
  return JSON.stringify({
    name: line,
    kind: read.kind,
    series: read.series,
    issue: read.issue,
    issue_end: read.issue_end,
    volume: read.volume,
    volume_end: read.volume_end,
    year: read.year,
    count: read.count,
    annual: read.annual,
    special: read.special !== '',
    format: read.format,
    title: read.title,
    publisher: read.publisher,
    scan_group: read.scan_group,
    language: read.language,
    extension: read.extension,
  })
}
