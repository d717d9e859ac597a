import type { Subprocess } from 'bun'

/** Resolves with the first 200 of a program that is starting; throws when it ends instead. */
export async function untilAnswered(url: string, child: Subprocess): Promise<void> {
  for (;;) {
    const reply = await fetch(`${url}/api/health`).catch(() => undefined)
    if (reply?.status === 200) return
    // An executable that is older than the data, for example, would never answer.
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`)
    await Bun.sleep(1)
  }
}
