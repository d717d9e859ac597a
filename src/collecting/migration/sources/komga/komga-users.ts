import type { ForeignDatabase, ForeignRow } from '../../../../base/platform/foreign-database'
import { flagValue, idValue, numberValue, textValue } from '../../library/column-values'
import type { SourceUser } from '../../library/rows'
import { limitsFrom } from '../../library/source-limits'
import { idsBy } from '../../library/tolerant-sql'

const SOME_LIBRARIES = 'Komga shares only some of its libraries with this user.'
const LABELS = 'Komga limits this user by labels of series.'
const NOTHING_RATED = 'Komga hides everything with an age rating from this user.'

/** The users of a Komga server. Passwords and keys are not read. */
export function* komgaUsers(db: ForeignDatabase): Generator<SourceUser> {
  const roles = idsBy(db, { table: 'user_role', key: 'user_id', value: 'role' })
  const labels = idsBy(db, { table: 'user_sharing', key: 'user_id', value: 'label' })
  const shared = idsBy(db, { table: 'user_library_sharing', key: 'user_id', value: 'library_id' })
  const libraries = [...db.rows('library', ['id'])].map(({ id }) => idValue(id))
  const columns = ['id', 'email', 'role_admin', 'shared_all_libraries', 'age_restriction', 'age_restriction_allow_only']
  for (const row of db.rows('user', columns)) {
    const id = idValue(row.id)
    // Before 1.17 the roles were columns.
    const is_admin = flagValue(row.role_admin) || roles.get(id)?.has('ADMIN') === true
    const sharesAll = textValue(row.shared_all_libraries) === null || flagValue(row.shared_all_libraries)
    const seesAll = is_admin || sharesAll || libraries.every((each) => shared.get(id)?.has(each))
    const hidden = [...(seesAll ? [] : [SOME_LIBRARIES]), ...(labels.has(id) ? [LABELS] : [])]
    yield { id, name: textValue(row.email) ?? id, is_admin, ...limitsOf(row, hidden) }
  }
}

/** Komga shows only up to an age, or hides everything from an age on. */
function limitsOf(row: ForeignRow, hidden: readonly string[]) {
  const age = numberValue(row.age_restriction)
  if (age === null) return limitsFrom({ max_age: null, unrated: 'deny', hidden })
  if (flagValue(row.age_restriction_allow_only)) return limitsFrom({ max_age: age, unrated: 'deny', hidden })
  const isAll = age < 1
  return limitsFrom({
    max_age: isAll ? null : age - 1,
    unrated: 'allow',
    hidden: isAll ? [...hidden, NOTHING_RATED] : hidden,
  })
}
