/** An artefact that cannot be made on this machine; the message says why. */
export class Skipped extends Error {
  override readonly name = 'Skipped'
}

/** Runs a program of the system. Throws Skipped when the program is missing, and Error with its output when it fails. */
export async function runTool(
  command: readonly string[],
  { from = command[0]!, cwd }: { from?: string; cwd?: string } = {},
): Promise<string> {
  if (!Bun.which(command[0]!)) throw new Skipped(`${command[0]} is not installed (Debian package ${from})`)
  const child = Bun.spawn([...command], { cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0)
    throw new Error(`${command.join(' ')} ended with ${child.exitCode}: ${(out + err).trim().slice(-2000)}`)
  return out
}
