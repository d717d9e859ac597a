import { eq, sql } from 'drizzle-orm'
import { sortName } from '../../base/names/titles'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { totalWithIgnored } from '../series/column-store'
import { series } from '../series/tables'
import type { StatedName } from './collect-names'
import { findRole, findSpelling } from './names-store'
import { ANY_ROLE, type NameKind } from './states'
import { namePlaces, nameQueue, nameRecounts, nameRoles, nameSeries, names, nameTotals, nameUses } from './tables'

/** What the indexer of names reads and writes. */

const is = sql.placeholder

// The queues

const queued = preparedQuery((db: ReadHandle) =>
  db.select().from(nameQueue).orderBy(sql`${nameQueue.subject} desc`).limit(is('limit')).prepare(),
)

/** `s` and the id of a series, or `i` and the id of an issue; series first, since they are few. */
export const queuedSubjects = (db: ReadHandle, limit: number): string[] =>
  queued(db)
    .all({ limit })
    .map(({ subject }) => subject)

const dropSubject = preparedQuery((tx: Tx) =>
  tx
    .delete(nameQueue)
    .where(eq(nameQueue.subject, is('subject')))
    .prepare(),
)
export const dropQueued = (tx: Tx, subject: string) => dropSubject(tx).run({ subject })

const recounts = preparedQuery((db: ReadHandle) => db.select().from(nameRecounts).limit(is('limit')).prepare())

/** A name whose numbers in a series changed. */
export type Recount = typeof nameRecounts.$inferSelect
export const queuedRecounts = (db: ReadHandle, limit: number): Recount[] => recounts(db).all({ limit })

const dropPair = preparedQuery((tx: Tx) =>
  tx
    .delete(nameRecounts)
    .where(sql`${nameRecounts.name_id} = ${is('name_id')} and ${nameRecounts.series_id} = ${is('series_id')}`)
    .prepare(),
)
export const dropRecount = (tx: Tx, pair: Recount) => dropPair(tx).run(pair)

/** The whole series counts for the names that the series itself states, so a new total changes their numbers. */
export function recountWholeSeries(tx: Tx, seriesId: number): void {
  tx.run(sql`insert into ${nameRecounts} select distinct name_id, series_id from ${nameUses}
    where place_id = ${seriesId} on conflict do nothing`)
}

/** A spelling is counted as another name from now on: both change in all of its series. */
export function recountSpelling(tx: Tx, nameId: number, as: number): void {
  for (const counted of new Set([nameId, as]))
    tx.run(sql`insert into ${nameRecounts} select distinct ${counted}, series_id from ${nameUses}
      where name_id = ${nameId} on conflict do nothing`)
}

// Places

const placeOfSeries = preparedQuery((db: ReadHandle) =>
  db
    .select({ place_id: namePlaces.place_id })
    .from(namePlaces)
    .where(eq(namePlaces.comic_id, is('comic_id')))
    .prepare(),
)

const placeOfIssue = preparedQuery((db: ReadHandle) =>
  db
    .select({ place_id: namePlaces.place_id })
    .from(namePlaces)
    .where(eq(namePlaces.issue_id, is('issue_id')))
    .prepare(),
)

const addPlace = preparedQuery((tx: Tx) =>
  tx
    .insert(namePlaces)
    .values({ comic_id: is('comic_id') as never, issue_id: is('issue_id') as never })
    .returning({ place_id: namePlaces.place_id })
    .prepare(),
)

export const findSeriesPlace = (db: ReadHandle, comic_id: string): number | undefined =>
  placeOfSeries(db).get({ comic_id })?.place_id
export const findIssuePlace = (db: ReadHandle, issue_id: string): number | undefined =>
  placeOfIssue(db).get({ issue_id })?.place_id
export const seriesPlace = (tx: Tx, comic_id: string): number =>
  findSeriesPlace(tx, comic_id) ?? addPlace(tx).get({ comic_id, issue_id: null })!.place_id
export const issuePlace = (tx: Tx, issue_id: string): number =>
  findIssuePlace(tx, issue_id) ?? addPlace(tx).get({ comic_id: null, issue_id })!.place_id

