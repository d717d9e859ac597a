import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { addItem, moveItem } from '../../intake/downloads/store'
import { confirmed, grabbed, makeDrift, type RepairHarness, repairHarness, setRow } from '../../testing/repair-harness'

let it: RepairHarness
let run: string
beforeEach(async () => {
  it = repairHarness()
  makeDrift(it)
  run = await confirmed(it)
  await it.repair.apply(run, {})
})
afterEach(async () => {
  await it.repairRuns.stop()
  it.db.close()
})

const refusal = async (work: () => unknown) => {
  try {
    await work()
  } catch (error) {
    const { kind, extra } = error as { kind: string; extra: { code?: string } }
    return [kind, extra.code]
  }
  return 'none'
}
const REQUEST = { release_key: 'harbor-2|Indexer A', route: 'usenet' }
const issue = (more = {}) => it.repair.issuePermit(run, { ...REQUEST, ...more })
const grab = (more = {}) =>
  it.gate.lease({
    producer: 'interactive_grab',
    subject: 'candidate',
    release_key: 'harbor-2|indexer a',
    route: 'usenet',
    ...more,
  })

describe('a permit', () => {
  test('closes the gate to all but its release', async () => {
    const permit = await issue()
    expect(permit).toMatchObject({ state: 'authorized', release_key: 'harbor-2|indexer a', repair_run_id: run })
    expect(it.gate.read().state).toBe('maintenance')
    expect(grab({ release_key: 'harbor-2|indexer b' })).toBeUndefined()
    expect(grab({ route: 'torrent' })).toBeUndefined()
    expect(grab({ producer: 'search' })).toBeUndefined()
    expect(it.repair.permit(permit.permit_id).state).toBe('authorized')
    expect(grab()).toBeDefined()
    expect(it.repair.permit(permit.permit_id).state).toBe('claimed')
    expect(grab()).toBeUndefined()
  })

  test('keeps the word for usenet of the request', async () => {
    const permit = await issue({ route: 'nzb' })
    expect(permit.route).toBe('nzb')
    expect(it.repair.permit(permit.permit_id).route).toBe('nzb')
    expect(grab()).toBeDefined()
  })

  test.each([
    ['submitted', ['snatched']],
    ['failed', ['failed']],
    ['failed', ['cancelled']],
    ['needs_attention', ['snatched', 'manual_review']],
    ['not_grabbed', undefined],
  ] as const)('is complete when its grab ended as %s', async (outcome, stages) => {
    const { permit_id } = await issue()
    const lease = grab()!
    expect(await refusal(() => it.repair.releasePermit(permit_id, { reason: 'x' }))).toEqual([
      'conflict',
      'permit_in_use',
    ])
    it.db.write((tx) => {
      if (!stages) return
      const at = it.clock.now()
      addItem(tx, { ...grabbed('canary', 'harbor-2'), grabbed_at: at }, ['harbor-2'])
      for (const to of stages) moveItem(tx, 'canary', { to, at })
    })
    lease.release()
    await it.clock.advance('1 s')
    expect(it.repair.permit(permit_id)).toMatchObject({ state: 'completed', outcome })
    expect(it.gate.read().state).toBe('open')
    expect(await refusal(() => it.repair.releasePermit(permit_id, { reason: 'x' }))).toEqual([
      'conflict',
      'permit_ended',
    ])
  })

  test('stays in use until its grab has ended, also after its 15 minutes', async () => {
    const { permit_id, completed_at } = await issue()
    const lease = grab()!
    for (let minute = 0; minute < 20; minute++) await it.clock.advance('1 min')
    expect([completed_at, it.repair.permit(permit_id).state, it.gate.read().state]).toEqual([null, 'claimed', 'maintenance']) // biome-ignore format: one line
    expect(it.repair.permit(permit_id).completed_at).toBeNull()
    lease.release()
    await it.clock.advance('1 s')
    expect(it.repair.permit(permit_id)).toMatchObject({ state: 'completed', completed_at: expect.any(String) })
  })

  test('opens the gate when it is released', async () => {
    const { permit_id } = await issue()
    expect(await refusal(() => it.repair.releasePermit(permit_id, {}))).toEqual(['invalid', undefined])
    expect(it.repair.releasePermit(permit_id, { reason: 'Enough.' })).toMatchObject({
      state: 'cancelled',
      outcome: 'released',
      maintenance_released: true,
    })
    expect(it.gate.read().state).toBe('open')
    expect(await refusal(() => it.repair.releasePermit(permit_id, { reason: 'x' }))).toEqual([
      'conflict',
      'permit_ended',
    ])
  })

  test('ends after 15 minutes, and its owner stays alive until then', async () => {
    const { permit_id } = await issue()
    for (let minute = 0; minute < 14; minute++) await it.clock.advance('1 min')
    expect(it.gate.read().maintenance?.isAlive).toBe(true)
    await it.clock.advance('1 min')
    expect(it.repair.permit(permit_id)).toMatchObject({ state: 'cancelled', outcome: 'expired' })
    expect(it.gate.read().state).toBe('open')
    expect(grab()).toBeDefined()
  })

  test('waits for a grab in progress, and fails when that takes too long', async () => {
    const { permit_id } = await issue()
    const lease = grab()!
    it.db.write(
      (tx) => void addItem(tx, { ...grabbed('canary', 'harbor-2'), grabbed_at: it.clock.now() }, ['harbor-2']),
    )
    lease.release()
    for (let minute = 0; minute < 14; minute++) await it.clock.advance('1 min')
    expect(it.repair.permit(permit_id)).toMatchObject({ state: 'claimed', outcome: null })
    await it.clock.advance('2 min')
    expect(it.repair.permit(permit_id)).toMatchObject({ state: 'completed', outcome: 'failed' })
    expect(it.gate.read().state).toBe('open')
  })

  test('does not claim an earlier grab of the release', async () => {
    it.db.write((tx) => void addItem(tx, { ...grabbed('early', 'harbor-2'), grabbed_at: '2026-11-20T08:00:00.000Z' }, ['harbor-2']))
    const { permit_id } = await issue()
    grab()!.release()
    await it.clock.advance('1 s')
    expect(it.repair.permit(permit_id)).toMatchObject({ state: 'completed', outcome: 'not_grabbed' })
  }) // biome-ignore format: one line

  test.each([
    ['released', async (permitId: string) => void it.repair.releasePermit(permitId, { reason: 'x' })],
    ['expired', () => it.clock.advance('16 min')],
  ])('that waits for searches and is %s ends, and the gate opens', async (outcome, end) => {
    // Running searches delay the permit by at most five minutes.
    it.gate.lease({ producer: 'search', subject: 'run' })
    const { permit_id } = await issue()
    await end(permit_id)
    expect(it.repair.permit(permit_id)).toMatchObject({ state: 'cancelled', outcome: outcome === 'expired' ? 'not_drained' : outcome }) // biome-ignore format: one line
    expect(it.gate.read().state).toBe('open')
  })

  test('waits for searches that are running', async () => {
    const lease = it.gate.lease({ producer: 'search', subject: 'run' })!
    const { permit_id, state } = await issue()
    expect(state).toBe('waiting_for_drain')
    expect(grab()).toBeUndefined()
    lease.release()
    await it.clock.advance('1 s')
    expect(it.repair.permit(permit_id).state).toBe('authorized')
  })

  test('whose searches do not end is cancelled after five minutes', async () => {
    it.gate.lease({ producer: 'search', subject: 'run' })
    const { permit_id } = await issue()
    await it.clock.advance('6 min')
    expect(it.repair.permit(permit_id)).toMatchObject({ state: 'cancelled', outcome: 'not_drained' })
    expect(it.gate.read().state).toBe('open')
  })

  test('is still open after a restart', async () => {
    const { permit_id } = await issue()
    await it.repairRuns.stop()
    it = it.restart()
    it.gate.begin()
    it.repairRuns.resume()
    expect(grab()).toBeDefined()
    expect(it.repair.permit(permit_id).state).toBe('claimed')
  })

  test('of a process that ended is cancelled when the maintenance has changed since', async () => {
    const { permit_id } = await issue()
    await it.repairRuns.stop()
    it.db.write((tx) => tx.run("update acquisition_gate set owner = 'migration', run_id = 'm'"))
    it = it.restart()
    it.repairRuns.resume()
    expect(it.repair.permit(permit_id)).toMatchObject({ state: 'cancelled', outcome: 'aborted' })
    expect(it.gate.read().maintenance).toMatchObject({ owner: 'migration', run_id: 'm' })
  })

  test('that is resumed by a start also ends after its 15 minutes', async () => {
    const { permit_id } = await issue()
    await it.repairRuns.stop()
    it = it.restart()
    it.gate.begin()
    it.repairRuns.resume()
    for (let minute = 0; minute < 15; minute++) await it.clock.advance('1 min')
    expect(it.repair.permit(permit_id)).toMatchObject({ state: 'cancelled', outcome: 'expired' })
    expect(it.gate.read().state).toBe('open')
  })

  test('is invalid as soon as its 15 minutes are over', async () => {
    const { permit_id } = await issue()
    it.clock.jump('15 min')
    expect(grab()).toBeUndefined()
    expect(it.repair.permit(permit_id).state).toBe('authorized')
    it.clock.jump('-1 s')
    expect(grab()).toBeDefined()
  })

  test.each([
    ['another run', { run_id: 'm' }],
    ['a later owner', { epoch: 99 }],
    ['nobody', { owner: null, run_id: null }],
  ])('allows nothing once the maintenance belongs to %s', async (_name, change) => {
    const { permit_id } = await issue()
    it.db.write((tx) => {
      for (const [column, value] of Object.entries(change))
        tx.run(`update acquisition_gate set ${column} = ${value === null ? 'null' : `'${value}'`}`)
    })
    grab()
    expect(it.repair.permit(permit_id)).toMatchObject({ state: 'authorized', claimed_at: null })
  })

  test('is cancelled when its maintenance was aborted', async () => {
    const { permit_id } = await issue()
    it.db.write((tx) => tx.run('update acquisition_gate set owner = null, run_id = null, epoch = epoch + 1'))
    await it.clock.advance('1 min')
    expect(it.repair.permit(permit_id)).toMatchObject({ state: 'cancelled', outcome: 'aborted' })
  })
})

