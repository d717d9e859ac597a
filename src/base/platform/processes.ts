import { encodeFrame, readFrames } from './frames'
import type { Processes } from './ports'

export const systemProcesses: Processes = {
  helper(role) {
    // From source the runtime needs the script again; the executable is its own script.
    const command = Bun.isStandaloneExecutable
      ? [process.execPath, role]
      : [process.execPath, Bun.fileURLToPath(new URL('../../main.ts', import.meta.url)), role]
    const child = Bun.spawn(command, {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'ignore',
      windowsHide: true,
      // JavaScriptCore's on-stack replacement has miscompiled WASM modules; the helpers run little else.
      env: { ...process.env, BUN_JSC_useWasmOSR: '0' },
    })
    return {
      send(header, body) {
        child.stdin.write(encodeFrame(header, body))
        child.stdin.flush()
      },
      frames: readFrames(child.stdout),
      ended: child.exited.then(() => ({
        code: child.exitCode,
        signal: child.signalCode === null ? null : String(child.signalCode),
      })),
      kill: () => child.kill('SIGKILL'),
    }
  },
  async launch(command) {
    try {
      const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore', windowsHide: true })
      child.unref()
      const failed = child.exited.then((code) => code !== 0)
      return !(await Promise.race([failed, Bun.sleep(500).then(() => false)]))
    } catch {
      return false // the program does not exist
    }
  },
}
