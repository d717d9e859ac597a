import { lineLog } from '../../base/platform/log'
import { systemRandom } from '../../base/platform/random'
import type { Database, Tx } from '../../base/storage/database'
import { ArcMatcher } from '../../collecting/arcs/matcher'
import { StoryArcs } from '../../collecting/arcs/service'
import { UnfollowedIssues } from '../../collecting/arcs/unfollowed'
import { ReadingLists } from '../../collecting/readlist/service'
import { makeActions } from '../../edges/ai/actions/feature'
import { Lookup } from '../../library/metadata/lookup/lookup'
import { SeriesLibrary } from '../../library/series/service'
import { wantIssues } from '../../library/series/store'
import { disk } from '../disks/disk'
import { type FakeProvider, fakeProvider } from '../fakes/metadata-provider'
import { metadataHarness } from '../metadata/metadata'
import { toolHarness } from './library-tools'

/** Proposals of the assistant over the real services, with providers in memory. */
export function assistantHarness(fakes: FakeProvider[] = [fakeProvider('comicvine')], kept?: Database) {
  const metadata = metadataHarness(fakes, kept)
  const { db, clock, load, monitorSettings } = metadata
  const logged: string[] = []
  const log = lineLog(clock.now, (line) => logged.push(line))
  /** Started searches, by their issues. */
  const searches: string[][] = []
  const ports = { clock, random: systemRandom, log }
  const { tools: libraryTools, said } = toolHarness(db)
  /** Starts another process on the same database. */
  const boot = ({ operations, adding } = metadata.boot()) => {
    const library = new SeriesLibrary({ db, clock, log, random: systemRandom, files: disk, roots: () => [] })
    const unfollowed = new UnfollowedIssues({ clock, replaced: () => {} })
    const want = (tx: Tx, issueIds: readonly string[]) => wantIssues(tx, issueIds, clock.now())
    const searchFor = (issueIds: readonly string[]) => void searches.push([...issueIds])
    const arcs = new StoryArcs({
      db,
      clock,
      log,
      operations,
      unfollowed,
      matcher: new ArcMatcher({ db, clock, log, want, unfollowed }),
      setIntent: (issueId, intent) => library.setIntent(issueId, intent),
      searchFor,
    })
    const readlist = new ReadingLists({ db, clock, log, random: systemRandom, nameOf: () => null })
    const config = { get: () => '' } as unknown as ConstructorParameters<typeof Lookup>[0]['config']
    const lookup = new Lookup({ db, clock, config, providers: load.providers, operations })
    const found = { lookup, adding, monitorSettings: () => monitorSettings }
    const actions = makeActions({
      ports,
      db,
      operations,
      library,
      metadata: found,
      arcs,
      readlist,
      searchFor,
      libraryTools,
      hide: (text) => said.hide(text),
    })
    return { ...actions, operations, library, arcs, readlist }
  }
  return { ...boot(metadata), boot, db, clock, searches, logged, said }
}

/** Runs a tool that proposes, as a user's turn does. */
export async function propose(
  { actionTools }: Pick<ReturnType<typeof assistantHarness>, 'actionTools'>,
  name: string,
  args: unknown,
  context: { thread_id?: string; message_id?: string } = {},
) {
  const tool = actionTools.find((each) => each.name === name)
  if (!tool) throw new Error(`no tool ${name}`)
  return tool.run(args, context)
}
