import type { Panelkeep } from './panelkeep'

/** The id of the current run; undefined while the program restarts. */
export const runOf = async (panelkeep: Panelkeep): Promise<string | undefined> => {
  const reply = await panelkeep
    .guest()
    .get('/api/health')
    .catch(() => undefined)
  return reply?.ok ? ((await reply.json()) as { instance: string }).instance : undefined
}

/** Waits until the same process has restarted. */
export async function nextRun(panelkeep: Panelkeep, before: string | undefined): Promise<void> {
  for (;;) {
    const now = await runOf(panelkeep)
    if (now !== undefined && now !== before) return
    await Bun.sleep(20)
  }
}
