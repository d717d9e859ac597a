import type { ClientTestResult } from '../client'
import { ClientError, type ReplyFields, replyFields, replyRows, replyWord } from '../client-request'
import { inside } from '../paths'
import type { ClientRow } from '../store'

/** What SABnzbd's settings mean for Panelkeep. Throws ClientError when SABnzbd would lose the releases that it gets. */
export function sabnzbdTestResult(
  { name, category }: ClientRow,
  version: string,
  settings: ReplyFields,
  complete: string,
): ClientTestResult {
  const misc = replyFields(settings.misc)
  if (keepsNothing(misc))
    throw new ClientError(
      'rejected',
      `${name} keeps no history, so Panelkeep cannot find its completed downloads. Let it keep its history in Config, Switches.`,
    )
  const list = replyRows(settings.categories)
  const mine = list.find((each) => replyWord(each.name).toLowerCase() === category.toLowerCase())
  const categories = list.map((each) => replyWord(each.name)).filter((each) => each !== '*')
  const dir = replyWord((mine ?? list.find((each) => each.name === '*'))?.dir)
  return {
    version,
    warnings: [
      ...(mine || category === '' ? [] : [missing(name, category, categories)]),
      ...(dir.endsWith('*')
        ? [`The folder of ${category} in ${name} ends with *, so its downloads get no folder of their own.`]
        : []),
      ...(sorts(settings, category)
        ? [`${name} sorts ${category || 'all downloads'} itself. Switch that off for comics in its Config, Sorting.`]
        : []),
    ],
    categories,
    folder: inside(complete, dir.replace(/\*$/, '')),
  }
}

/** SABnzbd treats an unknown category as none, without an error. */
const missing = (name: string, category: string, categories: string[]) =>
  `${name} has no category ${category} and files downloads as if they had none. Add it in its Config, Categories${
    categories.length === 0 ? '' : `, or choose one of ${categories.join(', ')}`
  }.`

/** Since 4.3 this setting is a word; before, a number: 0 keeps all jobs, -1 none. */
const keepsNothing = (misc: ReplyFields) =>
  misc.history_retention_option === undefined
    ? replyWord(misc.history_retention) === '-1'
    : replyWord(misc.history_retention_option) === 'all-delete'

/** Since 4.2 sorters are a list; before, there were three with separate settings. */
function sorts(settings: ReplyFields, category: string): boolean {
  const misc = replyFields(settings.misc)
  const older = ['tv', 'movie', 'date'].map((kind) => ({
    is_active: misc[`enable_${kind}_sorting`],
    sort_cats: misc[`${kind}_categories`],
  }))
  return [...older, ...replyRows(settings.sorters)].some(
    ({ is_active, sort_cats }) => Number(is_active) === 1 && Array.isArray(sort_cats) && sort_cats.includes(category),
  )
}
