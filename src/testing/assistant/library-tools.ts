import type { Database } from '../../base/storage/database'
import { Releases } from '../../collecting/weekly/service'
import { libraryTools } from '../../edges/ai/library/tools'
import { fakeClock } from '../fakes/clock'

/** The tools of the assistant on a library in memory; the settings can be changed. */
export function toolHarness(db: Database) {
  const clock = fakeClock()
  const said = { heldBack: null as string | null, impossible: null as string | null, hide: (text: string) => text }
  const releases = new Releases({
    db,
    clock,
    annuals: () => true,
    arcs: () => true,
    sources: { order: ['walksoftly'], states: () => [] },
    isRefreshing: () => false,
  })
  const tools = libraryTools({
    db,
    clock,
    releases,
    heldBack: () => said.heldBack,
    impossible: () => said.impossible,
    hide: (text) => said.hide(text),
  })
  const toolNamed = (name: string) => {
    const tool = tools.find((each) => each.name === name)
    if (!tool) throw new Error(`no tool ${name}`)
    return tool
  }
  return {
    clock,
    said,
    tools,
    run: (name: string, args: unknown = {}) => toolNamed(name).run(args),
  }
}
