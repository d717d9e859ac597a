import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Random } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { seriesSources } from '../../../library/metadata/tables'
import { series } from '../../../library/series/tables'
import { importFiles, importGroups, importProposals, importQuestions } from '../tables'
import type { HeldIssue } from './facts'

/** Proposals of providers for groups, and the queries that were sent. */

export type ProposalRow = typeof importProposals.$inferSelect
export interface ShownProposal extends Omit<ProposalRow, 'record' | 'issues'> {
  /** The library's series, if it has this one. */
  library_comic_id: string | null
}
/** A weighed proposal, before it is saved with an id. */
export type ScoredProposal = Omit<ProposalRow, 'proposal_id' | 'comic_id' | 'rank'>
type Question = Omit<typeof importQuestions.$inferSelect, 'comic_id'>

const is = sql.placeholder

const ofGroup = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(importProposals)
    .where(eq(importProposals.comic_id, is('comic_id')))
    .orderBy(asc(importProposals.rank))
    .prepare(),
)

/** Best first. */
export function proposalsOf(db: ReadHandle, comicId: string): ProposalRow[] {
  return ofGroup(db).all({ comic_id: comicId })
}

export function findProposal(db: ReadHandle, proposalId: string): ProposalRow | undefined {
  return db.select().from(importProposals).where(eq(importProposals.proposal_id, proposalId)).get()
}

const SHOWN = {
  proposal_id: importProposals.proposal_id,
  comic_id: importProposals.comic_id,
  provider: importProposals.provider,
  provider_id: importProposals.provider_id,
  rank: importProposals.rank,
  confidence: importProposals.confidence,
  parts: importProposals.parts,
  series_id: importProposals.series_id,
  name: importProposals.name,
  year: importProposals.year,
  publisher: importProposals.publisher,
  issue_count: importProposals.issue_count,
  image_url: importProposals.image_url,
  url: importProposals.url,
  cover: importProposals.cover,
  said: importProposals.said,
  library_comic_id: sql<string | null>`coalesce(${seriesSources.comic_id}, ${series.comic_id})`,
}

const IS_LINKED = and(
  eq(seriesSources.source, importProposals.provider),
  eq(seriesSources.provider_id, importProposals.provider_id),
)
/** Older series have the id of a provider, and nothing else from it. */
const HAS_ID = eq(series.comic_id, importProposals.series_id)

const shownOfGroup = preparedQuery((db: ReadHandle) =>
  db
    .select(SHOWN)
    .from(importProposals)
    .leftJoin(seriesSources, IS_LINKED)
    .leftJoin(series, HAS_ID)
    .where(eq(importProposals.comic_id, is('comic_id')))
    .orderBy(asc(importProposals.rank))
    .prepare(),
)

export const shownFor = (db: ReadHandle, comicId: string): ShownProposal[] =>
  shownOfGroup(db).all({ comic_id: comicId })

const IS_CHOSEN = eq(importProposals.proposal_id, importGroups.proposal_id)

const foremostAmong = (among: SQL) =>
  preparedQuery((db: ReadHandle) =>
    db
      .select(SHOWN)
      .from(importProposals)
      .innerJoin(importGroups, and(among, eq(importGroups.comic_id, importProposals.comic_id)))
      .leftJoin(seriesSources, IS_LINKED)
      .leftJoin(series, HAS_ID)
      .where(or(eq(importProposals.rank, 0), importProposals.said, IS_CHOSEN))
      .orderBy(asc(importProposals.comic_id), asc(importProposals.rank))
      .prepare(),
  )

const LISTED = sql`(select value from json_each(${is('listed')}))`
const foremost = foremostAmong(sql`${importGroups.group_id} in ${LISTED}`)
const foremostOfRows = foremostAmong(sql`${importGroups}.rowid in ${LISTED}`)

/** For these groups, by their `comic_id`: the best proposal, the user's searches, and the user's choice. */
export function foremostByGroup(db: ReadHandle, groupIds: readonly string[]): ReadonlyMap<string, ShownProposal[]> {
  return Map.groupBy(foremost(db).all({ listed: JSON.stringify(groupIds) }), ({ comic_id }) => comic_id)
}

/** The same for rows of groups, which SQLite finds faster than ids. */
export function foremostByRow(db: ReadHandle, rows: readonly number[]): ReadonlyMap<string, ShownProposal[]> {
  return Map.groupBy(foremostOfRows(db).all({ listed: JSON.stringify(rows) }), ({ comic_id }) => comic_id)
}

