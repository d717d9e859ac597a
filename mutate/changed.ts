import { spawnSync } from 'node:child_process'

/** By file, the first and the last line of each piece that changed; a deletion is the lines around it. */
export type ChangedLines = Map<string, [first: number, last: number][]>

/**
 * The changes since this branch left `base`, committed or not. Untracked files count as changed as a whole. Throws Error
 * with git's message.
 */
export function changedLines(root: string, base: string): ChangedLines {
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
    if (status !== 0) throw new Error(stderr.trim() || 'git could not be started.')
    return stdout
  }
  const diff = ['diff', '--merge-base', '--unified=0', '--no-renames', '--no-color', '--no-ext-diff', '--relative']
  const lines = readDiff(git('-c', 'core.quotePath=false', ...diff, base, '--'))
  for (const path of git('ls-files', '-z', '--others', '--exclude-standard').split('\0'))
    if (path !== '') lines.set(path, [[1, Number.MAX_SAFE_INTEGER]])
  return lines
}

/** Parses a diff without context lines. */
export function readDiff(diff: string): ChangedLines {
  const lines: ChangedLines = new Map()
  let of: [number, number][] = []
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) of = []
    if (line.startsWith('+++ b/')) lines.set(line.slice('+++ b/'.length).trimEnd(), of)
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line)
    if (!hunk) continue
    const [first, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)]
    of.push([first, count === 0 ? first + 1 : first + count - 1])
  }
  return lines
}
