import type { Reply } from '../../../api/contract'
import { countWords } from '../../../parts/text/format'
import type { Thing } from '../thing'

type Attention = Reply<'GET /api/attention'>
type WireMember = Attention['results'][number]['members'][number]
export type Action = WireMember['available_actions'][number]

/** Something that waits for a person. */
export type Member = {
  key: string
  thing: Thing
  actions: readonly Action[]
  since: string
  /** The release and who had it. */
  release: string
  provider: string
  /** What went wrong with this one, in a sentence. */
  detail: string
  path: string
}

/** All that has gone wrong in the same way, whatever its series. */
export type Section = { reason: string; phrase: string; members: readonly Member[]; oldest: string }

export function sectionsOf({ results }: Attention): Section[] {
  const byReason = Map.groupBy(results, ({ base_reason, reason_phrase }) => base_reason ?? reason_phrase)
  return [...byReason].map(([reason, groups]) => {
    const members = groups
      .flatMap((group) => group.members.map((member) => memberOf(member, group.comicid)))
      .toSorted((a, b) => b.since.localeCompare(a.since))
    return { reason, phrase: groups[0]?.reason_phrase ?? '', members, oldest: members.at(-1)?.since ?? '' }
  })
}

function memberOf(wire: WireMember, comicId: string | null): Member {
  return {
    key: wire.release_key,
    thing: { label: wire.issue_label, comicId, issueId: wire.issueid },
    actions: wire.available_actions,
    since: wire.updated_date,
    release: wire.title ?? '',
    provider: wire.provider ?? '',
    detail: wire.reason_detail ?? '',
    path: wire.content_path ?? '',
  }
}

/** What a person can do, in three words; the server has two for the first, depending on how far it had come. */
export const verbs = ['again', 'import', 'stop'] as const
export type Verb = (typeof verbs)[number]

const MEANS: Record<Verb, readonly Action[]> = {
  again: ['retry', 'search_again'],
  import: ['import'],
  stop: ['stop_wanting'],
}

/** What the server calls it for this one; undefined where it cannot be done. */
export const actionFor = (verb: Verb, { actions }: Pick<Member, 'actions'>): Action | undefined =>
  MEANS[verb].find((action) => actions.includes(action))

/** What can be done with each of them. */
export const verbsFor = (members: readonly Pick<Member, 'actions'>[]): Verb[] =>
  verbs.filter((verb) => members.length > 0 && members.every((member) => actionFor(verb, member)))

/** "7 issues"; what is no single issue is a download. */
export const amountWords = (members: readonly Member[]): string =>
  countWords(members.length, members.every(({ thing }) => thing.issueId !== null) ? 'issue' : 'download')