const statusOf = preparedQuery((db: ReadHandle) =>
  db
    .select({ status: series.status })
    .from(series)
    .where(eq(series.comic_id, is('comic_id')))
    .prepare(),
)

/** Series that exist for story arcs only have no names. */
export const isFollowed = (db: ReadHandle, comic_id: string): boolean =>
  statusOf(db).get({ comic_id })?.status !== 'unfollowed'

// Names and roles

const addName = preparedQuery((tx: Tx) =>
  tx
    .insert(names)
    .values({ kind: is('kind'), name: is('name'), key: is('key'), sort_name: is('sort_name') })
    .returning({ name_id: names.name_id })
    .prepare(),
)

/** Capitals alone, or none: as a letterer or a program writes, not as the name is written. */
const isPlain = (name: string) => name === name.toUpperCase() || name === name.toLowerCase()

export function ensureName(tx: Tx, { kind, name, key }: StatedName): number {
  const known = findSpelling(tx, kind, key)
  if (!known) return addName(tx).get({ kind, name, key, sort_name: sortName(name) || key })!.name_id
  if (isPlain(known.name) && !isPlain(name))
    tx.update(names)
      .set({ name, sort_name: sortName(name) || key })
      .where(eq(names.name_id, known.name_id))
      .run()
  return known.name_id
}

export function ensureRole(tx: Tx, role: string | undefined): number {
  if (role === undefined) return ANY_ROLE
  return findRole(tx, role) ?? tx.insert(nameRoles).values({ role }).returning().get().role_id
}

// Uses

export type Use = typeof nameUses.$inferSelect

const usesAt = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(nameUses)
    .where(eq(nameUses.place_id, is('place_id')))
    .prepare(),
)
export const usesOf = (db: ReadHandle, place_id: number): Use[] => usesAt(db).all({ place_id })

const addUse = preparedQuery((tx: Tx) =>
  tx
    .insert(nameUses)
    .values({ name_id: is('name_id'), series_id: is('series_id'), place_id: is('place_id'), role_id: is('role_id') })
    .onConflictDoNothing()
    .prepare(),
)

const dropUse = preparedQuery((tx: Tx) =>
  tx
    .delete(nameUses)
    .where(
      sql`${nameUses.name_id} = ${is('name_id')} and ${nameUses.series_id} = ${is('series_id')}
        and ${nameUses.place_id} = ${is('place_id')} and ${nameUses.role_id} = ${is('role_id')}`,
    )
    .prepare(),
)

const keyOfUse = ({ name_id, series_id, role_id }: Use) => `${name_id} ${series_id} ${role_id}`

/** Replaces the uses of a place; those that stay are not written. */
export function setUses(tx: Tx, placeId: number, uses: readonly Use[]): void {
  const old = new Map(usesOf(tx, placeId).map((use) => [keyOfUse(use), use]))
  for (const use of uses) if (!old.delete(keyOfUse(use))) addUse(tx).run(use)
  for (const use of old.values()) dropUse(tx).run(use)
}

// Sums

const standing = preparedQuery((db: ReadHandle) =>
  db
    .select({ name_id: names.name_id, kind: names.kind, joined_into: names.joined_into })
    .from(names)
    .where(eq(names.name_id, is('name_id')))
    .prepare(),
)

/** The name that a spelling is counted as. */
export function standingName(db: ReadHandle, nameId: number): { name_id: number; kind: NameKind } | undefined {
  const own = standing(db).get({ name_id: nameId })
  return own?.joined_into == null ? own : { name_id: own.joined_into, kind: own.kind }
}

const countedIn = preparedQuery((db: ReadHandle) =>
  db
    .select({
      role_id: nameUses.role_id,
      issues: sql<number>`count(distinct ${nameUses.place_id}) filter (where ${nameUses.place_id} <> ${nameUses.series_id})`,
      whole: sql<number>`max(${nameUses.place_id} = ${nameUses.series_id})`,
    })
    .from(nameUses)
    .where(
      sql`${nameUses.name_id} in (select ${is('name_id')} union all select n.name_id from names n
        where n.joined_into = ${is('name_id')}) and ${nameUses.series_id} = ${is('series_id')}`,
    )
    .groupBy(nameUses.role_id)
    .prepare(),
)

