import type { Reply } from '../../../api/contract'
import { countWords } from '../../../parts/text/format'
import type { StepSubject } from '../step-subject'

type WireSections = Reply<'GET /api/attention/sections'>
type WireMember = Reply<'GET /api/attention/members'>['results'][number]
type WireKey = Reply<'GET /api/attention/keys'>['results'][number]
type Offer = NonNullable<WireMember['offers']>[number]
export type Action = WireMember['available_actions'][number]

/** Something that waits for a person. */
export type Member = {
  key: string
  thing: StepSubject
  actions: readonly Action[]
  since: string
  /** The release and its source. */
  release: string
  provider: string
  /** The problem of this item, in a sentence. */
  detail: string
  path: string
  downloadId: string
  /** Missing issues that its files are instead of what was wanted. */
  offers: readonly Offer[]
}

/** All items with the same problem, across series, of which the first are known. */
export type Section = {
  reason: string
  /** The problem itself, or its sentence when it is unknown. */
  problem: string
  phrase: string
  count: number
  /** Items without a single issue. */
  withoutIssue: number
  oldest: string
  /** Each list of actions that some of the items have. */
  actions: readonly (readonly Action[])[]
  members: readonly Member[]
  /** Items in the sections before. */
  from: number
}

export function sectionsOf({ results }: WireSections): Section[] {
  let from = 0
  return results.map((one) => {
    const section = {
      reason: one.reason,
      problem: one.reason || one.reason_phrase,
      phrase: one.reason_phrase,
      count: one.member_count,
      withoutIssue: one.without_issue,
      oldest: one.oldest_updated_at,
      actions: one.available_actions,
      members: one.members.map(memberOf),
      from,
    }
    from += one.member_count
    return section
  })
}

export function memberOf(wire: WireMember): Member {
  return {
    key: wire.release_key,
    thing: { label: wire.issue_label, comicId: wire.comicid, issueId: wire.issueid },
    actions: wire.available_actions,
    since: wire.updated_date,
    release: wire.title ?? '',
    provider: wire.provider ?? '',
    detail: wire.reason_detail ?? '',
    path: wire.content_path ?? '',
    downloadId: wire.download_id ?? '',
    offers: wire.offers ?? [],
  }
}

/** An item that was never shown: what an action on many needs. */
export function memberOfKey({ release_key, issueid, available_actions }: WireKey): Member {
  return {
    key: release_key,
    thing: { label: '', comicId: null, issueId: issueid },
    actions: available_actions,
    since: '',
    release: '',
    provider: '',
    detail: '',
    path: '',
    downloadId: '',
    offers: [],
  }
}

/** The actions for the user. The server has two names for the first one, by the stage of the download. */
export const verbs = ['again', 'import', 'stop'] as const
export type Verb = (typeof verbs)[number]

const MEANS: Record<Verb, readonly Action[]> = {
  again: ['retry', 'search_again'],
  import: ['import'],
  stop: ['stop_wanting'],
}

/** The server's name for this action on this item; undefined where it is not possible. */
export const actionFor = (verb: Verb, { actions }: Pick<Member, 'actions'>): Action | undefined =>
  MEANS[verb].find((action) => actions.includes(action))

/** The actions that are possible for all of these items. */
export const verbsFor = (members: readonly Pick<Member, 'actions'>[]): Verb[] =>
  verbs.filter((verb) => members.length > 0 && members.every((member) => actionFor(verb, member)))

/** "7 issues"; an item without a single issue is a download. */
export const amountWords = (members: readonly Pick<Member, 'thing'>[]): string =>
  countedWords(members.length, members.filter(({ thing }) => thing.issueId === null).length)

export const countedWords = (count: number, withoutIssue: number): string =>
  countWords(count, withoutIssue === 0 ? 'issue' : 'download')
