/** A process that was started and is watched. */
interface StartedProgram {
  /** The exit code; null when the process was killed. */
  ended: Promise<number | null>
  kill(): void
}

/** Starting Panelkeep itself as another process. */
export interface Executables {
  /** Starts the command on the terminal of this process. Throws when it cannot be started. */
  start(command: readonly string[]): StartedProgram
  /**
   * Replaces this process with the command, which keeps the process id and the terminal: a service manager notices
   * nothing. Windows has no such call: there the command is started beside this process, and the caller exits.
   */
  become(command: readonly string[]): void
}

export const systemExecutables: Executables = {
  start(command) {
    const child = Bun.spawn([...command], { stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' })
    return { ended: child.exited.then(() => child.exitCode), kill: () => child.kill('SIGKILL') }
  },
  become(command) {
    const [file = '', ...args] = command
    if (process.platform !== 'win32') process.execve?.(file, [file, ...args], process.env)
    // Windows ends the children of a process with it unless they are detached.
    Bun.spawn([...command], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore', detached: true }).unref()
  },
}