describe('a permit is refused', () => {
  test.each([
    [{ release_key: '' }, 'invalid', undefined],
    [{ release_key: undefined }, 'invalid', undefined],
    [{ release_key: 'harbor-2' }, 'invalid', undefined],
    [{ release_key: '|Indexer A' }, 'invalid', undefined],
    [{ release_key: 'harbor-2| ' }, 'invalid', undefined],
    [{ release_key: '   ' }, 'invalid', undefined],
    [{ release_key: `harbor-2|${'a'.repeat(512)}` }, 'invalid', undefined],
    [{ route: 'pigeon' }, 'invalid', undefined],
    [{ route: undefined }, 'invalid', undefined],
    [{ route: 'torrent' }, 'conflict', 'route_not_restart_safe'],
  ])('for %o', async (more, kind, code) => {
    expect(await refusal(() => issue(more))).toEqual([kind, code!])
    expect(it.gate.read().state).toBe('open')
  })

  test('not for a key of 512 characters, with a bar in the name of the indexer', async () => {
    const release_key = ` harbor-2|A|${'a'.repeat(499)} `
    expect(release_key).toHaveLength(512)
    expect((await issue({ release_key })).release_key).toBe(`harbor-2|a|${'a'.repeat(499)}`)
  })

  test('for a run that was completed with conflicts', async () => {
    it.db.write((tx) => setRow(tx, 'harbor-3', { fulfillment: 'downloaded' }))
    const next = await confirmed(it)
    it.db.write((tx) => setRow(tx, 'harbor-3', { intent: 'ignored' }))
    expect(await it.repair.apply(next, {})).toMatchObject({ state: 'needs_review', conflict_count: 1 })
    expect(await refusal(() => it.repair.issuePermit(next, REQUEST))).toEqual(['conflict', 'run_state'])
  })

  test('while another is open, and so are apply and rollback', async () => {
    await issue()
    expect(await refusal(() => issue())).toEqual(['conflict', 'permit_open'])
    expect(await refusal(() => it.repair.rollBack(run, { reason: 'x' }))).toEqual(['locked', 'permit_open'])
  })

  test('for a run that is not complete, has conflicts, or is unknown', async () => {
    const next = await confirmed(it)
    expect(await refusal(() => it.repair.issuePermit(next, REQUEST))).toEqual(['conflict', 'run_state'])
    expect(await refusal(() => it.repair.issuePermit('x', REQUEST))).toEqual(['missing', 'run_not_found'])
    expect(await refusal(() => it.repair.permit('x'))).toEqual(['missing', 'permit_not_found'])
  })

  test('while other maintenance runs', async () => {
    it.maintenance.close({ owner: 'migration', run_id: 'm', reason: 'A migration is running.' })
    expect(await refusal(() => issue())).toEqual(['locked', 'maintenance_owned'])
  })
})
