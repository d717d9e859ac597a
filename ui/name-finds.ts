import type { Reply } from './api/contract'
import type { Find, FindGroup } from './parts/frame/search-box'
import { countWords, numberWords } from './parts/text/format'
import { namePath, namesPath, wordsOfKind } from './parts/text/name-path'

type Section = Reply<'GET /api/names/find'>['sections'][number]

/** Names by kind; when more match than fit, the last line of a kind leads to all of them. */
export const nameGroups = (sections: readonly Section[], q: string): FindGroup[] =>
  sections.map(({ kind, total, names }) => {
    const finds: Find[] = names.map(({ name, issues, covers }) => {
      const image = covers[0]?.image
      return {
        key: `${kind} ${name}`,
        label: name,
        detail: countWords(issues, 'issue'),
        icon: 'users',
        href: namePath(kind, name),
        ...(image && { image }),
      }
    })
    const all = `${namesPath(kind)}?${new URLSearchParams({ q })}`
    const rest: Find[] =
      total > names.length ? [{ key: all, label: `All ${numberWords(total)}`, icon: 'list', href: all }] : []
    return { title: wordsOfKind(kind).label, count: total, finds: [...finds, ...rest] }
  })
