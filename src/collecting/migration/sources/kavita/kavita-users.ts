import type { ForeignDatabase, ForeignRow } from '../../../../base/platform/foreign-database'
import { yearsOf } from '../../../../library/series/age-ratings'
import { flagValue, idValue, numberValue, textValue } from '../../library/column-values'
import type { SourceUser } from '../../library/rows'
import { limitsFrom } from '../../library/source-limits'
import { idsBy } from '../../library/tolerant-sql'
import { AGES } from './kavita-series'

/** The age restriction of a user without one. */
const EVERY_AGE = -1
const SOME_LIBRARIES = 'Kavita shows only some of its libraries to this user.'
const NOTHING_RATED = 'Kavita hides everything with an age rating from this user.'

/** The users of a Kavita server. Passwords, keys and tokens are not read. */
export function* kavitaUsers(db: ForeignDatabase): Generator<SourceUser> {
  const admins = adminIds(db)
  const canSee = libraryCheck(db)
  const columns = ['id', 'username', 'agerestriction', 'agerestrictionincludeunknowns']
  for (const row of db.rows('aspnetusers', columns)) {
    const id = idValue(row.id)
    const is_admin = admins.has(id)
    // Kavita does not limit its admins.
    const limits = is_admin ? limitsFrom({ max_age: null, unrated: 'deny', hidden: [] }) : limitsOf(row, canSee(id))
    yield { id, name: textValue(row.username) ?? id, is_admin, ...limits }
  }
}

function adminIds(db: ForeignDatabase): Set<string> {
  const roles = [...db.rows('aspnetroles', ['id', 'name'])].filter(({ name }) => textValue(name) === 'Admin')
  const admin = new Set(roles.map(({ id }) => idValue(id)))
  const rows = [...db.rows('aspnetuserroles', ['userid', 'roleid'])]
  return new Set(rows.filter(({ roleid }) => admin.has(idValue(roleid))).map(({ userid }) => idValue(userid)))
}

/** Whether a user may see all libraries. */
function libraryCheck(db: ForeignDatabase): (userId: string) => boolean {
  if (!db.columns('appuserlibrary').has('appusersid')) return () => true
  const all = [...db.rows('library', ['id'])].map(({ id }) => idValue(id))
  const seen = idsBy(db, { table: 'appuserlibrary', key: 'appusersid', value: 'librariesid' })
  return (userId) => all.every((id) => seen.get(userId)?.has(id))
}

function limitsOf(row: ForeignRow, seesAll: boolean) {
  const rating = numberValue(row.agerestriction) ?? EVERY_AGE
  const max_age = rating === EVERY_AGE ? null : yearsOf(AGES[rating] ?? null)
  const hidesRated = rating !== EVERY_AGE && max_age === null
  const hidden = [...(seesAll ? [] : [SOME_LIBRARIES]), ...(hidesRated ? [NOTHING_RATED] : [])]
  const unrated = flagValue(row.agerestrictionincludeunknowns) ? 'allow' : 'deny'
  return limitsFrom({ max_age, unrated, hidden })
}