/** Groups to query: new series with files that the library does not have. */
export function openQuestions(db: ReadHandle, scanId: string) {
  return db
    .select({
      group_id: importGroups.group_id,
      comic_id: importGroups.comic_id,
      series_name: importGroups.series_name,
      content_type: importGroups.content_type,
      year: importGroups.year,
      volume: importGroups.volume,
      publisher: importGroups.publisher,
      total_issues: importGroups.total_issues,
      provider_ids: importGroups.provider_ids,
      file_count: importGroups.file_count,
      issue_count: importGroups.issue_count,
      size_bytes: importGroups.size_bytes,
      asked: importQuestions.asked,
      weighed: importQuestions.weighed,
    })
    .from(importGroups)
    .leftJoin(importQuestions, eq(importQuestions.comic_id, importGroups.comic_id))
    .where(
      and(
        eq(importGroups.scan_id, scanId),
        isNull(importGroups.imported_at),
        isNull(importGroups.existing_comic_id),
        sql`${importGroups.new_files} > 0`,
      ),
    )
    .orderBy(importGroups.sort_name, importGroups.year, importGroups.comic_id)
    .all()
}
export type OpenQuestion = ReturnType<typeof openQuestions>[number]

/** Issue numbers of a group's files; a file with several issues contributes its first and its last. */
export function heldIssuesOf(db: ReadHandle, groupId: string): HeldIssue[] {
  const { kind, unit, number, number_end, year, release_date } = importFiles
  const rows = db
    .selectDistinct({ kind, unit, number, number_end, year, date: release_date })
    .from(importFiles)
    .where(eq(importFiles.group_id, groupId))
    .all()
  const first = new Map<string, HeldIssue>()
  for (const row of rows)
    for (const number of row.number_end === '' ? [row.number] : [row.number, row.number_end]) {
      const key = `${row.kind} ${row.unit} ${number}`
      const issue = { kind: row.kind, unit: row.unit, number, year: row.year ?? undefined, date: row.date ?? undefined }
      if (!first.get(key)?.date) first.set(key, issue)
    }
  return [...first.values()]
}

/** Replaces the proposals of a group; best first. Proposals that stay keep their id. */
export function saveProposals(
  tx: Tx,
  comicId: string,
  { proposals, question, random }: { proposals: ScoredProposal[]; question: Question; random: Pick<Random, 'id'> },
): void {
  const before = new Map(shownFor(tx, comicId).map((row) => [keyOf(row), row.proposal_id]))
  tx.delete(importProposals).where(eq(importProposals.comic_id, comicId)).run()
  for (const [rank, row] of proposals.entries()) {
    const proposal_id = before.get(keyOf(row)) ?? random.id()
    tx.insert(importProposals)
      .values({ ...row, proposal_id, comic_id: comicId, rank })
      .run()
  }
  tx.insert(importQuestions)
    .values({ comic_id: comicId, ...question })
    .onConflictDoUpdate({ target: importQuestions.comic_id, set: question })
    .run()
}

const keyOf = ({ provider, provider_id }: Pick<ShownProposal, 'provider' | 'provider_id'>) =>
  `${provider} ${provider_id}`

/**
 * Adds a proposal that the user searched for, after the others, and returns its id. An existing one is marked as the
 * user's.
 */
export function addProposal(tx: Tx, comicId: string, row: ScoredProposal, random: Pick<Random, 'id'>): string {
  const others = shownFor(tx, comicId)
  const same = others.find((other) => keyOf(other) === keyOf(row))
  const proposal_id = same?.proposal_id ?? random.id()
  if (same) tx.update(importProposals).set({ said: true }).where(eq(importProposals.proposal_id, proposal_id)).run()
  else
    tx.insert(importProposals)
      .values({ ...row, proposal_id, comic_id: comicId, rank: others.length })
      .run()
  return proposal_id
}

/** Deletes results for another name. Series that the user searched for stay. */
export function forgetAnswers(tx: Tx, comicId: string): void {
  tx.delete(importQuestions).where(eq(importQuestions.comic_id, comicId)).run()
  tx.delete(importProposals)
    .where(and(eq(importProposals.comic_id, comicId), eq(importProposals.said, false)))
    .run()
}

/** Deletes proposals for groups that are in no scan any more. */
export function pruneProposals(tx: Tx): void {
  const there = sql`(select comic_id from ${importGroups})`
  tx.delete(importProposals).where(sql`${importProposals.comic_id} not in ${there}`).run()
  tx.delete(importQuestions).where(sql`${importQuestions.comic_id} not in ${there}`).run()
}
