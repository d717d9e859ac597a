import './thing.css'
import { type ComponentChildren, html } from '../html'
import { Cover } from '../parts/covers/cover'
import { Icon } from '../parts/icons/icon'
import { isolated } from '../parts/text/isolated'
import { searchPath } from '../parts/text/search-path'
import { issueArt, issuePath, seriesPath } from '../parts/text/series-path'

/** The known subject of a step, usually an issue. */
export type StepSubject = {
  label: string
  comicId: string | null
  issueId: string | null
  /** The cover of the issue, where one is known. */
  image?: string | null
  /** A search for several issues. */
  runId?: string
  /** A scan, or an import without a new series. */
  isScan?: boolean
}

/** The page of the subject; undefined when it is not in the library. */
export function subjectPath({ comicId, issueId, runId, isScan }: Omit<StepSubject, 'label'>): string | undefined {
  if (runId) return searchPath(runId)
  if (isScan) return '/import'
  if (!comicId) return undefined
  return issueId ? issuePath(comicId, issueId) : seriesPath(comicId)
}

/** The text after the name of a series in a label: " #3", " Annual #1", " vol. 3". */
const NUMBER = / (?:(?:Annual )?#|(?:vol|ch)\. )\S+$/

/** A small cover of the issue or its series; a drawn cover where there is none. */
export function ThingCover({ thing, width = 40 }: { thing: StepSubject; width?: number }) {
  const { label, comicId, issueId, image, runId, isScan } = thing
  if (isScan) return html`<span class="thing-icon"><${Icon} name="import" /></span>`
  if (runId) return html`<span class="thing-icon"><${Icon} name="search" /></span>`
  const series = label.replace(NUMBER, '')
  // Without a series the issue is not in the library.
  const art = comicId && (issueId ? issueArt(issueId) : `/api/metadata/art/${encodeURIComponent(comicId)}`)
  const src = image ?? art ?? undefined
  return html`<span class="thing-cover"><${Cover} name=${series} src=${src} width=${width} /></span>`
}

/** The name, linked to the page of the subject where there is one. */
export function SubjectName({ thing, children }: { thing: StepSubject; children?: ComponentChildren }) {
  const href = subjectPath(thing)
  const name = children ?? isolated(thing.label)
  return href ? html`<a class="thing-name" href=${href}>${name}</a>` : html`<span class="thing-name">${name}</span>`
}