const countedWhatever = preparedQuery((db: ReadHandle) =>
  db
    .select({
      issues: sql<number>`count(distinct ${nameUses.place_id}) filter (where ${nameUses.place_id} <> ${nameUses.series_id})`,
    })
    .from(nameUses)
    .where(
      sql`${nameUses.name_id} in (select ${is('name_id')} union all select n.name_id from names n
        where n.joined_into = ${is('name_id')}) and ${nameUses.series_id} = ${is('series_id')}`,
    )
    .prepare(),
)

const totalOf = preparedQuery((db: ReadHandle) =>
  db
    .select({ total: totalWithIgnored })
    .from(namePlaces)
    .crossJoin(series)
    .where(sql`${namePlaces.place_id} = ${is('series_id')} and ${series.comic_id} = ${namePlaces.comic_id}`)
    .prepare(),
)

const dropCounts = preparedQuery((tx: Tx) =>
  tx
    .delete(nameSeries)
    .where(sql`${nameSeries.series_id} = ${is('series_id')} and ${nameSeries.name_id} = ${is('name_id')}`)
    .prepare(),
)

const addCount = preparedQuery((tx: Tx) =>
  tx
    .insert(nameSeries)
    .values({ name_id: is('name_id'), series_id: is('series_id'), role_id: is('role_id'), issues: is('issues') })
    .prepare(),
)

/** Counts a name, with its spellings, in one series again. */
export function recountInSeries(tx: Tx, of: Recount): void {
  const byRole = countedIn(tx).all({ ...of })
  dropCounts(tx).run({ ...of })
  if (byRole.length === 0) return
  const total = totalOf(tx).get({ series_id: of.series_id })?.total ?? 0
  const count = (whole: number | boolean, issues: number) => (whole ? Math.max(total, issues) : issues)
  const isWhole = byRole.some(({ whole }) => whole)
  const all = count(isWhole, countedWhatever(tx).get({ ...of })?.issues ?? 0)
  addCount(tx).run({ ...of, role_id: ANY_ROLE, issues: all })
  for (const { role_id, whole, issues } of byRole)
    if (role_id !== ANY_ROLE) addCount(tx).run({ ...of, role_id, issues: count(whole, issues) })
}

/** Forgets the numbers of a spelling that is counted as another name. */
export const dropCountsIn = (tx: Tx, of: Recount) => dropCounts(tx).run({ ...of })

const dropTotals = preparedQuery((tx: Tx) =>
  tx
    .delete(nameTotals)
    .where(eq(nameTotals.name_id, is('name_id')))
    .prepare(),
)

const addedUp = preparedQuery((db: ReadHandle) =>
  db
    .select({
      role_id: nameSeries.role_id,
      issues: sql<number>`sum(${nameSeries.issues})`,
      series: sql<number>`count(*)`,
    })
    .from(nameSeries)
    .where(eq(nameSeries.name_id, is('name_id')))
    .groupBy(nameSeries.role_id)
    .prepare(),
)

const addTotal = preparedQuery((tx: Tx) =>
  tx
    .insert(nameTotals)
    .values({
      name_id: is('name_id'),
      role_id: is('role_id'),
      kind: is('kind'),
      issues: is('issues'),
      series: is('series'),
    })
    .prepare(),
)

const dropUnused = preparedQuery((tx: Tx) =>
  tx
    .delete(names)
    .where(
      sql`${names.name_id} = ${is('name_id')} and ${names.joined_into} is null
        and not exists (select 1 from name_uses u where u.name_id = ${is('name_id')})
        and not exists (select 1 from names j where j.joined_into = ${is('name_id')})`,
    )
    .prepare(),
)

/** Adds up the series of a name. A name that nothing states any more is forgotten, unless it is joined with another. */
export function sumUp(tx: Tx, name_id: number, kind: NameKind): void {
  const sums = addedUp(tx).all({ name_id })
  dropTotals(tx).run({ name_id })
  for (const sum of sums) addTotal(tx).run({ ...sum, name_id, kind })
  if (sums.length === 0) dropUnused(tx).run({ name_id })
}
